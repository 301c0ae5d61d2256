import AVFAudio
import AudioCodecs
import AudioFormats
import AudioModel
import TestSupport
import Testing

@Suite("AVAudioFile in every writable container")
struct FileRoundTripTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A kind of PCM, and the sample type that holds it.
    struct Sample: CustomTestStringConvertible, Sendable {
        var bits: Int
        var isFloat = false
        var isBigEndian = false
        var common: AVAudioCommonFormat

        var testDescription: String {
            "\(bits)-bit \(isFloat ? "float" : "integer") \(isBigEndian ? "big" : "little")-endian"
        }
    }

    static let samples: [Sample] = [false, true].flatMap { isBigEndian in
        [
            Sample(bits: 8, isBigEndian: isBigEndian, common: .pcmFormatInt16),
            Sample(bits: 16, isBigEndian: isBigEndian, common: .pcmFormatInt16),
            Sample(bits: 24, isBigEndian: isBigEndian, common: .pcmFormatInt32),
            Sample(bits: 24, isBigEndian: isBigEndian, common: .pcmFormatFloat32),
            Sample(bits: 32, isBigEndian: isBigEndian, common: .pcmFormatInt32),
            Sample(bits: 32, isFloat: true, isBigEndian: isBigEndian, common: .pcmFormatFloat32),
            Sample(bits: 64, isFloat: true, isBigEndian: isBigEndian, common: .pcmFormatFloat64),
        ]
    }

    private static let frameCount = 5003

    @Test("PCM comes back bit for bit", arguments: samples)
    func bitExact(_ sample: Sample) throws {
        var containers: [String] = []
        for kind in ContainerKind.allCases where kind.isWrittenForApps {
            guard let type = kind.fileTypeID else { continue }
            for channels in [1, 2] {
                for interleaved in [true, false] {
                    let isWritten = try roundTrip(
                        sample, type.rawValue, channels: channels, interleaved: interleaved)
                    if isWritten { containers.append(kind.rawValue) }
                }
            }
        }
        // Each kind of PCM has a container, and most have several.
        #expect(containers.contains("caf"))
        if sample.bits == 16 {
            #expect(
                Set(containers).isSuperset(
                    of: sample.isBigEndian ? ["aiff", "aifc", "au"] : ["wav", "rf64", "w64"])
                    || Set(containers).isSuperset(
                        of: sample.isBigEndian ? ["aiff", "aifc"] : ["wav", "rf64"])
            )
        }
    }

    /// - Returns: Whether the container holds such PCM.
    private func roundTrip(
        _ sample: Sample, _ type: AudioFileTypeID, channels: Int, interleaved: Bool
    ) throws -> Bool {
        let url = URL(fileURLWithPath: folder.file("round-trip"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48000,
            AVNumberOfChannelsKey: channels, AVLinearPCMBitDepthKey: sample.bits,
            AVLinearPCMIsFloatKey: sample.isFloat,
            AVLinearPCMIsBigEndianKey: sample.isBigEndian, AVAudioFileTypeKey: type,
        ]
        let file: AVAudioFile
        do {
            file = try AVAudioFile(
                forWriting: url, settings: settings, commonFormat: sample.common,
                interleaved: interleaved)
        } catch {
            #expect((error as NSError).code == Int(kAudioFileUnsupportedDataFormatError))
            return false
        }
        let frames = try noise(sample, file.processingFormat)
        // In two pieces of odd sizes.
        let (first, second) = try (frames.part(0, 1001), frames.part(1001, Self.frameCount - 1001))
        try file.write(from: first)
        try file.write(from: second)
        file.close()
        let back = try AVAudioFile(
            forReading: url, commonFormat: sample.common, interleaved: interleaved)
        #expect(back.length == Int64(Self.frameCount))
        #expect(back.processingFormat == file.processingFormat)
        let read = try #require(
            AVAudioPCMBuffer(
                pcmFormat: back.processingFormat, frameCapacity: AVAudioFrameCount(Self.frameCount))
        )
        try back.read(into: read)
        #expect(read.bytes == frames.bytes, "\(sample.testDescription) in \(type)")
        return true
    }

    /// Random samples that the file can hold exactly.
    private func noise(_ sample: Sample, _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(Self.frameCount)))
        buffer.frameLength = buffer.frameCapacity
        var generator = SeededGenerator(seed: 5)
        let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        for memory in list {
            switch sample.common {
            case .pcmFormatInt16:
                for index in UnsafeMutableBufferPointer<Int16>(memory).indices {
                    UnsafeMutableBufferPointer<Int16>(memory)[index] =
                        (Int16.random(in: .min ... .max, using: &generator)
                            >> (16 - sample.bits)) << (16 - sample.bits)
                }
            case .pcmFormatInt32:
                for index in UnsafeMutableBufferPointer<Int32>(memory).indices {
                    UnsafeMutableBufferPointer<Int32>(memory)[index] =
                        (Int32.random(in: .min ... .max, using: &generator)
                            >> (32 - sample.bits)) << (32 - sample.bits)
                }
            case .pcmFormatFloat64:
                for index in UnsafeMutableBufferPointer<Double>(memory).indices {
                    UnsafeMutableBufferPointer<Double>(memory)[index] =
                        .random(in: -1...1, using: &generator)
                }
            default:
                for index in UnsafeMutableBufferPointer<Float>(memory).indices {
                    let integer = Int32.random(in: -1 << 23..<1 << 23, using: &generator)
                    UnsafeMutableBufferPointer<Float>(memory)[index] =
                        Float(integer) / Float(1 << 23)
                }
            }
        }
        return buffer
    }

    @Test(
        "Apple Lossless comes back bit for bit", .enabled(if: BuildTraits.hasFFmpeg),
        arguments: [16, 24])
    func lossless(bits: Int) throws {
        for name in ["lossless.m4a", "lossless.caf"] {
            let url = URL(fileURLWithPath: folder.file(name))
            let common: AVAudioCommonFormat = bits == 16 ? .pcmFormatInt16 : .pcmFormatInt32
            let file = try AVAudioFile(
                forWriting: url,
                settings: [
                    AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 44100,
                    AVNumberOfChannelsKey: 2, AVEncoderBitDepthHintKey: bits,
                ], commonFormat: common, interleaved: true)
            let frames = try noise(Sample(bits: bits, common: common), file.processingFormat)
            try file.write(from: frames)
            file.close()
            let back = try AVAudioFile(forReading: url, commonFormat: common, interleaved: true)
            #expect(back.length == Int64(Self.frameCount))
            #expect(
                back.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatAppleLossless)
            let read = try #require(
                AVAudioPCMBuffer(
                    pcmFormat: back.processingFormat,
                    frameCapacity: AVAudioFrameCount(Self.frameCount + 100)))
            try back.read(into: read)
            #expect(read.bytes == frames.bytes)
        }
    }

    @Test("Surround sound keeps its channels and its layout")
    func surround() throws {
        let layout = try #require(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout)
        for name in ["a.caf", "a.wav"] {
            let url = URL(fileURLWithPath: folder.file(name))
            let file = try AVAudioFile(forWriting: url, settings: format.settings)
            let frames = try noise(
                Sample(bits: 32, isFloat: true, common: .pcmFormatFloat32), file.processingFormat)
            try file.write(from: frames)
            file.close()
            let back = try AVAudioFile(forReading: url)
            #expect(back.processingFormat == format, "\(name)")
            let read = try #require(
                AVAudioPCMBuffer(
                    pcmFormat: back.processingFormat, frameCapacity: frames.frameLength))
            try back.read(into: read)
            #expect(read.bytes == frames.bytes)
        }
    }

    @Test(
        "AAC, FLAC and Opus come back with as many frames and nearly the same sound",
        .enabled(if: BuildTraits.hasFFmpeg),
        arguments: [
            ("tone.m4a", kAudioFormatMPEG4AAC, 44_100), ("tone.flac", kAudioFormatFLAC, 44_100),
            ("tone.caf", kAudioFormatFLAC, 96_000), ("tone.caf", kAudioFormatOpus, 48_000),
        ] as [(String, AudioFormatID, Double)])
    func compressed(name: String, coding: AudioFormatID, rate: Double) throws {
        let url = URL(fileURLWithPath: folder.file(name))
        let settings: [String: Any] = [
            AVFormatIDKey: coding, AVSampleRateKey: rate,
            AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 256_000,
            AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let tone = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 44100))
        tone.frameLength = 44100
        for channel in 0..<2 {
            for frame in 0..<44100 {
                tone.floatChannelData![channel][frame] =
                    0.5 * Float(sin(2 * Double.pi * 440 * Double(frame) / 44100))
            }
        }
        try file.write(from: tone)
        file.close()
        let back = try AVAudioFile(forReading: url)
        #expect(back.length == 44100)
        #expect(back.fileFormat.streamDescription.pointee.mFormatID == coding)
        let read = try #require(
            AVAudioPCMBuffer(pcmFormat: back.processingFormat, frameCapacity: 50000))
        try back.read(into: read)
        #expect(read.frameLength == 44100)
        var (noise, signal) = (0.0, 0.0)
        for frame in 2048..<42000 {
            let wanted = Double(tone.floatChannelData![1][frame])
            noise += pow(Double(read.floatChannelData![1][frame]) - wanted, 2)
            signal += wanted * wanted
        }
        #expect(noise < signal * (coding == kAudioFormatOpus ? 1e-3 : 1e-4))
    }

    /// Source: openradar 49315600, which Apple's support confirmed.
    @Test("Opus has one bit rate, whatever is asked for", .enabled(if: BuildTraits.hasFFmpeg))
    func opusBitRate() throws {
        let sizes = try [24_000, 256_000].map { rate in
            let url = URL(fileURLWithPath: folder.file("\(rate).caf"))
            let file = try AVAudioFile(
                forWriting: url,
                settings: [
                    AVFormatIDKey: kAudioFormatOpus, AVSampleRateKey: 48_000.0,
                    AVNumberOfChannelsKey: 1, AVEncoderBitRateKey: rate,
                ])
            var generator = SeededGenerator(seed: 3)
            try file.write(from: noiseBuffer(file.processingFormat, 48_000, &generator))
            file.close()
            return try Data(contentsOf: url).count
        }
        #expect(sizes[0] == sizes[1])
    }

    @Test("Damaged files of every kind never trap")
    func damaged() throws {
        var generator = SeededGenerator(seed: 17)
        let url = URL(fileURLWithPath: folder.file("damaged"))
        for name in ["a.wav", "a.caf", "a.aiff", "a.m4a", "a.au"] {
            let good = URL(fileURLWithPath: folder.file(name))
            let isCompressed = name == "a.m4a"
            guard BuildTraits.hasFFmpeg || !isCompressed else { continue }
            let file = try AVAudioFile(
                forWriting: good,
                settings: [
                    AVFormatIDKey: isCompressed ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM,
                    AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
                ])
            let frames = try #require(
                AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 3000))
            frames.frameLength = 3000
            try file.write(from: frames)
            file.close()
            let bytes = try Data(contentsOf: good)
            for turn in 0..<300 {
                var damaged = bytes
                if turn % 3 == 0 {
                    damaged = damaged.prefix(Int.random(in: 0...bytes.count, using: &generator))
                }
                let end = turn % 2 == 0 ? min(damaged.count, 300) : damaged.count
                for _ in 0..<(end == 0 ? 0 : 4) {
                    damaged[Int.random(in: 0..<end, using: &generator)] =
                        .random(in: 0...255, using: &generator)
                }
                try damaged.write(to: url)
                guard let file = try? AVAudioFile(forReading: url) else { continue }
                #expect(file.length >= 0)
                file.framePosition = file.length / 2
                guard
                    let buffer = AVAudioPCMBuffer(
                        pcmFormat: file.processingFormat, frameCapacity: 1024)
                else { continue }
                try? file.read(into: buffer)
                #expect(buffer.frameLength <= 1024)
            }
        }
    }
}

extension AVAudioPCMBuffer {
    /// The bytes of all frames, buffer after buffer.
    var bytes: [UInt8] {
        let list = UnsafeMutableAudioBufferListPointer(
            UnsafeMutablePointer(mutating: audioBufferList))
        return list.flatMap {
            Array(UnsafeRawBufferPointer(start: $0.mData, count: Int($0.mDataByteSize)))
        }
    }

    /// A copy of some of the frames.
    func part(_ start: Int, _ count: Int) throws -> AVAudioPCMBuffer {
        let part = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(count)))
        part.frameLength = AVAudioFrameCount(count)
        let bytesPerFrame = Int(format.streamDescription.pointee.mBytesPerFrame)
        let source = UnsafeMutableAudioBufferListPointer(
            UnsafeMutablePointer(mutating: audioBufferList))
        let target = UnsafeMutableAudioBufferListPointer(
            UnsafeMutablePointer(mutating: part.audioBufferList))
        for (from, to) in zip(source, target) {
            to.mData?.copyMemory(
                from: from.mData! + start * bytesPerFrame, byteCount: count * bytesPerFrame)
        }
        return part
    }
}

import AVFAudio
import AudioModel
import TestSupport
import Testing

@Suite("AVAudioConverter's streams")
struct AVAudioConverterStreamTests {
    @Test("Equals the C converter to the bit, in pieces of any size")
    func sameAsC() throws {
        var generator = SeededGenerator(seed: 3)
        let rates = [8000.0, 22050, 44100, 48000, 96000]
        let kinds: [AVAudioCommonFormat] = [
            .pcmFormatFloat32, .pcmFormatInt16, .pcmFormatInt32, .pcmFormatFloat64,
        ]
        for turn in 0..<60 {
            func random() throws -> AVAudioFormat {
                try pcmFormat(
                    try #require(kinds.randomElement(using: &generator)),
                    try #require(rates.randomElement(using: &generator)),
                    .random(in: 1...2, using: &generator), interleaved: .random(using: &generator))
            }
            let (from, to) = (try random(), try random())
            let input = try noiseBuffer(from, 3000, &generator)
            let converter = try #require(AVAudioConverter(from: from, to: to))
            let reference = try CConverter(from, to)
            if from.channelCount < to.channelCount { reference.fillBoth() }
            if turn % 3 == 1 {
                converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
                reference.set(
                    kAudioConverterSampleRateConverterQuality, UInt32(kAudioConverterQuality_Max))
            }
            if turn % 3 == 2 {
                converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
                reference.set(
                    kAudioConverterSampleRateConverterComplexity,
                    kAudioConverterSampleRateConverterComplexity_Mastering)
            }
            let method = [AVAudioConverterPrimeMethod.normal, .pre, .none][turn % 5 % 3]
            converter.primeMethod = method
            reference.set(kAudioConverterPrimeMethod, UInt32(method.rawValue))
            let mine = try all(converter, input, &generator)
            #expect(
                try mine == reference.all(input, capacity: 60_000),
                "\(from) → \(to), \(method)")
            let frameCount = mine.count / bytesPerFrame(to)
            let wanted = (3000 * to.sampleRate / from.sampleRate).rounded(.up)
            if method == .normal { #expect(Double(frameCount) == wanted) }
        }
    }

    private func bytesPerFrame(_ format: AVAudioFormat) -> Int {
        let description = format.streamDescription.pointee
        return Int(description.mBytesPerFrame)
            * (format.isInterleaved ? 1 : Int(description.mChannelsPerFrame))
    }

    /// Converts all of a buffer, in pieces of random sizes on both sides.
    private func all(
        _ converter: AVAudioConverter, _ input: AVAudioPCMBuffer,
        _ generator: inout SeededGenerator
    ) throws -> [UInt8] {
        var planes: [[UInt8]] = []
        var next = 0
        while true {
            let output = try pcmBuffer(
                converter.outputFormat, .random(in: 1...700, using: &generator))
            let status = converter.convert(to: output, error: nil) { _, status in
                let count = min(
                    Int.random(in: 1...500, using: &generator), Int(input.frameLength) - next)
                // Between pieces, now and then, nothing.
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    status.pointee = .noDataNow
                    return nil
                }
                guard count > 0, let piece = try? input.part(next, count) else {
                    status.pointee = .endOfStream
                    return nil
                }
                next += count
                status.pointee = .haveData
                return piece
            }
            let list = UnsafeMutableAudioBufferListPointer(
                UnsafeMutablePointer(mutating: output.audioBufferList))
            if planes.isEmpty { planes = Array(repeating: [], count: list.count) }
            for (index, memory) in list.enumerated() {
                planes[index] += UnsafeRawBufferPointer(
                    start: memory.mData, count: Int(memory.mDataByteSize))
            }
            if status == .haveData { #expect(output.frameLength > 0) }
            if status == .endOfStream { return planes.flatMap { $0 } }
            #expect(status != .error)
        }
    }

    @Test("Encodes to packets and decodes them again", .enabled(if: BuildTraits.hasFFmpeg))
    func codecs() throws {
        for id in [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless, kAudioFormatAppleIMA4] {
            let pcm = try pcmFormat(.pcmFormatInt16, 44100, 2, interleaved: true)
            let coded = try #require(
                AVAudioFormat(settings: [
                    AVFormatIDKey: id, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
                ]))
            let encoder = try #require(AVAudioConverter(from: pcm, to: coded))
            if id == kAudioFormatMPEG4AAC {
                #expect(encoder.bitRate == 128_000)
                encoder.bitRate = 192_000
                #expect(encoder.bitRate == 192_000)
                encoder.bitRate = 7
                #expect(encoder.bitRate == 192_000)
                #expect(encoder.availableEncodeBitRates?.contains(64_000) == true)
                #expect(encoder.applicableEncodeBitRates?.contains(16_000) == false)
                #expect(encoder.availableEncodeSampleRates?.contains(44100) == true)
                #expect(encoder.availableEncodeChannelLayoutTags?.isEmpty == false)
                #expect(encoder.primeInfo.leadingFrames > 0)
            }
            var generator = SeededGenerator(seed: 9)
            let frames = try noiseBuffer(pcm, 10_000, &generator)
            var packets: [AVAudioCompressedBuffer] = []
            var isGiven = false
            while true {
                let packet = AVAudioCompressedBuffer(
                    format: coded, packetCapacity: 3,
                    maximumPacketSize: encoder.maximumOutputPacketSize)
                let status = encoder.convert(to: packet, error: nil) { _, status in
                    status.pointee = isGiven ? .endOfStream : .haveData
                    defer { isGiven = true }
                    return isGiven ? nil : frames
                }
                guard status == .haveData else {
                    #expect(status == .endOfStream)
                    break
                }
                #expect(packet.packetCount > 0 && packet.byteLength > 0)
                packets.append(packet)
            }
            #expect((packets.first?.packetDescriptions == nil) == (id == kAudioFormatAppleIMA4))

            let decoder = try #require(AVAudioConverter(from: coded, to: pcm))
            decoder.magicCookie = encoder.magicCookie
            decoder.primeInfo = encoder.primeInfo
            let output = try pcmBuffer(pcm, 20_000)
            var next = packets.makeIterator()
            var error: NSError?
            let status = decoder.convert(to: output, error: &error) { _, status in
                let packet = next.next()
                status.pointee = packet == nil ? .endOfStream : .haveData
                return packet
            }
            #expect(status == .haveData)
            #expect(error == nil)
            #expect(output.frameLength == 10_000)
            if id == kAudioFormatAppleLossless { #expect(output.bytes == frames.bytes) }
        }
    }
}

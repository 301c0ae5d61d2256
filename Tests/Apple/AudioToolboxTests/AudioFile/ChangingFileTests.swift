import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files of about 100 kilobytes with packets that can be told apart.
enum ChangingFile: String, CaseIterable, Sendable {
    case caf, cafAAC, aiff, aifc, wav, au, m4a, adts, mp3

    static let packetCount = 500

    /// Whether this build decodes it.
    var isDecoded: Bool {
        #if FFmpeg
            true
        #else
            ![.cafAAC, .m4a, .adts, .mp3].contains(self)
        #endif
    }

    /// Made once: the tests ask often.
    private static let all = Result {
        try Dictionary(uniqueKeysWithValues: allCases.map { ($0, try $0.made()) })
    }

    func bytes() throws -> [UInt8] {
        try #require(try Self.all.get()[self])
    }

    private func made() throws -> [UInt8] {
        switch self {
        case .caf: try Self.written(.caf, Self.pcm())
        case .aiff: try Self.written(.aiff, Self.pcm(isBigEndian: true))
        case .aifc: SoundFiles.aifcIMA4(packets: 1500, channels: 2)
        case .wav: try Self.written(.wav, Self.pcm())
        case .au:
            ascii(".snd") + [24, UInt32.max, 3, 44100, 2].flatMap { bigEndian($0) } + Self.noise
        case .cafAAC: try Self.written(.caf, Self.aac)
        case .m4a: try Self.written(.m4a, Self.aac)
        case .adts: try Self.written(.adts, Self.aac)
        case .mp3: Self.frames
        }
    }

    private static let packetByteCount = 200
    static let noise: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        // No byte of it starts a frame's header.
        return (0..<packetCount * packetByteCount).map { _ in
            UInt8.random(in: 1...0xF0, using: &random)
        }
    }()

    private static func pcm(isBigEndian: Bool = false) -> StreamFormat {
        StreamFormat(
            sampleRate: 44100, id: .linearPCM,
            flags: isBigEndian
                ? [.signedInteger, .packed, .bigEndian] : [.signedInteger, .packed],
            bytesPerPacket: 4, framesPerPacket: 1, bytesPerFrame: 4, channelCount: 2,
            bitsPerChannel: 16)
    }

    private static let aac = StreamFormat(
        sampleRate: 44100, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
        bytesPerFrame: 0, channelCount: 2, bitsPerChannel: 0)

    private static func written(_ kind: ContainerKind, _ format: StreamFormat) throws -> [UInt8] {
        let sink = MemorySink()
        let writer = try AudioFileWriter(sink, kind: kind, format: format)
        writer.properties.magicCookie = [0x12, 0x10]
        let bytes = noise
        let descriptions = (0..<packetCount).map {
            PacketDescription(
                startOffset: Int64($0 * packetByteCount), byteCount: UInt32(packetByteCount))
        }
        let isFixed = format.bytesPerPacket > 0
        try bytes.withUnsafeBytes { bytes in
            try descriptions.withUnsafeBufferPointer { descriptions in
                try writer.writePackets(
                    startingAt: 0, count: isFixed ? bytes.count / 4 : packetCount, from: bytes,
                    descriptions: isFixed ? nil : descriptions)
            }
        }
        try writer.close()
        return sink.bytes
    }

    /// Frames of 417 bytes: MPEG-1 layer 3, 44,100, 128 kbit/s.
    private static var frames: [UInt8] {
        (0..<packetCount).flatMap { index in
            [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: UInt8(index % 0xF0), count: 413)
        }
    }
}

@Suite("An open audio file")
struct ChangingFileTests {
    let files = SoundFiles()

    private func opened(_ kind: ChangingFile) throws -> (url: URL, file: OpenedFile) {
        let url = try files.write(kind.bytes(), as: kind.rawValue)
        return (url, try OpenedFile(url))
    }

    /// Asks for everything that needs the file's bytes.
    ///
    /// - Returns: What the reads of packets give, near the start and further on.
    private func ask(_ file: OpenedFile) -> [OpenedFile.Packets] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        for property in [
            kAudioFilePropertyAudioDataPacketCount, kAudioFilePropertyMaximumPacketSize,
            kAudioFilePropertyEstimatedDuration, kAudioFilePropertyPacketTableInfo,
            kAudioFilePropertyBitRate, kAudioFilePropertyMagicCookieData,
            kAudioFilePropertyInfoDictionary,
        ] {
            var size = UInt32(8)
            buffer.withUnsafeMutableBytes { buffer in
                _ = AudioFileGetProperty(file.id, property, &size, buffer.baseAddress!)
            }
        }
        var count: UInt32 = 100
        _ = AudioFileReadBytes(file.id, false, 50_000, &count, &buffer)
        var byteCount: UInt32 = 0
        var one: UInt32 = 1
        _ = AudioFileReadPackets(file.id, false, &byteCount, nil, 350, &one, &buffer)
        return [0, 450, 499, 40, 451].map {
            file.packets(at: $0, count: 2, capacity: 4096, describing: true)
        }
    }

    @Test(
        "that is deleted, or whose name another file takes, reads on",
        arguments: ChangingFile.allCases)
    func gone(kind: ChangingFile) throws {
        // Given a file that is open twice.
        let (url, file) = try opened(kind)
        let expected = ask(try OpenedFile(url))
        #expect(expected[0].count == 2)
        // When another file is put in its place.
        let other = try files.write([1, 2, 3], as: "other")
        #expect(rename(other.path, url.path) == 0)
        // Then it reads what it read before, and the other one is no audio file.
        #expect(ask(file) == expected)
        var id: AudioFileID?
        #expect(AudioFileOpenURL(url as CFURL, .readPermission, 0, &id) != noErr)
        // And so when there is none any more.
        try FileManager.default.removeItem(at: url)
        #expect(ask(file) == expected)
    }

    @Test(
        "that is truncated gives an error for the missing packets",
        arguments: ChangingFile.allCases,
        [0, 1, 60, 1500])
    func shrunk(kind: ChangingFile, byteCount: Int) throws {
        // Given an open file, of which nothing was read yet.
        let (url, file) = try opened(kind)
        // When nearly all of it is taken away.
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(byteCount))
        // Then packets far on give an error, and what the app passed is left as it is.
        let far = ask(file).dropFirst()
        for read in [far[1], far[2], far[4]] {
            #expect(read.status != noErr)
            #expect(read.count == 2 && read.byteCount == 4096)
        }
    }

    @Test(
        "that is truncated after its packets were indexed gives an error",
        arguments: ChangingFile.allCases)
    func shrunkLater(kind: ChangingFile) throws {
        let (url, file) = try opened(kind)
        #expect(ask(file).allSatisfy { $0.status == noErr })
        try FileHandle(forWritingTo: url).truncate(atOffset: 0)
        for read in ask(file) {
            #expect(read.status != noErr)
            #expect(read.count == 2 && read.byteCount == 4096)
        }
    }

    @Test(
        "that is truncated gives the remaining frames, and then an error",
        arguments: ChangingFile.allCases.filter(\.isDecoded), [1500, 30_000])
    func framesShrunk(kind: ChangingFile, byteCount: Int) throws {
        // Given a file that is read as frames.
        let url = try files.write(kind.bytes(), as: kind.rawValue)
        let file = try ExtendedFile(url, client: .integers())
        let frameCount = try file.frameCount
        // When most of it is taken away.
        try FileHandle(forWritingTo: url).truncate(atOffset: UInt64(byteCount))
        var read: Int64 = 0
        func readOn() -> OSStatus {
            while read <= frameCount {
                let piece = file.frames(1000, bytesPerFrame: 4)
                guard piece.status == noErr, piece.count > 0 else { return piece.status }
                read += Int64(piece.count)
            }
            return noErr
        }
        // Then an error comes, and before it fewer frames than there were.
        #expect(readOn() != noErr)
        #expect(read < frameCount)
        // And a further read, or a seek, gives an error again.
        #expect(readOn() != noErr)
        #expect(read < frameCount)
        #expect(file.seek(frameCount - 10) == noErr)
        #expect(file.frames(10, bytesPerFrame: 4).status != noErr)
    }

    @Test(
        "that is deleted or written over is read as frames without harm",
        arguments: ChangingFile.allCases.filter(\.isDecoded))
    func framesGone(kind: ChangingFile) throws {
        let url = try files.write(kind.bytes(), as: kind.rawValue)
        let file = try ExtendedFile(url, client: .integers())
        let handle = try FileHandle(forWritingTo: url)
        try FileManager.default.removeItem(at: url)
        let frameCount = try file.frameCount
        #expect(try file.readAll(bytesPerFrame: 4).count == 4 * Int(frameCount))
        try handle.write(contentsOf: Data(repeating: 0xFF, count: kind.bytes().count))
        #expect(file.seek(0) == noErr)
        let piece = file.frames(Int(frameCount), bytesPerFrame: 4)
        #expect(piece.count <= Int(frameCount))
    }

    @Test(
        "that is written over gives bytes or an error", arguments: ChangingFile.allCases,
        ["zeros", "ones", "noise"])
    func overwritten(kind: ChangingFile, filling: String) throws {
        let (url, file) = try opened(kind)
        // When other bytes take the place of all of its own.
        let size = try kind.bytes().count
        let bytes =
            filling == "noise"
            ? ChangingFile.noise.reversed()
            : [UInt8](repeating: filling == "ones" ? 0xFF : 0, count: size)
        try FileHandle(forWritingTo: url).write(contentsOf: Data(bytes))
        // Then no read gives more than was asked for.
        for read in ask(file) where read.status == noErr {
            #expect(read.count <= 2 && read.byteCount <= 4096)
        }
    }

    @Test(
        "that is overwritten during a packet scan gives an error, not the end",
        arguments: [ChangingFile.adts, .mp3])
    func overwrittenMeanwhile(kind: ChangingFile) throws {
        let (url, file) = try opened(kind)
        var index: Int64 = 0
        func readOn() -> OpenedFile.Packets {
            let read = file.packets(at: index, count: 10, capacity: 4200, describing: true)
            index += Int64(read.count)
            return read
        }
        #expect(readOn().status == noErr)
        try FileHandle(forWritingTo: url).write(contentsOf: Data(ChangingFile.noise))
        while index < ChangingFile.packetCount {
            let read = readOn()
            guard read.status == noErr, read.count > 0 else {
                #expect(read.status == kAudioFileInvalidFileError)
                break
            }
        }
        #expect(index < ChangingFile.packetCount)
    }

    @Test(
        "gives two threads that read at random places the right bytes",
        arguments: [ChangingFile.caf, .cafAAC, .wav, .m4a, .adts, .mp3])
    func twoThreads(kind: ChangingFile) throws {
        // Given what each packet is.
        let (url, file) = try opened(kind)
        let reference = try OpenedFile(url)
        let expected = (0..<Int64(ChangingFile.packetCount)).map {
            reference.packets(at: $0, count: 1, capacity: 512, describing: true)
        }
        #expect(expected.allSatisfy { $0.status == noErr && $0.count == 1 })
        nonisolated(unsafe) let shared = file
        let wrong = BlockRuns()
        // When two threads read here and there.
        Crowd(2) { thread in
            var random = SeededGenerator(seed: UInt64(thread))
            for _ in 0..<300 {
                let index = Int.random(in: 0..<ChangingFile.packetCount, using: &random)
                let read = shared.packets(
                    at: Int64(index), count: 1, capacity: 512, describing: true)
                if read != expected[index] { wrong.note() }
            }
        }.wait()
        // Then each got its own.
        #expect(wrong.count == 0)
    }

    @Test(
        "closed while others read it gives them bytes or says that it is closed",
        arguments: [ChangingFile.caf, .m4a, .adts, .mp3])
    func closedMeanwhile(kind: ChangingFile) throws {
        let url = try files.write(kind.bytes(), as: kind.rawValue)
        for _ in 0..<10 {
            var opened: AudioFileID?
            try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
            nonisolated(unsafe) let id = opened
            let odd = BlockRuns()
            Crowd(3) { thread in
                var bytes = [UInt8](repeating: 0, count: 4096)
                var descriptions = [AudioStreamPacketDescription](repeating: .init(), count: 4)
                for step in 0..<20 {
                    var size: UInt32 = 4096
                    var count: UInt32 = 4
                    let status = AudioFileReadPacketData(
                        id, false, &size, &descriptions, Int64(step * 47), &count, &bytes)
                    if status != noErr && status != kAudioFileNotOpenError { odd.note() }
                    if thread == 0, step == 5 { AudioFileClose(id) }
                }
            }.wait()
            #expect(odd.count == 0)
        }
    }
}

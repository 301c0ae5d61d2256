import Synchronization
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Parsing a stream")
struct AudioFileStreamParsingTests {
    /// Twenty frames of four bytes.
    static let linear = SoundFiles.caf(.init(), [SoundFiles.data(Array(0..<80))])
    static let variable = SoundFiles.cafVariable(cookie: [7, 8, 9])

    @Test("announces properties one by one, and last that packets are ready")
    func properties() throws {
        let stream = try ParsedStream()
        for byte in Self.variable { stream.parse([byte]) }
        #expect(
            stream.properties == [
                "ffmt", "dfmt", "flst", "mgic", "pnfo", "doff", "bcnt", "pcnt", "psze", "pkub",
                "abpp", "brat", "info", "redy",
            ])
        #expect(stream.state.withLock { $0.wereCached })
        let plain = try ParsedStream()
        plain.parse(Self.linear)
        #expect(!plain.properties.contains("mgic"))
        #expect(plain.properties.last == "redy")
    }

    #if FFmpeg
        @Test("of FLAC announces its properties and gives its packets, a byte at a time")
        func flac() throws {
            // Apps play FLAC from the network through these calls (dimitris-c/AudioStreaming).
            let files = SoundFiles()
            let url = files.missing("made.flac")
            var format = AudioStreamBasicDescription.coded(kAudioFormatFLAC)
            format.mFormatFlags = 1
            let made = try ExtendedFile(
                creating: url, kAudioFileFLACType, format, client: .integers())
            made.write(
                (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }, bytesPerFrame: 4)
            #expect(made.close() == noErr)
            let file = try OpenedFile(url)
            let bytes = Array(try Data(contentsOf: url))
            let stream = try ParsedStream(hint: kAudioFileFLACType)
            for byte in bytes { #expect(stream.parse([byte]) == noErr) }
            #expect(stream.finish() == noErr)
            let known = stream.properties
            #expect(known.prefix(3) == ["ffmt", "dfmt", "flst"])
            #expect(known.last == "redy")
            for name in ["mgic", "doff", "pcnt", "pkub"] {
                #expect(known.contains(name), "\(name)")
            }
            let packets = file.packets(
                at: 0, count: 1_000, capacity: UInt32(bytes.count), describing: true)
            #expect(stream.packetCount == packets.count)
            #expect(stream.bytes == packets.bytes)
            #expect(
                stream.deliveries.flatMap { $0.sizes ?? [] }
                    == packets.descriptions.map { UInt32($0[2]) })
        }
    #endif

    @Test("gives packets of one size without descriptions, as many as a piece completes")
    func fixed() throws {
        let stream = try ParsedStream()
        stream.parse(Self.linear.dropLast(80))
        #expect(stream.deliveries.isEmpty)
        let audio = Self.linear.suffix(80)
        stream.parse(audio.prefix(3))
        #expect(stream.deliveries.isEmpty)
        stream.parse(audio.dropFirst(3).prefix(10))
        #expect(stream.deliveries == [.init(bytes: Array(0..<12), packetCount: 3, sizes: nil)])
        stream.parse(audio.dropFirst(13))
        #expect(stream.deliveries.count == 2)
        #expect(stream.bytes == Array(0..<80))
        #expect(stream.finish() == noErr)
    }

    @Test("gives packets that differ with descriptions", arguments: [1, 7, 100, 10_000])
    func described(size: Int) throws {
        let stream = try ParsedStream()
        for start in stride(from: 0, to: Self.variable.count, by: size) {
            stream.parse(Self.variable[start..<min(start + size, Self.variable.count)])
        }
        #expect(stream.deliveries.flatMap { $0.sizes ?? [] } == [10, 200, 3, 300])
        #expect(stream.bytes.count == 513)
        for delivery in stream.deliveries {
            var offset: Int64 = 0
            for (size, start) in zip(delivery.sizes ?? [], delivery.startOffsets) {
                #expect(start == offset)
                offset += Int64(size)
            }
        }
    }

    @Test(
        "refuses what cannot be cut, and goes on refusing",
        arguments: [
            ("noise", kAudioFileStreamError_UnsupportedFileType),
            ("Ogg", kAudioFileStreamError_UnsupportedFileType),
            ("table behind", kAudioFileStreamError_NotOptimized),
            ("damaged", kAudioFileStreamError_InvalidFile),
            ("unknown coding", kAudioFileStreamError_UnsupportedDataFormat),
        ])
    func refused(name: String, status: OSStatus) throws {
        var aac = SoundFiles.Description()
        aac.format = "aac "
        aac.bytesPerPacket = 0
        let files: [String: [UInt8]] = [
            "noise": Array(repeating: 0x55, count: 100),
            "Ogg": ascii("OggS") + Array(repeating: 0, count: 100),
            "table behind": SoundFiles.caf(aac, [SoundFiles.data([1, 2, 3])]),
            "damaged": SoundFiles.caf(.init(channels: 0), [SoundFiles.data([1, 2])]),
            "unknown coding": SoundFiles.riff(
                "WAVE",
                [
                    .init(
                        "fmt ",
                        [0x34, 0x12, 1, 0, 0x40, 0x1F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
                    .init("data", [1, 2, 3, 4]),
                ]),
        ]
        let stream = try ParsedStream()
        #expect(stream.parse(files[name] ?? []) == status)
        #expect(stream.parse([1, 2, 3]) == status)
        #expect(stream.deliveries.isEmpty)
    }

    @Test("uses the type hint where the first bytes are ambiguous")
    func hint() throws {
        let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 1, count: 92)
        let bytes = Array(frame.dropFirst(40)) + frame + frame + frame
        let stream = try ParsedStream(hint: kAudioFileMP3Type)
        #expect(stream.parse(bytes) == noErr)
        #expect(stream.packetCount == 3)
        #expect(try ParsedStream().parse(bytes) == kAudioFileStreamError_UnsupportedFileType)
    }

    @Test("of a stream that ends is completed by saying so")
    func finished() throws {
        // One frame is none before it is sure that no other must follow.
        let frame: [UInt8] = [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: 1, count: 92)
        let stream = try ParsedStream()
        stream.parse(frame)
        #expect(stream.packetCount == 0)
        #expect(stream.finish() == noErr)
        #expect(stream.packetCount == 1)
    }

    @Test("goes on where a seek says, exactly or nearly")
    func seeking() throws {
        let stream = try ParsedStream()
        stream.parse(Self.linear.prefix(100))
        var byte: Int64 = -1
        var flags: AudioFileStreamSeekFlags = .offsetIsEstimated
        #expect(AudioFileStreamSeek(stream.id, 15, &byte, &flags) == noErr)
        #expect(byte == 60)
        #expect(flags == [])
        let before = stream.bytes.count
        stream.parse(Self.linear.suffix(20), .discontinuity)
        #expect(Array(stream.bytes.dropFirst(before)) == Array(60..<80))
        #expect(
            AudioFileStreamSeek(stream.id, 21, &byte, &flags)
                == kAudioFileStreamError_InvalidPacketOffset)
        #expect(byte == 60)

        let frames: [UInt8] = (0..<9).flatMap { (index: UInt8) -> [UInt8] in
            [0xFF, 0xF3, 0x44, 0xC0] + Array(repeating: index, count: 92)
        }
        let mp3 = try ParsedStream()
        mp3.parse(frames)
        #expect(AudioFileStreamSeek(mp3.id, 4, &byte, &flags) == noErr)
        #expect(byte == 4 * 96)
        #expect(flags == .offsetIsEstimated)
        mp3.parse(frames[(4 * 96)...])
        #expect(mp3.packetCount == 9 + 5)
    }

    @Test("resynchronises after a gap with self-framed packets, and not with a packet table")
    func gaps() throws {
        let stream = try ParsedStream()
        stream.parse(Self.variable.dropLast(400))
        #expect(
            stream.parse(Self.variable.suffix(300), .discontinuity)
                == kAudioFileStreamError_DiscontinuityCantRecover)
        var byte: Int64 = 0
        var flags: AudioFileStreamSeekFlags = []
        #expect(AudioFileStreamSeek(stream.id, 3, &byte, &flags) == noErr)
        #expect(byte == 213)
        #expect(stream.parse(Self.variable.suffix(300), .discontinuity) == noErr)
        #expect(stream.deliveries.last?.sizes == [300])
    }
}

@Suite("Inside its own functions an app")
struct AudioFileStreamReentranceTests {
    @Test("gets every announced property")
    func asks() throws {
        let stream = try ParsedStream()
        stream.state.withLock { state in
            state.insideProperty = { id, name in
                var size: UInt32 = 0
                let property = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
                #expect(AudioFileStreamGetPropertyInfo(id, property, &size, nil) == noErr)
                #expect(size > 0)
            }
        }
        stream.parse(AudioFileStreamParsingTests.variable)
        #expect(stream.properties.count == 14)
    }

    @Test("closes the stream, and gets no more callbacks")
    func closes() throws {
        let stream = try ParsedStream()
        stream.state.withLock { state in
            state.insideProperty = { id, name in
                if name == "flst" { #expect(AudioFileStreamClose(id) == noErr) }
            }
        }
        #expect(stream.parse(AudioFileStreamParsingTests.linear) == noErr)
        #expect(stream.properties == ["ffmt", "dfmt", "flst"])
        #expect(stream.deliveries.isEmpty)
        #expect(stream.parse([1]) == kAudioFileStreamError_IllegalOperation)
    }

    @Test("closes the stream at the first packets of many, and gets no more")
    func closesAtPackets() throws {
        let stream = try ParsedStream()
        stream.state.withLock { $0.insidePackets = { AudioFileStreamClose($0) } }
        #expect(stream.parse(SoundFiles.sixSeconds()) == noErr)
        #expect(stream.deliveries.count == 1)
    }

    @Test("brings more bytes, which come after those under way")
    func parses() throws {
        let file = AudioFileStreamParsingTests.linear
        let stream = try ParsedStream()
        stream.state.withLock { state in
            state.insideProperty = { id, name in
                guard name == "redy" else { return }
                let tail = Array(file.suffix(60))
                tail.withUnsafeBytes {
                    #expect(
                        AudioFileStreamParseBytes(id, UInt32($0.count), $0.baseAddress, [])
                            == noErr)
                }
            }
        }
        #expect(stream.parse(file.dropLast(60)) == noErr)
        #expect(stream.bytes == Array(0..<80))
    }

    @Test("seeks, and the rest of the bytes under way is forgotten")
    func seeks() throws {
        let file = SoundFiles.sixSeconds()
        let stream = try ParsedStream()
        stream.state.withLock { state in
            state.insidePackets = { id in
                var byte: Int64 = 0
                var flags: AudioFileStreamSeekFlags = []
                #expect(AudioFileStreamSeek(id, 264_599, &byte, &flags) == noErr)
            }
        }
        #expect(stream.parse(file) == noErr)
        #expect(stream.deliveries.count == 1)
        #expect(stream.parse(file.suffix(4)) == noErr)
        #expect(stream.deliveries.last?.bytes == littleEndian(UInt32(264_599)))
    }

    @Test("may be on several threads at once")
    func threads() throws {
        let file = AudioFileStreamParsingTests.linear
        let stream = try ParsedStream()
        stream.parse(file.dropLast(80))
        Crowd(4) { _ in
            for _ in 0..<50 {
                stream.parse([1, 2, 3, 4])
                _ = stream.status(of: kAudioFileStreamProperty_DataFormat)
            }
        }.wait()
        #expect(stream.bytes.count <= 80)
    }
}

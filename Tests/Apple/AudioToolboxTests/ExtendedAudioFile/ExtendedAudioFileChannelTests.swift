import AudioToolbox
import TestSupport
import Testing

@Suite("The channels of an extended audio file")
struct ExtendedAudioFileChannelTests {
    let files = SoundFiles()

    private static let packed = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked

    /// One frame, in which every channel tells its number.
    private func sixChannels(
        _ type: AudioFileTypeID, _ tag: AudioChannelLayoutTag
    ) throws -> (url: URL, format: AudioStreamBasicDescription) {
        let big = type == kAudioFileAIFCType ? kAudioFormatFlagIsBigEndian : 0
        let format = AudioStreamBasicDescription.integers(channels: 6, flags: big)
        let made = try MadeFile(files, type, format, name: "six")
        #expect(made.setLayout(layout(tag: tag)) == noErr)
        let frame: [UInt8] = (1...6).flatMap { big == 0 ? [$0, 0] : [0, $0] }
        #expect(made.write(frame, at: 0, size: 12) == noErr)
        #expect(made.close() == noErr)
        return (made.url, format)
    }

    @Test(
        "stay in file order without a client channel layout",
        arguments: [kAudioFileCAFType, kAudioFileAIFCType],
        [
            kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_MPEG_5_1_B,
            kAudioChannelLayoutTag_MPEG_5_1_C, kAudioChannelLayoutTag_MPEG_5_1_D,
        ])
    func asTheyAre(type: AudioFileTypeID, tag: AudioChannelLayoutTag) throws {
        let (url, format) = try sixChannels(type, tag)
        let client = AudioStreamBasicDescription.integers(channels: 6)
        for wanted in [nil, format, client] {
            let file = try ExtendedFile(url)
            if let wanted { #expect(file.setClient(wanted) == noErr) }
            let big = (wanted ?? format).mFormatFlags & kAudioFormatFlagIsBigEndian != 0
            #expect(
                try file.read(1, bytesPerFrame: 12)
                    == (1...6).flatMap { big ? [0, $0] : [$0, 0] as [UInt8] })
        }
        // When the client says that its channels are in another order, they are brought there.
        let file = try ExtendedFile(url, client: client)
        let wave = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(file.set(kExtAudioFileProperty_ClientChannelLayout, bytes: wave) == noErr)
        let order: [UInt8] =
            switch tag {
            case kAudioChannelLayoutTag_MPEG_5_1_B: [1, 2, 5, 6, 3, 4]
            case kAudioChannelLayoutTag_MPEG_5_1_C: [1, 3, 2, 6, 4, 5]
            case kAudioChannelLayoutTag_MPEG_5_1_D: [2, 3, 1, 6, 4, 5]
            default: [1, 2, 3, 4, 5, 6]
            }
        #expect(try file.read(1, bytesPerFrame: 12) == order.flatMap { [$0, 0] })
    }

    @Test("are written in client order without a client channel layout")
    func written() throws {
        let url = files.missing("written.caf")
        let format = AudioStreamBasicDescription.integers(channels: 6)
        let file = try ExtendedFile(creating: url, kAudioFileCAFType, format)
        let centreFirst = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
        #expect(file.set(kExtAudioFileProperty_FileChannelLayout, bytes: centreFirst) == noErr)
        #expect(file.setClient(format) == noErr)
        let frame: [UInt8] = (1...6).flatMap { [$0, 0] }
        #expect(file.write(frame, bytesPerFrame: 12) == noErr)
        #expect(file.close() == noErr)
        #expect(try OpenedFile(url).packets(at: 0, count: 1, capacity: 12).bytes == frame)
    }

    @Test("are the first ones where the client has fewer, until mixing is asked for")
    func fewer() throws {
        let made = try MadeFile(files, kAudioFileWAVEType, .integers(), name: "two")
        #expect(made.write([100, 0, 50, 0], at: 0) == noErr)
        #expect(made.close() == noErr)
        let file = try ExtendedFile(made.url, client: .integers(channels: 1))
        #expect(try file.read(1, bytesPerFrame: 2) == [100, 0])
        // When the file's own converter is told to mix, then the file does.
        let converter = try file.property(kExtAudioFileProperty_AudioConverter, UInt(0))
        var mixes: UInt32 = 1
        #expect(
            AudioConverterSetProperty(
                AudioConverterRef(bitPattern: converter), kAudioConverterPropertyPerformDownmix, 4,
                &mixes) == noErr)
        #expect(file.set(kExtAudioFileProperty_ConverterConfig, UInt(0)) == noErr)
        #expect(file.seek(0) == noErr)
        #expect(try file.read(1, bytesPerFrame: 2) == [75, 0])
    }

    @Test("are left alone where a client has two and the file one, until both are asked for")
    func more() throws {
        let made = try MadeFile(files, kAudioFileWAVEType, .integers(channels: 1), name: "one")
        #expect(made.write([100, 0], at: 0, size: 2) == noErr)
        #expect(made.close() == noErr)
        let file = try ExtendedFile(made.url, client: .integers())
        #expect(try file.read(1, bytesPerFrame: 4) == [100, 0, 0, 0])
        try setMap([0, 0], file)
        #expect(file.seek(0) == noErr)
        #expect(try file.read(1, bytesPerFrame: 4) == [100, 0, 100, 0])
    }

    /// Says of the file's own converter where its channels come from, and that the file do the same.
    private func setMap(_ map: [Int32], _ file: ExtendedFile) throws {
        let converter = try file.property(kExtAudioFileProperty_AudioConverter, UInt(0))
        #expect(
            AudioConverterSetProperty(
                AudioConverterRef(bitPattern: converter), kAudioConverterChannelMap,
                UInt32(4 * map.count), map) == noErr)
        #expect(file.set(kExtAudioFileProperty_ConverterConfig, UInt(0)) == noErr)
    }

    @Test("that a map picked are the usual ones again with another client's format")
    func mapForgotten() throws {
        let made = try MadeFile(files, kAudioFileWAVEType, .integers(), name: "two")
        #expect(made.write([100, 0, 50, 0, 1, 0, 2, 0], at: 0) == noErr)
        #expect(made.close() == noErr)
        let file = try ExtendedFile(made.url, client: .integers(channels: 1))
        try setMap([1], file)
        #expect(try file.read(1, bytesPerFrame: 2) == [50, 0])
        // A format that cannot be changes nothing.
        #expect(file.setClient(.coded(kAudioFormatMPEG4AAC)) != noErr)
        #expect(try file.position == 1)
        #expect(try file.read(1, bytesPerFrame: 2) == [2, 0])
        // When the client wants two channels, it gets both; and the first, when it wants one.
        #expect(file.seek(0) == noErr)
        #expect(file.setClient(.integers()) == noErr)
        #expect(try file.read(1, bytesPerFrame: 4) == [100, 0, 50, 0])
        #expect(file.setClient(.integers(channels: 1)) == noErr)
        #expect(try file.read(1, bytesPerFrame: 2) == [1, 0])
    }

    @Test("of a file that is written are the usual ones again with another client's format")
    func mapForgottenWriting() throws {
        let url = files.missing("map.wav")
        let file = try ExtendedFile(
            creating: url, kAudioFileWAVEType, .integers(channels: 1), client: .integers())
        try setMap([1], file)
        #expect(file.setClient(.integers(channels: 1)) == noErr)
        #expect(file.setClient(.integers()) == noErr)
        #expect(file.write([1, 0, 2, 0], bytesPerFrame: 4) == noErr)
        #expect(file.close() == noErr)
        #expect(try ExtendedFile(url).readAll(bytesPerFrame: 2) == [1, 0])
    }

    @Test("that the client named are unnamed with a format of another number of them")
    func layoutForgotten() throws {
        let made = try MadeFile(files, kAudioFileWAVEType, .integers(), name: "two")
        #expect(made.write([1, 0, 2, 0], at: 0) == noErr)
        #expect(made.close() == noErr)
        let file = try ExtendedFile(made.url)
        let stereo = layout(tag: kAudioChannelLayoutTag_Stereo)
        let id = kExtAudioFileProperty_ClientChannelLayout
        #expect(file.set(id, bytes: stereo) == noErr)
        var size: UInt32 = 0
        #expect(file.setClient(.integers(32)) == noErr)
        #expect(ExtAudioFileGetPropertyInfo(file.reference, id, &size, nil) == noErr)
        #expect(file.setClient(.integers(channels: 1)) == noErr)
        #expect(
            ExtAudioFileGetPropertyInfo(file.reference, id, &size, nil)
                == kExtAudioFileError_InvalidProperty)
    }
}

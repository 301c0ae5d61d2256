import AudioToolbox
import TestSupport
import Testing

@Suite("The channel layout of a file")
struct AudioFileLayoutTests {
    let files = SoundFiles()

    private func sixChannels(
        _ type: AudioFileTypeID = kAudioFileWAVEType, name: String = "made.bin"
    ) throws -> MadeFile {
        let big = type == kAudioFileAIFCType ? kAudioFormatFlagIsBigEndian : 0
        return try MadeFile(files, type, .integers(channels: 6, flags: big), name: name)
    }

    private let bits = layout(tag: kAudioChannelLayoutTag_UseChannelBitmap, bitmap: 0x3F)

    @Test(
        "is stored by WAVE as a bitmap, however it was given",
        arguments: [kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type])
    func kept(type: AudioFileTypeID) throws {
        for (index, said) in [
            layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A),
            layout(tag: 0, labels: [1, 2, 3, 4, 5, 6]), bits,
        ].enumerated() {
            let made = try sixChannels(type, name: "\(index)")
            #expect(made.setLayout(said) == noErr)
            let open = OpenedFile(sharing: made.id)
            #expect(try open.channelLayout.count >= 12)
            #expect(made.write([UInt8](repeating: 1, count: 24), at: 0, size: 12) == noErr)
            let read = try made.reopened()
            #expect(try read.channelLayout == bits)
            let items = try read.formatListItem
            #expect(items.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        }
    }

    @Test("is refused by WAVE without a matching bitmap, and the old one stays")
    func unsaid() throws {
        let made = try sixChannels()
        #expect(made.setLayout(bits) == noErr)
        for said in [
            // In the order of AAC, without places, and one place twice.
            layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D),
            layout(tag: kAudioChannelLayoutTag_DiscreteInOrder | 6),
            layout(tag: 0, labels: [1, 2, 3, 4, 5, 5]), layout(tag: 0, labels: [2, 1, 3, 4, 5, 6]),
        ] {
            #expect(made.setLayout(said) == kAudioFileOperationNotSupportedError)
        }
        let open = OpenedFile(sharing: made.id)
        #expect(try open.channelLayout == bits)
    }

    @Test(
        "is refused when it is of another number of channels",
        arguments: [kAudioFileWAVEType, kAudioFileCAFType, kAudioFileAIFCType])
    func otherCount(type: AudioFileTypeID) throws {
        let made = try sixChannels(type)
        for said in [
            layout(tag: kAudioChannelLayoutTag_Stereo), layout(tag: 0, labels: [1, 2]),
            layout(tag: kAudioChannelLayoutTag_UseChannelBitmap, bitmap: 3),
            layout(tag: 0), layout(tag: kAudioChannelLayoutTag_MPEG_7_1_A),
        ] {
            #expect(made.setLayout(said) == kAudio_ParamError)
        }
    }

    @Test("of an extended file is refused where the file type cannot store it")
    func extended() throws {
        let file = try ExtendedFile(
            creating: files.missing("made.wav"), kAudioFileWAVEType, .integers(channels: 6))
        func set(_ bytes: [UInt8]) -> OSStatus {
            file.set(kExtAudioFileProperty_FileChannelLayout, bytes: bytes)
        }
        #expect(
            set(layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D))
                == kAudioFileOperationNotSupportedError)
        #expect(set(layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)) == noErr)
        file.write([UInt8](repeating: 1, count: 24), bytesPerFrame: 12)
        #expect(file.close() == noErr)
        let read = try OpenedFile(files.missing("made.wav"))
        #expect(try read.channelLayout == bits)
    }

    #if FFmpeg
        @Test(
            "of a coding with six channels is the one that Audio Format Services report",
            arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
        func coded(coding: AudioFormatID) throws {
            // Given 5.1, with the app's channels in the order of the packets of AAC.
            var format = AudioStreamBasicDescription.coded(coding, channels: 6)
            if coding == kAudioFormatAppleLossless { format.mFormatFlags = 1 }
            let url = files.missing("made.m4a")
            let file = try ExtendedFile(
                creating: url, kAudioFileM4AType, format, client: .integers(channels: 6))
            for property in [
                kExtAudioFileProperty_FileChannelLayout, kExtAudioFileProperty_ClientChannelLayout,
            ] {
                let order = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
                #expect(file.set(property, bytes: order) == noErr)
            }
            let frames = 44_100 / 5
            let pitches = [503.0, 301, 401, 701, 809, 61]
            let samples = (0..<frames * 6).map { index -> Int16 in
                let angle = 2 * Double.pi * pitches[index % 6] / 44_100 * Double(index / 6)
                return Int16(10_000 * sin(angle))
            }
            file.write(samples.bytes, bytesPerFrame: 12)
            #expect(file.close() == noErr)

            // Then it reads in that order.
            let read = try OpenedFile(url)
            let first = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
            #expect(try read.channelLayout == first)
            let item = try read.formatListItem
            #expect(item.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_D)
            let cookie = try read.cookie
            let told = formatList(item.mASBD, cookie)
            #expect(told.map(\.mChannelLayoutTag) == [kAudioChannelLayoutTag_MPEG_5_1_D])
            if coding == kAudioFormatAppleLossless {
                // The layout is behind the 24 bytes of the configuration.
                let tag = kAudioChannelLayoutTag_MPEG_5_1_D
                let number = withUnsafeBytes(of: tag.bigEndian) { Array($0) }
                let head: [UInt8] = [0, 0, 0, 24] + Array("chan".utf8) + [0, 0, 0, 0]
                let layout: [UInt8] = head + number + [0, 0, 0, 0, 0, 0, 0, 0]
                #expect(cookie.count == 48)
                #expect(Array(cookie.dropFirst(24)) == layout)
            } else {
                #expect(ask(kAudioFormatProperty_ChannelLayoutFromESDS, cookie).bytes == first)
            }
            let decoded = try ExtendedFile(url, client: .integers(channels: 6))
            let bytes = try decoded.readAll(bytesPerFrame: 12)
            #expect(
                (0..<6).map { loudest(bytes, channel: $0, of: pitches) }
                    == pitches)
            // A client of two channels gets left and right.
            let pair = try ExtendedFile(url, client: .integers(channels: 2))
            let stereo = try pair.readAll(bytesPerFrame: 4)
            #expect(
                (0..<2).map { loudest(stereo, channel: $0, of: pitches, bytesPerFrame: 4) }
                    == [301, 401])
            // And in that of WAVE for a client that says so.
            let ordered = try ExtendedFile(url, client: .integers(channels: 6))
            let wave = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
            #expect(ordered.set(kExtAudioFileProperty_ClientChannelLayout, bytes: wave) == noErr)
            let reordered = try ordered.readAll(bytesPerFrame: 12)
            #expect(
                (0..<6).map { loudest(reordered, channel: $0, of: pitches) }
                    == [301, 401, 503, 61, 701, 809])
        }

        private func loudest(
            _ bytes: [UInt8], channel: Int, of pitches: [Double], bytesPerFrame: Int = 12
        ) -> Double? {
            let samples = stride(
                from: bytesPerFrame * 3000 + 2 * channel, to: bytes.count, by: bytesPerFrame
            ).map {
                Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
            }
            func level(_ hertz: Double) -> Double {
                var (real, imaginary) = (0.0, 0.0)
                for (index, sample) in samples.enumerated() {
                    let angle = 2 * Double.pi * hertz / 44_100 * Double(index)
                    real += sample * cos(angle)
                    imaginary += sample * sin(angle)
                }
                return real * real + imaginary * imaginary
            }
            return pitches.max { level($0) < level($1) }
        }
    #endif
}

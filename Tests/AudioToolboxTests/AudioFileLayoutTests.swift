import AudioToolbox
import Testing

@Suite("The channel layout of a file")
struct AudioFileLayoutTests {
    let files: SoundFiles

    init() throws {
        files = try SoundFiles()
    }

    private func sixChannels(
        _ type: AudioFileTypeID = kAudioFileWAVEType, name: String = "made.bin"
    ) throws -> MadeFile {
        let big = type == kAudioFileAIFCType ? kAudioFormatFlagIsBigEndian : 0
        return try MadeFile(
            files, type,
            .pcm(
                kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | big, bits: 16,
                channels: 6), name: name)
    }

    private let bits = layout(tag: kAudioChannelLayoutTag_UseChannelBitmap, bitmap: 0x3F)

    @Test(
        "is kept by WAVE as bits, however it was said",
        arguments: [kAudioFileWAVEType, kAudioFileRF64Type, kAudioFileBW64Type])
    func kept(type: AudioFileTypeID) throws {
        for (index, said) in [
            layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A),
            layout(tag: 0, labels: [1, 2, 3, 4, 5, 6]), bits,
        ].enumerated() {
            let made = try sixChannels(type, name: "\(index)")
            #expect(made.set(kAudioFilePropertyChannelLayout, bytes: said) == noErr)
            let open = OpenedFile(sharing: made.id)
            #expect(try open.bytes(kAudioFilePropertyChannelLayout).count >= 12)
            #expect(made.write([UInt8](repeating: 1, count: 24), at: 0, size: 12) == noErr)
            #expect(made.close() == noErr)
            let read = try OpenedFile(made.url)
            #expect(try read.bytes(kAudioFilePropertyChannelLayout) == bits)
            let items = try read.property(
                kAudioFilePropertyFormatList, AudioFormatListItem())
            #expect(items.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
        }
    }

    @Test("is refused by WAVE, and what was there stays, where it has no bits for it")
    func unsaid() throws {
        let made = try sixChannels()
        #expect(made.set(kAudioFilePropertyChannelLayout, bytes: bits) == noErr)
        for said in [
            // In the order of AAC, without places, and one place twice.
            layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D),
            layout(tag: kAudioChannelLayoutTag_DiscreteInOrder | 6),
            layout(tag: 0, labels: [1, 2, 3, 4, 5, 5]), layout(tag: 0, labels: [2, 1, 3, 4, 5, 6]),
        ] {
            #expect(
                made.set(kAudioFilePropertyChannelLayout, bytes: said)
                    == kAudioFileOperationNotSupportedError)
        }
        let open = OpenedFile(sharing: made.id)
        #expect(try open.bytes(kAudioFilePropertyChannelLayout) == bits)
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
            #expect(
                made.set(kAudioFilePropertyChannelLayout, bytes: said) == kAudio_ParamError)
        }
    }

    @Test("of an extended file is refused where the file has no word for it")
    func extended() throws {
        let file = try ExtendedFile(
            creating: files.missing("made.wav"), kAudioFileWAVEType, .integers(channels: 6))
        func set(_ bytes: [UInt8]) -> OSStatus {
            ExtAudioFileSetProperty(
                file.reference, kExtAudioFileProperty_FileChannelLayout, UInt32(bytes.count), bytes)
        }
        #expect(
            set(layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D))
                == kAudioFileOperationNotSupportedError)
        #expect(set(layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)) == noErr)
        file.write([UInt8](repeating: 1, count: 24), bytesPerFrame: 12)
        #expect(ExtAudioFileDispose(file.reference) == noErr)
        let read = try OpenedFile(files.missing("made.wav"))
        #expect(try read.bytes(kAudioFilePropertyChannelLayout) == bits)
    }

    #if FFmpeg
        @Test(
            "is told of a coding of six channels, and is the one that Audio Format tells",
            arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
        func coded(coding: AudioFormatID) throws {
            // Given 5.1, with the app's channels in the order of the packets of AAC.
            var format = AudioStreamBasicDescription.coded(coding, channels: 6)
            if coding == kAudioFormatAppleLossless { format.mFormatFlags = 1 }
            let url = files.missing("made.m4a")
            let file = try ExtendedFile(creating: url, kAudioFileM4AType, format)
            #expect(file.setClient(.integers(channels: 6)) == noErr)
            for property in [
                kExtAudioFileProperty_FileChannelLayout, kExtAudioFileProperty_ClientChannelLayout,
            ] {
                let order = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
                #expect(
                    ExtAudioFileSetProperty(
                        file.reference, property, UInt32(order.count), order) == noErr)
            }
            let frames = 44_100 / 5
            let pitches = [503.0, 301, 401, 701, 809, 61]
            let samples = (0..<frames * 6).map { index -> Int16 in
                let angle = 2 * Double.pi * pitches[index % 6] / 44_100 * Double(index / 6)
                return Int16(10_000 * sin(angle))
            }
            file.write(samples.withUnsafeBytes { Array($0) }, bytesPerFrame: 12)
            #expect(ExtAudioFileDispose(file.reference) == noErr)

            // Then it reads as left, right, centre, low, and the two behind.
            let read = try OpenedFile(url)
            let first = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
            #expect(try read.bytes(kAudioFilePropertyChannelLayout) == first)
            let item = try read.property(kAudioFilePropertyFormatList, AudioFormatListItem())
            #expect(item.mChannelLayoutTag == kAudioChannelLayoutTag_MPEG_5_1_A)
            let cookie = try read.bytes(kAudioFilePropertyMagicCookieData)
            let told = cookie.withUnsafeBytes { bytes in
                ask(
                    kAudioFormatProperty_FormatList,
                    with: AudioFormatInfo(
                        mASBD: item.mASBD, mMagicCookie: bytes.baseAddress,
                        mMagicCookieSize: UInt32(bytes.count))
                ).list(AudioFormatListItem.self)
            }
            #expect(told.map(\.mChannelLayoutTag) == [kAudioChannelLayoutTag_MPEG_5_1_A])
            if coding == kAudioFormatMPEG4AAC {
                #expect(ask(kAudioFormatProperty_ChannelLayoutFromESDS, cookie).bytes == first)
            }
            let decoded = try ExtendedFile(url)
            #expect(decoded.setClient(.integers(channels: 6)) == noErr)
            let bytes = try decoded.readAll(bytesPerFrame: 12)
            #expect(
                (0..<6).map { loudest(bytes, channel: $0, of: pitches) }
                    == [301, 401, 503, 61, 701, 809])
        }

        private func loudest(_ bytes: [UInt8], channel: Int, of pitches: [Double]) -> Double? {
            let samples = stride(from: 12 * 3000 + 2 * channel, to: bytes.count, by: 12).map {
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

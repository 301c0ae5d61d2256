#if FFmpeg
    import AudioFormats
    import AudioToolbox
    import TestSupport
    import Testing

    @Suite("An extended audio file of FLAC or Opus")
    struct ExtendedAudioFileEncodingTests {
        let files = SoundFiles()

        private func coded(
            _ id: AudioFormatID, rate: Double = 48_000, flags: UInt32 = 0
        ) -> AudioStreamBasicDescription {
            var format = AudioStreamBasicDescription()
            format.mSampleRate = rate
            format.mFormatID = id
            format.mFormatFlags = flags
            format.mChannelsPerFrame = 2
            return format
        }

        @Test(
            "gives back every sample, in FLAC's own file and in CAF",
            arguments: [
                ("a.flac", kAudioFileFLACType), ("a.caf", kAudioFileCAFType),
            ])
        func lossless(name: String, type: AudioFileTypeID) throws {
            let url = files.missing(name)
            let file = try ExtendedFile(
                creating: url, type, coded(kAudioFormatFLAC, rate: 44_100, flags: 1))
            #expect(file.setClient(.integers()) == noErr)
            let samples = testSamples(12_345)
            for start in stride(from: 0, to: samples.count, by: 4 * 999) {
                #expect(
                    file.write(Array(samples[start...].prefix(4 * 999)), bytesPerFrame: 4) == noErr)
            }
            #expect(file.close() == noErr)
            let written = try ExtendedFile(url)
            #expect(try written.frameCount == 12_345)
            #expect(written.setClient(.integers()) == noErr)
            #expect(try written.readAll(bytesPerFrame: 4) == samples)
        }

        @Test("of Opus in CAF has the length of its source")
        func opus() throws {
            var opus = coded(kAudioFormatOpus)
            var size = UInt32(MemoryLayout.size(ofValue: opus))
            #expect(
                AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &opus)
                    == noErr)
            let url = files.missing("a.caf")
            guard let file = try? ExtendedFile(creating: url, kAudioFileCAFType, opus),
                file.setClient(.integers(rate: 48_000)) == noErr
            else { return }  // FFmpeg was built without libopus.
            #expect(file.write(testSamples(54_321), bytesPerFrame: 4) == noErr)
            #expect(file.close() == noErr)
            #expect(try ExtendedFile(url).frameCount == 54_321)
        }

        @Test("does not make MP3 or Ogg, as on Apple's systems")
        func refused() throws {
            var file: ExtAudioFileRef?
            for (name, type, format, status) in [
                ("a.mp3", kAudioFileMP3Type, coded(kAudioFormatMPEGLayer3), "typ?"),
                ("a.ogg", 0x4F67_6766, coded(kAudioFormatOpus), "typ?"),
            ] as [(String, AudioFileTypeID, AudioStreamBasicDescription, FourCharText)] {
                var format = format
                #expect(
                    ExtAudioFileCreateWithURL(
                        files.missing(name) as NSURL, type, &format, nil, 0, &file)
                        == status.status, "\(name)")
            }
            var (input, output) = (
                AudioStreamBasicDescription.integers(), coded(kAudioFormatMPEGLayer3, rate: 44_100)
            )
            var converter: AudioConverterRef?
            #expect(
                AudioConverterNew(&input, &output, &converter)
                    == kAudioConverterErr_FormatNotSupported)
            var size: UInt32 = 0
            AudioFormatGetPropertyInfo(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size)
            var codings = [UInt32](repeating: 0, count: Int(size) / 4)
            AudioFormatGetProperty(kAudioFormatProperty_EncodeFormatIDs, 0, nil, &size, &codings)
            #expect(codings.contains(kAudioFormatFLAC))
            #expect(!codings.contains(kAudioFormatMPEGLayer3))
        }
    }

    /// A status as its four characters.
    private struct FourCharText: ExpressibleByStringLiteral {
        var status: OSStatus

        init(stringLiteral text: String) {
            status = OSStatus(bitPattern: text.utf8.reduce(0) { $0 << 8 | UInt32($1) })
        }
    }
#endif

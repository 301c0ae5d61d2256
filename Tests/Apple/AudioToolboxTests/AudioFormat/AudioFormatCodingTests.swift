import AudioToolbox
import TestSupport
import Testing

@Suite("Audio Format Services for codings")
struct AudioFormatCodingTests {
    private func description(
        _ id: AudioFormatID, rate: Double = 44_100, channels: UInt32 = 2, bits: UInt32 = 0,
        flags: UInt32 = 0
    ) -> AudioStreamBasicDescription {
        var description = AudioStreamBasicDescription.coded(id, channels: channels, rate: rate)
        description.mBitsPerChannel = bits
        description.mFormatFlags = flags
        return description
    }

    private func completed(
        _ given: AudioStreamBasicDescription, cookie: [UInt8]? = nil
    ) -> (status: OSStatus, result: AudioStreamBasicDescription) {
        var value = given
        var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        let status =
            cookie.map { cookie in
                cookie.withUnsafeBytes {
                    AudioFormatGetProperty(
                        kAudioFormatProperty_FormatInfo, UInt32($0.count), $0.baseAddress, &size,
                        &value)
                }
            } ?? AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &value)
        return (status, value)
    }

    @Test(
        "fills in packets",
        arguments: [
            (kAudioFormatLinearPCM, 16, 4, 1, 4), (kAudioFormatULaw, 0, 2, 1, 2),
            (kAudioFormatAppleIMA4, 0, 68, 64, 0), (kAudioFormatMPEG4AAC, 0, 0, 1024, 0),
            (kAudioFormatAppleLossless, 0, 0, 4096, 0), (kAudioFormatMPEGLayer3, 0, 0, 1152, 0),
            (kAudioFormatMPEG4AAC_HE, 0, 0, 2048, 0), (kAudioFormatAMR, 0, 0, 160, 0),
        ] as [(AudioFormatID, UInt32, UInt32, UInt32, UInt32)])
    func packets(
        id: AudioFormatID, bits: UInt32, bytesPerPacket: UInt32, framesPerPacket: UInt32,
        bytesPerFrame: UInt32
    ) {
        let (status, result) = completed(description(id, bits: bits))
        #expect(status == noErr)
        #expect(result.mBytesPerPacket == bytesPerPacket)
        #expect(result.mFramesPerPacket == framesPerPacket)
        #expect(result.mBytesPerFrame == bytesPerFrame)
        #expect(result.mSampleRate == 44_100)
    }

    @Test("fills in one channel's frame where channels stand apart, and half packets of slow MP3")
    func others() {
        let apart = completed(
            description(
                kAudioFormatLinearPCM, bits: 32,
                flags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsNonInterleaved))
        #expect(apart.result.mBytesPerFrame == 4)
        let slow = completed(description(kAudioFormatMPEGLayer3, rate: 22_050))
        #expect(slow.result.mFramesPerPacket == 576)
        #expect(completed(description(0x3F3F_3F3F)).status == kAudioFormatUnknownFormatError)
        // Sizes that overflow are left out.
        let huge = completed(description(kAudioFormatLinearPCM, channels: .max, bits: .max))
        #expect(huge.status == noErr)
    }

    @Test("takes the rest from a cookie, of High-Efficiency AAC the core")
    func cookies() {
        // Object type 5, 22,050 doubled to 44,100, mono, core of type 2.
        let configuration: [UInt8] = [0x2B, 0x8A, 0x08, 0x00]
        let given = description(kAudioFormatMPEG4AAC, rate: 0, channels: 0)
        let (status, result) = completed(given, cookie: configuration)
        #expect(status == noErr)
        #expect(result.mSampleRate == 22_050)
        #expect(result.mChannelsPerFrame == 1)
        let items = formatList(given, configuration)
        #expect(items.map(\.mASBD.mFormatID) == [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
        #expect(items.map(\.mASBD.mSampleRate) == [44_100, 22_050])
        #expect(
            items.map(\.mChannelLayoutTag) == [
                kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Mono,
            ])
    }

    @Test(
        "gives the channel order in which AAC is decoded",
        arguments: [
            (3, kAudioChannelLayoutTag_MPEG_3_0_B), (4, kAudioChannelLayoutTag_MPEG_4_0_B),
            (5, kAudioChannelLayoutTag_MPEG_5_0_D), (6, kAudioChannelLayoutTag_AAC_5_1),
            (7, kAudioChannelLayoutTag_AAC_7_1), (11, kAudioChannelLayoutTag_AAC_6_1),
            (12, kAudioChannelLayoutTag_AAC_7_1_B),
        ] as [(UInt8, AudioChannelLayoutTag)])
    func orders(channelConfiguration: UInt8, tag: AudioChannelLayoutTag) {
        // AAC LC at 44,100 Hz.
        let configuration: [UInt8] = [0x12, channelConfiguration << 3]
        let items = formatList(
            description(kAudioFormatMPEG4AAC, rate: 0, channels: 0), configuration)
        #expect(items.map(\.mChannelLayoutTag) == [tag])
        let decoder: [UInt8] =
            [4, 17, 0x40, 0x15] + Array(repeating: 0, count: 11) + [5, 2] + configuration
        let stream: [UInt8] = [3, UInt8(3 + decoder.count), 0, 0, 0] + decoder
        #expect(
            ask(kAudioFormatProperty_ChannelLayoutFromESDS, stream).list(UInt32.self)
                == [tag, 0, 0])
    }

    @Test("gives names and whether packets vary in size")
    func facts() {
        let linear = description(
            kAudioFormatLinearPCM, bits: 16, flags: kAudioFormatFlagIsSignedInteger)
        #expect(
            ask(kAudioFormatProperty_FormatName, with: linear).text
                == "16-bit little-endian integer PCM")
        #expect(
            ask(kAudioFormatProperty_FormatName, with: description(kAudioFormatAppleIMA4)).text
                == "Apple IMA4")
        for (id, varies) in [
            (kAudioFormatLinearPCM, 0), (kAudioFormatAppleIMA4, 0), (kAudioFormatULaw, 0),
            (kAudioFormatDVIIntelIMA, 0), (kAudioFormatMPEG4AAC, 1), (kAudioFormatAppleLossless, 1),
            (kAudioFormatMPEGLayer3, 1),
        ] as [(AudioFormatID, UInt32)] {
            for property in [
                kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed,
            ] {
                #expect(ask(property, with: description(id)).list(UInt32.self) == [varies])
            }
            #expect(ask(kAudioFormatProperty_FormatIsEncrypted, with: id).list(UInt32.self) == [0])
        }
        #expect(
            ask(
                kAudioFormatProperty_FormatEmploysDependentPackets,
                with: description(kAudioFormatMPEGD_USAC)
            ).list(UInt32.self) == [1])
        #expect(
            ask(kAudioFormatProperty_FormatIsVBR, with: description(0)).status
                == kAudioFormatUnknownFormatError)
    }

    @Test("lists the codecs for decoding and encoding")
    func codecs() {
        let decoded = ask(kAudioFormatProperty_DecodeFormatIDs, nil).list(UInt32.self)
        let encoded = ask(kAudioFormatProperty_EncodeFormatIDs, nil).list(UInt32.self)
        for id in [
            kAudioFormatLinearPCM, kAudioFormatAppleIMA4, kAudioFormatULaw, kAudioFormatALaw,
        ] {
            #expect(decoded.contains(id) && encoded.contains(id))
        }
        #expect(Set(encoded).isSubset(of: decoded))
        let decoders = ask(kAudioFormatProperty_Decoders, with: kAudioFormatAppleIMA4)
            .list(AudioClassDescription.self)
        #expect(decoders.map(\.mType) == [kAudioDecoderComponentType])
        #expect(decoders.map(\.mSubType) == [kAudioFormatAppleIMA4])
        #expect(decoders.map(\.mManufacturer) == [kAppleSoftwareAudioCodecManufacturer])
        // Whatever is coded or decoded has a codec, linear PCM too.
        for (ids, property, type) in [
            (decoded, kAudioFormatProperty_Decoders, kAudioDecoderComponentType),
            (encoded, kAudioFormatProperty_Encoders, kAudioEncoderComponentType),
        ] {
            for id in ids {
                let codecs = ask(property, with: id).list(AudioClassDescription.self)
                #expect(codecs.map(\.mSubType) == [id] && codecs.map(\.mType) == [type])
            }
        }
        #expect(
            ask(kAudioFormatProperty_Encoders, with: kAudioFormatQDesign).status
                == kAudioFormatUnsupportedDataFormatError)
        // One decoder in software, and behind it one in hardware.
        let wanted: [UInt32] = [
            kAudioDecoderComponentType, kAudioFormatAppleIMA4, kAppleSoftwareAudioCodecManufacturer,
            kAudioDecoderComponentType, kAudioFormatAppleIMA4, kAppleHardwareAudioCodecManufacturer,
        ]
        let bytes = wanted.bytes
        #expect(ask(kAudioFormatProperty_HardwareCodecCapabilities, bytes).list(UInt32.self) == [1])
    }

    @Test("finds the first format that can be played")
    func playable() {
        let items = [kAudioFormatQDesign, kAudioFormatAppleIMA4, kAudioFormatLinearPCM].map {
            AudioFormatListItem(mASBD: description($0), mChannelLayoutTag: 0)
        }
        let bytes = items.bytes
        #expect(
            ask(kAudioFormatProperty_FirstPlayableFormatFromList, bytes).list(UInt32.self) == [1])
        #expect(
            ask(kAudioFormatProperty_FirstPlayableFormatFromList, Array(bytes.prefix(48))).status
                == kAudioFormatUnsupportedDataFormatError)
        let info = AudioFormatInfo(
            mASBD: description(kAudioFormatAppleIMA4), mMagicCookie: nil, mMagicCookieSize: 0)
        #expect(
            ask(kAudioFormatProperty_OutputFormatList, with: info).list(AudioFormatListItem.self)
                .map(\.mASBD.mFramesPerPacket) == [64])
    }

    @Test("lists channel counts, layouts and rates for encoding")
    func encoding() {
        let linear = description(kAudioFormatLinearPCM)
        #expect(
            ask(kAudioFormatProperty_AvailableEncodeNumberChannels, with: linear)
                .list(UInt32.self) == [.max])
        let tags = ask(kAudioFormatProperty_AvailableEncodeChannelLayoutTags, with: linear)
            .list(UInt32.self)
        #expect(tags.contains(kAudioChannelLayoutTag_Stereo))
        #expect(tags.allSatisfy { $0 & 0xFFFF == 2 })
        let rates = ask(kAudioFormatProperty_AvailableEncodeSampleRates, with: kAudioFormatULaw)
            .list(AudioValueRange.self)
        #expect(rates.count == 1 && rates[0].mMinimum <= 8000 && rates[0].mMaximum >= 192_000)
        #expect(
            ask(kAudioFormatProperty_AvailableEncodeBitRates, with: kAudioFormatULaw).status
                == kAudioFormatUnsupportedDataFormatError)
        #expect(
            ask(
                kAudioFormatProperty_AvailableDecodeNumberChannels,
                with: description(kAudioFormatULaw)
            ).list(UInt32.self) == [.max])
    }

    @Test(
        "lists more than ten codings that can be encoded",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
    func encoders() {
        let encoded = ask(kAudioFormatProperty_EncodeFormatIDs, nil).list(UInt32.self)
        #expect(encoded.count > 10 && Set(encoded).count == encoded.count)
    }

    @Test(
        "lists AAC's bit rates where AAC is encoded",
        .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
    func bitRates() {
        let encoded = ask(kAudioFormatProperty_EncodeFormatIDs, nil).list(UInt32.self)
        #expect(encoded.contains(kAudioFormatMPEG4AAC))
        let bitRates = ask(
            kAudioFormatProperty_AvailableEncodeBitRates, with: kAudioFormatMPEG4AAC
        ).list(AudioValueRange.self)
        #expect(bitRates.contains { $0.mMinimum == 128_000 && $0.mMaximum == 128_000 })
    }

    @Test("reads stream descriptors and the headers of packets")
    func descriptors() {
        let configuration: [UInt8] = [0x12, 0x10]
        let specific: [UInt8] = [5, 2] + configuration
        let decoder: [UInt8] =
            [4, UInt8(13 + specific.count), 0x40, 0x15] + Array(repeating: 0, count: 11) + specific
        let stream: [UInt8] = [3, UInt8(3 + decoder.count), 0, 0, 0] + decoder
        for bytes in [stream, [0, 0, 0, 0] + stream] {
            let found = ask(kAudioFormatProperty_ASBDFromESDS, bytes)
                .list(AudioStreamBasicDescription.self)
            #expect(found.map(\.mSampleRate) == [44_100])
            #expect(found.map(\.mChannelsPerFrame) == [2])
            #expect(
                ask(kAudioFormatProperty_ChannelLayoutFromESDS, bytes).list(UInt32.self)
                    == [kAudioChannelLayoutTag_Stereo, 0, 0])
        }
        #expect(
            ask(kAudioFormatProperty_ASBDFromESDS, [1, 2, 3]).status
                == kAudioFormatUnknownFormatError)
        let mp3 = ask(kAudioFormatProperty_ASBDFromMPEGPacket, [0xFF, 0xFB, 0x90, 0x00])
            .list(AudioStreamBasicDescription.self)
        #expect(mp3.map(\.mFramesPerPacket) == [1152])
        #expect(mp3.map(\.mSampleRate) == [44_100])
        let adts = ask(
            kAudioFormatProperty_ASBDFromMPEGPacket, [0xFF, 0xF1, 0x50, 0x80, 0x01, 0x1F, 0xFC]
        ).list(AudioStreamBasicDescription.self)
        #expect(adts.map(\.mFormatID) == [kAudioFormatMPEG4AAC])
        #expect(adts.map(\.mChannelsPerFrame) == [2])
    }

    @Test("says what is wrong with a question")
    func misuse() {
        let linear = description(kAudioFormatLinearPCM)
        #expect(ask(0x3F3F_3F3F, nil).status == kAudioFormatUnsupportedPropertyError)
        #expect(ask(kAudioFormatProperty_FormatName, nil).status == kAudio_ParamError)
        #expect(
            ask(kAudioFormatProperty_FormatName, [1, 2, 3]).status
                == kAudioFormatBadSpecifierSizeError)
        var value: UInt32 = 7
        var size: UInt32 = 3
        withUnsafeBytes(of: linear) { linear in
            #expect(
                AudioFormatGetProperty(
                    kAudioFormatProperty_FormatIsVBR, 40, linear.baseAddress, &size, &value)
                    == kAudioFormatBadPropertySizeError)
            #expect(value == 7 && size == 3)
            // Without a place for the value, its size is told.
            #expect(
                AudioFormatGetProperty(
                    kAudioFormatProperty_FormatIsVBR, 40, linear.baseAddress, &size, nil) == noErr)
            #expect(size == 4)
            #expect(
                AudioFormatGetProperty(
                    kAudioFormatProperty_FormatIsVBR, 40, linear.baseAddress, nil, nil)
                    == kAudio_ParamError)
        }
        #expect(
            AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatInfo, 0, nil, nil)
                == kAudio_ParamError)
    }
}

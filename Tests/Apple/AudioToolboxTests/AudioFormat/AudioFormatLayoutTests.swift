import AudioToolbox
import Testing

@Suite("Audio Format Services for channel layouts")
struct AudioFormatLayoutTests {
    @Test(
        "lists the channel labels of a layout tag in order",
        arguments: [
            (kAudioChannelLayoutTag_Mono, [42]), (kAudioChannelLayoutTag_Stereo, [1, 2]),
            (kAudioChannelLayoutTag_Quadraphonic, [1, 2, 5, 6]),
            (kAudioChannelLayoutTag_MPEG_3_0_B, [3, 1, 2]),
            (kAudioChannelLayoutTag_MPEG_5_1_A, [1, 2, 3, 4, 5, 6]),
            (kAudioChannelLayoutTag_MPEG_5_1_D, [3, 1, 2, 5, 6, 4]),
            (kAudioChannelLayoutTag_MPEG_7_1_C, [1, 2, 3, 4, 5, 6, 33, 34]),
            (kAudioChannelLayoutTag_AudioUnit_7_0, [1, 2, 5, 6, 3, 33, 34]),
            (kAudioChannelLayoutTag_AAC_6_1, [3, 1, 2, 5, 6, 9, 4]),
            (kAudioChannelLayoutTag_DVD_11, [1, 2, 3, 4, 9]),
            (kAudioChannelLayoutTag_ITU_2_1, [1, 2, 9]),
            (kAudioChannelLayoutTag_WAVE_7_1, [1, 2, 3, 4, 33, 34, 5, 6]),
            (kAudioChannelLayoutTag_AC3_3_1, [1, 3, 2, 9]),
            (kAudioChannelLayoutTag_DiscreteInOrder | 3, [0x10000, 0x10001, 0x10002]),
            (kAudioChannelLayoutTag_HOA_ACN_SN3D | 4, [0x20000, 0x20001, 0x20002, 0x20003]),
        ] as [(AudioChannelLayoutTag, [UInt32])])
    func labels(tag: AudioChannelLayoutTag, labels: [UInt32]) {
        let answer = ask(kAudioFormatProperty_ChannelLayoutForTag, with: tag)
        #expect(answer.labels == labels)
        #expect(answer.list(UInt32.self).first == kAudioChannelLayoutTag_UseChannelDescriptions)
        #expect(
            ask(kAudioFormatProperty_NumberOfChannelsForLayout, layout(tag: tag))
                .list(UInt32.self) == [UInt32(labels.count)])
    }

    @Test("has as many channels for each tag as the tag says, and names for all of them")
    func all() {
        for count in 1...24 as ClosedRange<UInt32> {
            let tags = ask(kAudioFormatProperty_TagsForNumberOfChannels, with: count)
                .list(UInt32.self)
            for tag in tags {
                #expect(tag & 0xFFFF == count)
                let labels = ask(kAudioFormatProperty_ChannelLayoutForTag, with: tag).labels
                #expect(labels.count == Int(count))
                #expect(Set(labels).count == labels.count, "\(tag >> 16)")
                #expect(validate(layout(tag: 0, labels: labels)) == noErr)
                #expect(ask(kAudioFormatProperty_ChannelLayoutName, layout(tag: tag)).text != nil)
            }
        }
        #expect(
            ask(kAudioFormatProperty_TagsForNumberOfChannels, with: UInt32(99)).status
                == kAudioFormatUnknownFormatError)
    }

    private func validate(_ bytes: [UInt8]) -> OSStatus {
        bytes.withUnsafeBytes {
            var size: UInt32 = 9
            let status = AudioFormatGetPropertyInfo(
                kAudioFormatProperty_ValidateChannelLayout, UInt32($0.count), $0.baseAddress, &size)
            #expect(size == (status == noErr ? 0 : 9))
            let same = AudioFormatGetProperty(
                kAudioFormatProperty_ValidateChannelLayout, UInt32($0.count), $0.baseAddress, nil,
                nil)
            #expect(same == status)
            return same
        }
    }

    @Test("knows good layouts from bad ones")
    func validation() {
        #expect(validate(layout(tag: kAudioChannelLayoutTag_Stereo)) == noErr)
        #expect(validate(layout(tag: 0, labels: [1, 2])) == noErr)
        #expect(validate(layout(tag: 1 << 16, bitmap: 0x3F)) == noErr)
        #expect(validate(layout(tag: 99 << 16 | 2)) == kAudioFormatUnknownFormatError)
        #expect(validate(layout(tag: 101 << 16 | 3)) == kAudioFormatUnknownFormatError)
        #expect(validate(layout(tag: 0, labels: [1, 77])) == kAudioFormatUnknownFormatError)
        #expect(validate(layout(tag: 1 << 16, bitmap: 0)) == kAudio_ParamError)
        #expect(validate(layout(tag: 0)) == kAudio_ParamError)
        // Counts more than it holds.
        #expect(validate(Array(layout(tag: 0, labels: [1, 2]).dropLast())) == kAudio_ParamError)
        #expect(validate([1, 2]) == kAudio_ParamError)
        #expect(
            AudioFormatGetProperty(kAudioFormatProperty_ValidateChannelLayout, 0, nil, nil, nil)
                == kAudio_ParamError)
    }

    @Test("finds the tag of channels, and the bits of a tag")
    func tags() {
        func tag(_ bytes: [UInt8]) -> [UInt32] {
            ask(kAudioFormatProperty_TagForChannelLayout, bytes).list(UInt32.self)
        }
        #expect(tag(layout(tag: 0, labels: [1, 2])) == [kAudioChannelLayoutTag_Stereo])
        #expect(tag(layout(tag: 0, labels: [3])) == [kAudioChannelLayoutTag_Mono])
        #expect(tag(layout(tag: 1 << 16, bitmap: 0x3F)) == [kAudioChannelLayoutTag_MPEG_5_1_A])
        #expect(
            tag(layout(tag: 0, labels: [0x10000, 0x10001]))
                == [kAudioChannelLayoutTag_DiscreteInOrder | 2])
        #expect(
            ask(kAudioFormatProperty_TagForChannelLayout, layout(tag: 0, labels: [2, 1])).status
                == kAudioFormatUnknownFormatError)
        for (tag, bits) in [
            (kAudioChannelLayoutTag_Mono, 4), (kAudioChannelLayoutTag_Stereo, 3),
            (kAudioChannelLayoutTag_MPEG_5_1_A, 0x3F),
        ] as [(UInt32, UInt32)] {
            #expect(
                ask(kAudioFormatProperty_BitmapForLayoutTag, with: tag).list(UInt32.self) == [bits])
        }
        // The bits have an order of their own.
        #expect(
            ask(kAudioFormatProperty_BitmapForLayoutTag, with: kAudioChannelLayoutTag_MPEG_5_1_D)
                .status == kAudioFormatUnknownFormatError)
        #expect(
            ask(kAudioFormatProperty_ChannelLayoutForBitmap, with: UInt32(0x107)).labels
                == [1, 2, 3, 9])
        for tag in [kAudioChannelLayoutTag_UseChannelBitmap, 0] {
            #expect(
                ask(kAudioFormatProperty_ChannelLayoutForTag, with: tag).status
                    == kAudioFormatUnknownFormatError)
        }
    }

    @Test("has names for layouts and channels")
    func names() {
        let stereo = layout(tag: 0, labels: [1, 2])
        #expect(ask(kAudioFormatProperty_ChannelLayoutSimpleName, stereo).text == "Stereo")
        #expect(ask(kAudioFormatProperty_ChannelLayoutName, stereo).text == "Stereo (L R)")
        // The names of Apple's systems (Technical Note TN2237; nu774/qaac#91).
        for (tag, name) in [
            (kAudioChannelLayoutTag_Mono, "Mono"),
            (kAudioChannelLayoutTag_AAC_5_1, "5.1 (C L R Ls Rs LFE)"),
            (kAudioChannelLayoutTag_AAC_7_1_C, "7.1 (C L R Ls Rs LFE Vhl Vhr)"),
        ] {
            #expect(ask(kAudioFormatProperty_ChannelLayoutName, layout(tag: tag)).text == name)
        }
        let surround = layout(tag: kAudioChannelLayoutTag_AAC_5_1)
        #expect(ask(kAudioFormatProperty_ChannelLayoutSimpleName, surround).text == "5.1")
        let odd = layout(tag: 0, labels: [2, 1, 0x10004])
        #expect(ask(kAudioFormatProperty_ChannelLayoutName, odd).text == "3 channels (R L 5)")
        func channel(_ label: UInt32) -> AudioChannelDescription {
            AudioChannelDescription(
                mChannelLabel: label, mChannelFlags: [], mCoordinates: (0, 0, 0))
        }
        #expect(ask(kAudioFormatProperty_ChannelName, with: channel(5)).text == "Left Surround")
        #expect(ask(kAudioFormatProperty_ChannelShortName, with: channel(5)).text == "Ls")
        #expect(ask(kAudioFormatProperty_ChannelName, with: channel(0x10000)).text == "Discrete 1")
        #expect(
            ask(kAudioFormatProperty_ChannelName, with: channel(77)).status
                == kAudioFormatUnknownFormatError)
    }

    @Test("mixes one layout to another")
    func mixing() {
        let mono = layout(tag: kAudioChannelLayoutTag_Mono)
        let stereo = layout(tag: kAudioChannelLayoutTag_Stereo)
        let surround = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A)
        func matrix(_ input: [UInt8], _ output: [UInt8]) -> [Float] {
            ask(kAudioFormatProperty_MatrixMixMap, from: input, to: output).list(Float.self)
        }
        let shared = Float(0.5.squareRoot())
        #expect(matrix(mono, stereo) == [1, 1])
        #expect(matrix(stereo, mono) == [0.5, 0.5])
        #expect(matrix(stereo, stereo) == [1, 0, 0, 1])
        let sum = 1 + shared + shared
        #expect(
            matrix(surround, stereo)
                == [1, 0, 0, 1, shared, shared, 0, 0, shared, 0, 0, shared].map { $0 / sum })
        #expect(matrix(stereo, surround) == [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
        let discrete = layout(tag: kAudioChannelLayoutTag_DiscreteInOrder | 2)
        #expect(
            ask(kAudioFormatProperty_MatrixMixMap, from: discrete, to: stereo).status
                == kAudioFormatUnsupportedDataFormatError)
        let other = layout(tag: kAudioChannelLayoutTag_MPEG_5_1_D)
        #expect(
            ask(kAudioFormatProperty_ChannelMap, from: surround, to: other).list(Int32.self)
                == [2, 0, 1, 4, 5, 3])
        #expect(
            ask(kAudioFormatProperty_ChannelMap, from: stereo, to: surround).list(Int32.self)
                == [0, 1, -1, -1, -1, -1])
    }

    @Test("knows layouts that say the same")
    func equivalence() {
        let bits = layout(tag: 1 << 16, bitmap: 3)
        let stereo = layout(tag: kAudioChannelLayoutTag_Stereo)
        let swapped = layout(tag: 0, labels: [2, 1])
        let same = kAudioFormatProperty_AreChannelLayoutsEquivalent
        #expect(ask(same, from: bits, to: stereo).list(UInt32.self) == [1])
        #expect(ask(same, from: swapped, to: stereo).list(UInt32.self) == [0])
        let hash = kAudioFormatProperty_ChannelLayoutHash
        #expect(ask(hash, bits) == ask(hash, stereo))
        #expect(ask(hash, swapped) != ask(hash, stereo))
        #expect(ask(same, [1, 2, 3]).status == kAudioFormatBadSpecifierSizeError)
        #expect(ask(same, Array(repeating: 0, count: 16)).status == kAudio_ParamError)
    }

    @Test("pans between two speakers at constant power, and to the nearest one")
    func panning() {
        func gains(
            _ mode: AudioPanningMode, _ azimuth: Float, _ tag: AudioChannelLayoutTag
        ) -> [Float] {
            layout(tag: tag).withUnsafeBytes { bytes in
                ask(
                    kAudioFormatProperty_PanningMatrix,
                    with: AudioPanningInfo(
                        mPanningMode: mode,
                        mCoordinateFlags: AudioChannelFlags.sphericalCoordinates.rawValue,
                        mCoordinates: (azimuth, 0, 1), mGainScale: 1,
                        mOutputChannelMap: bytes.assumingMemoryBound(to: AudioChannelLayout.self)
                            .baseAddress)
                ).list(Float.self)
            }
        }
        let vector = AudioPanningMode.panningMode_VectorBasedPanning
        let stereo = kAudioChannelLayoutTag_Stereo
        let middle = gains(vector, 0, stereo)
        #expect(middle.allSatisfy { abs($0 - 0.7071) < 1e-3 })
        #expect(gains(vector, -30, stereo) == [1, 0])
        #expect(gains(vector, -80, stereo) == [1, 0])
        #expect(gains(vector, 80, stereo)[1] == 1)
        for tag in [stereo, kAudioChannelLayoutTag_MPEG_5_1_A, kAudioChannelLayoutTag_Octagonal] {
            for azimuth in stride(from: Float(-720), through: 720, by: 7) {
                for mode in [vector, .panningMode_SoundField] {
                    let found = gains(mode, azimuth, tag)
                    let power = found.reduce(0) { $0 + $1 * $1 }
                    #expect(abs(power - 1) < 1e-4, "\(azimuth)")
                    #expect(found.allSatisfy { $0 >= 0 })
                }
            }
        }
        #expect(gains(vector, .nan, stereo) == [0, 0])
    }

    @Test("balances and fades")
    func balance() {
        func gains(
            _ balance: Float, _ fade: Float, _ type: AudioBalanceFadeType
        ) -> [Float] {
            layout(tag: kAudioChannelLayoutTag_MPEG_5_1_A).withUnsafeBytes { bytes in
                ask(
                    kAudioFormatProperty_BalanceFade,
                    with: AudioBalanceFade(
                        mLeftRightBalance: balance, mBackFrontFade: fade, mType: type,
                        mChannelLayout: bytes.assumingMemoryBound(to: AudioChannelLayout.self)
                            .baseAddress)
                ).list(Float.self)
            }
        }
        #expect(gains(0, 0, .maxUnityGain) == [1, 1, 1, 1, 1, 1])
        #expect(gains(0.25, 0, .maxUnityGain) == [0.75, 1, 1, 1, 0.75, 1])
        #expect(gains(-1, 0.5, .maxUnityGain) == [1, 0, 1, 1, 0.5, 0])
        #expect(gains(.nan, 7, .maxUnityGain) == [1, 1, 1, 1, 0, 0])
        let equal = gains(1, 0, .equalPower)
        #expect(abs(equal[0]) < 1e-6 && abs(equal[1] - 1.4142) < 1e-3)
        #expect(gains(0, 0, .equalPower).allSatisfy { abs($0 - 1) < 1e-6 })
    }
}

import AudioToolbox
import TestSupport
import Testing

@Suite("A property of an audio converter")
struct AudioConverterPropertyTests {
    private let plain = MadeConverter(.floats(44100), .floats(48000))

    @Test("gives packet and buffer sizes")
    func sizes() {
        let converter = MadeConverter(
            .floats(44100, channels: 2), .coded(kAudioFormatAppleIMA4, channels: 2, rate: 22050))
        func size(_ id: AudioConverterPropertyID, _ question: UInt32 = 0) -> UInt32? {
            let answer = converter.property(id, question)
            return answer.status == noErr ? answer.value : nil
        }
        #expect(size(kAudioConverterPropertyMinimumInputBufferSize) == 8)
        #expect(size(kAudioConverterPropertyMaximumInputPacketSize) == 8)
        #expect(size(kAudioConverterPropertyMinimumOutputBufferSize) == 68)
        #expect(size(kAudioConverterPropertyMaximumOutputPacketSize) == 68)
        // Two packets hold 128 frames, which are 256 at twice the rate.
        #expect(size(kAudioConverterPropertyCalculateInputBufferSize, 136) == 2048)
        #expect(size(kAudioConverterPropertyCalculateOutputBufferSize, 2048) == 136)
        #expect(size(kAudioConverterPropertyCalculateOutputBufferSize, .max) != nil)
        #expect(size(kAudioConverterPropertyCanResumeFromInterruption) == 1)
    }

    @Test(
        "comes back as it was set",
        arguments: [
            (kAudioConverterSampleRateConverterComplexity, 0x6261_7473),
            (kAudioConverterSampleRateConverterQuality, 127), (kAudioConverterCodecQuality, 32),
            (kAudioConverterPrimeMethod, 2), (kAudioConverterPropertyDithering, 1),
            (kAudioConverterPropertyPerformDownmix, 1), (kAudioConverterPropertyBitDepthHint, 16),
        ] as [(AudioConverterPropertyID, UInt32)])
    func settings(id: AudioConverterPropertyID, value: UInt32) {
        #expect(plain.set(id, value) == noErr)
        #expect(plain.property(id, UInt32(0)) == (noErr, value))
        var isWritable: DarwinBoolean = false
        var size: UInt32 = 0
        #expect(AudioConverterGetPropertyInfo(plain.reference, id, &size, &isWritable) == noErr)
        #expect(isWritable.boolValue && size == 4)
        // A value of the wrong size is refused and changes nothing.
        #expect(plain.set(id, UInt8(0)) == kAudioConverterErr_BadPropertySizeError)
        #expect(plain.property(id, UInt8(0)).status == kAudioConverterErr_BadPropertySizeError)
        #expect(plain.property(id, UInt32(0)) == (noErr, value))
    }

    @Test(
        "is refused with a value that cannot be",
        arguments: [
            kAudioConverterSampleRateConverterComplexity,
            kAudioConverterSampleRateConverterQuality, kAudioConverterCodecQuality,
            kAudioConverterPrimeMethod, kAudioConverterPropertyDithering,
        ])
    func wrongValues(id: AudioConverterPropertyID) {
        let before = plain.property(id, UInt32(0)).value
        #expect(plain.set(id, UInt32(0x7FFF_FFFF)) == kAudio_ParamError)
        #expect(plain.property(id, UInt32(0)).value == before)
    }

    @Test(
        "that the converter does not have is said not to be there",
        arguments: [
            kAudioConverterDecompressionMagicCookie, kAudioConverterCompressionMagicCookie,
            kAudioConverterEncodeBitRate, kAudioConverterInputChannelLayout,
            kAudioConverterOutputChannelLayout, kAudioConverterApplicableEncodeBitRates,
            kAudioConverterAvailableEncodeSampleRates, kAudioConverterPropertyFormatList,
            kAudioConverterAvailableEncodeChannelLayoutTags,
            kAudioConverterPropertyInputCodecParameters,
            kAudioConverterPropertyOutputCodecParameters, kAudioConverterPropertyChannelMixMap,
            0, .max,
        ])
    func unknown(id: AudioConverterPropertyID) {
        let unknown = kAudioConverterErr_PropertyNotSupported
        #expect(AudioConverterGetPropertyInfo(plain.reference, id, nil, nil) == unknown)
        #expect(plain.property(id, UInt64(0)).status == unknown)
    }

    @Test("gives the priming of a rate conversion")
    func primeInfo() {
        let info = plain.property(kAudioConverterPrimeInfo, AudioConverterPrimeInfo()).value
        #expect(info.leadingFrames == 31 && info.trailingFrames == 32)
        #expect(
            plain.set(kAudioConverterPrimeInfo, info) == kAudioConverterErr_OperationNotSupported)
        var isWritable: DarwinBoolean = true
        #expect(
            AudioConverterGetPropertyInfo(
                plain.reference, kAudioConverterPrimeInfo, nil, &isWritable) == noErr)
        #expect(!isWritable.boolValue)
        #expect(
            plain.set(kAudioConverterSampleRateConverterQuality, kAudioConverterQuality_Max)
                == noErr)
        let longer = plain.property(kAudioConverterPrimeInfo, AudioConverterPrimeInfo()).value
        #expect(longer.leadingFrames == 127 && longer.trailingFrames == 128)
    }

    @Test("gives both formats with all fields filled in")
    func formats() {
        let converter = MadeConverter(
            .floats(44100), .coded(kAudioFormatAppleIMA4, channels: 0, rate: 0))
        let output = converter.property(
            kAudioConverterCurrentOutputStreamDescription, AudioStreamBasicDescription()
        ).value
        #expect(output.mSampleRate == 44100 && output.mChannelsPerFrame == 1)
        #expect(output.mBytesPerPacket == 34 && output.mFramesPerPacket == 64)
        let input = converter.property(
            kAudioConverterCurrentInputStreamDescription, AudioStreamBasicDescription()
        ).value
        #expect(input.mBytesPerFrame == 4)
        let formats = converter.list(kAudioConverterPropertyFormatList, of: AudioFormatListItem())
        #expect(formats?.map(\.mASBD.mFormatID) == [kAudioFormatAppleIMA4])
    }

    /// One frame of three channels to one of two.
    private func routed(_ change: (MadeConverter) -> [OSStatus]) -> [Float]? {
        let converter = MadeConverter(.floats(44100, channels: 3), .floats(44100, channels: 2))
        guard change(converter).allSatisfy({ $0 == noErr }) else { return nil }
        let filled = converter.fill(
            1, byteCount: 8, ConverterInput([0.5, 0.25, 0.125], channels: 3))
        return filled.bytes.elements()
    }

    @Test("says which channels go where")
    func channelMap() {
        #expect(routed { _ in [] } == [0.5, 0.25])
        let mapped = routed {
            let map: [Int32] = [2, -1]
            return [$0.set(kAudioConverterChannelMap, list: map)]
        }
        #expect(mapped == [0.125, 0])
        let mixed = routed {
            let gains: [Float] = [0, 0, 1, 1, 1, 0]
            return [
                $0.set(kAudioConverterPropertyChannelMixMap, list: gains),
                $0.set(kAudioConverterPropertyPerformDownmix, UInt32(1)),
            ]
        }
        #expect(mixed == [0.125, 0.75])
    }

    /// Source: `AudioConverter.h`, `kAudioConverterChannelMap`: its example splits mono with the map
    /// {0, 0}; mpg123 and VICE set it.
    @Test("says that mono becomes the left of stereo, until it is told to fill both")
    func monoToStereo() {
        func filled(_ change: (MadeConverter) -> Void) -> [Float] {
            let converter = MadeConverter(.floats(44100), .floats(44100, channels: 2))
            change(converter)
            return converter.fill(1, byteCount: 8, ConverterInput([0.5], channels: 1))
                .bytes.elements()
        }
        let id = kAudioConverterChannelMap
        let left = filled { #expect($0.list(id, of: Int32(9)) == [0, -1]) }
        #expect(left == [0.5, 0])
        let map: [Int32] = [0, 0]
        let both = filled { #expect($0.set(id, list: map) == noErr) }
        #expect(both == [0.5, 0.5])
    }

    @Test("says what channels are for, and that they be mixed by that")
    func channelLayouts() throws {
        let half = Float(0.5).squareRoot()
        let mixed = try #require(
            routed { [$0.set(kAudioConverterPropertyPerformDownmix, UInt32(1))] })
        #expect(abs(mixed[0] - (0.5 + 0.125 * half) / (1 + half)) < 1e-6)
        let byLayouts = try #require(
            routed {
                var layout = AudioChannelLayout()
                layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_3_0_B
                let input = $0.set(kAudioConverterInputChannelLayout, layout)
                layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
                return [input, $0.set(kAudioConverterOutputChannelLayout, layout)]
            })
        #expect(abs(byLayouts[0] - (0.25 + 0.5 * half) / (1 + half)) < 1e-6)
    }

    @Test("with a layout of other channels is refused, and what was set stays")
    func wrongLayout() {
        let converter = MadeConverter(.floats(44100, channels: 3), .floats(44100, channels: 2))
        func set(_ id: AudioConverterPropertyID, _ tag: AudioChannelLayoutTag) -> OSStatus {
            var layout = AudioChannelLayout()
            layout.mChannelLayoutTag = tag
            return converter.set(id, layout)
        }
        func tag(_ id: AudioConverterPropertyID) -> AudioChannelLayoutTag? {
            converter.list(id, of: UInt32(0))?.first
        }
        let sides = [
            (
                kAudioConverterInputChannelLayout, kAudioChannelLayoutTag_MPEG_3_0_A,
                kAudioChannelLayoutTag_Stereo
            ),
            (
                kAudioConverterOutputChannelLayout, kAudioChannelLayoutTag_Stereo,
                kAudioChannelLayoutTag_MPEG_5_1_A
            ),
        ]
        for (id, right, wrong) in sides {
            #expect(set(id, wrong) == kAudio_ParamError)
            #expect(tag(id) == nil)
            #expect(set(id, right) == noErr)
            #expect(set(id, wrong) == kAudio_ParamError)
            #expect(tag(id) == right)
        }
    }

    @Test("with a channel map that does not fit is refused")
    func wrongChannelMap() {
        let converter = MadeConverter(.floats(44100, channels: 3), .floats(44100, channels: 2))
        #expect(converter.list(kAudioConverterChannelMap, of: Int32(9)) == [0, 1])
        let wrong: [Int32] = [3, 0]
        let id = kAudioConverterChannelMap
        #expect(AudioConverterSetProperty(converter.reference, id, 8, wrong) == kAudio_ParamError)
        #expect(
            AudioConverterSetProperty(converter.reference, id, 4, wrong)
                == kAudioConverterErr_BadPropertySizeError)
        #expect(converter.list(id, of: Int32(9)) == [0, 1])
    }

    @Test("of a coder's settings is an empty list, which can be set back")
    func coderSettings() throws {
        let answer = plain.property(kAudioConverterPropertySettings, UInt(0))
        let pointer = try #require(UnsafeRawPointer(bitPattern: answer.value))
        let array = Unmanaged<NSArray>.fromOpaque(pointer).takeRetainedValue()
        #expect(array.count == 0)
        #expect(plain.set(kAudioConverterPropertySettings, answer.value) == noErr)
        #expect(plain.set(kAudioConverterPropertySettings, UInt(0)) == noErr)
    }

    #if FFmpeg
        @Test("sets the bit rate of AAC, within what the format allows")
        func bitRate() throws {
            let converter = MadeConverter(.floats(44100, channels: 2), .coded(kAudioFormatMPEG4AAC))
            let ranges = try #require(
                converter.list(kAudioConverterApplicableEncodeBitRates, of: AudioValueRange()))
            #expect(ranges.map(\.mMinimum).contains(64000))
            #expect(converter.set(kAudioConverterEncodeBitRate, UInt32(64000)) == noErr)
            #expect(converter.property(kAudioConverterEncodeBitRate, UInt32(0)) == (noErr, 64000))
            #expect(converter.set(kAudioConverterEncodeBitRate, UInt32(5)) == kAudio_ParamError)
            #expect(converter.set(kAudioConverterEncodeBitRate, UInt32.max) == kAudio_ParamError)
        }

        @Test(
            "gives AAC's default bit rate, and accepts it back",
            arguments: [
                (8000, 1, 28_000), (44_100, 1, 64_000), (48_000, 2, 128_000), (44_100, 3, 192_000),
                (48_000, 6, 384_000), (48_000, 8, 512_000),
            ])
        func defaultBitRate(rate: Double, channels: UInt32, expected: UInt32) throws {
            let converter = MadeConverter(
                .floats(rate, channels: channels),
                .coded(kAudioFormatMPEG4AAC, channels: channels, rate: rate))
            #expect(
                converter.property(kAudioConverterEncodeBitRate, UInt32(0)) == (noErr, expected))
            let ranges = try #require(
                converter.list(kAudioConverterApplicableEncodeBitRates, of: AudioValueRange()))
            #expect(ranges.contains { $0.mMinimum == Double(expected) })
            #expect(converter.set(kAudioConverterEncodeBitRate, expected) == noErr)
        }
    #endif
}

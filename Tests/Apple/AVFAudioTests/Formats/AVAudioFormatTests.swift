import AVFAudio
import AudioModel
import CoreMedia
import Testing

@Suite("AVAudioFormat")
struct AVAudioFormatTests {
    @Test("The standard format is non-interleaved native floats (engine 1)")
    func standard() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2))
        let description = format.streamDescription.pointee
        #expect(description.mFormatFlags == 0x29)
        #expect(description.mBytesPerFrame == 4)
        #expect(description.mBytesPerPacket == 4)
        #expect(format.isStandard)
        #expect(!format.isInterleaved)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(format.channelCount == 2)
        #expect(format.sampleRate == 44100)
        #expect(format.channelLayout == nil)

        let interleaved = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatFloat32, sampleRate: 44100, channels: 2, interleaved: true))
        let other = interleaved.streamDescription.pointee
        #expect(other.mFormatID == kAudioFormatLinearPCM)
        #expect(other.mFormatFlags == 9)
        #expect(other.mBytesPerPacket == 8)
        #expect(other.mFramesPerPacket == 1)
        #expect(other.mBytesPerFrame == 8)
        #expect(other.mBitsPerChannel == 32)
        #expect(other.mReserved == 0)
        #expect(!interleaved.isStandard)
    }

    @Test("More than two channels need a layout (engine 2)")
    func layouts() throws {
        #expect(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 3) == nil)
        #expect(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48000, channels: 3, interleaved: true)
                == nil)
        var description = AudioStreamBasicDescription(
            mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 9,
            mBytesPerPacket: 16, mFramesPerPacket: 1, mBytesPerFrame: 16, mChannelsPerFrame: 4,
            mBitsPerChannel: 32, mReserved: 0)
        #expect(AVAudioFormat(streamDescription: &description) == nil)
        #expect(AVAudioFormat(streamDescription: &description, channelLayout: nil) == nil)
        let layout = try #require(AVAudioChannelLayout(layoutTag: 0x6C0004))
        #expect(layout.channelCount == 4)
        let format = try #require(
            AVAudioFormat(streamDescription: &description, channelLayout: layout))
        #expect(format.channelCount == 4)
        #expect(format.channelLayout?.layoutTag == kAudioChannelLayoutTag_Quadraphonic)
        #expect(
            AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: layout).channelCount
                == 4)
        // A layout of another number of channels fits nothing.
        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        #expect(AVAudioFormat(streamDescription: &description, channelLayout: stereo) == nil)
    }

    @Test("Equality ignores what makes no difference (engine 3)")
    func equality() throws {
        func format(_ channels: UInt32, _ interleaved: Bool) throws -> AVAudioFormat {
            try #require(
                AVAudioFormat(
                    commonFormat: .pcmFormatFloat32, sampleRate: 44100, channels: channels,
                    interleaved: interleaved))
        }
        #expect(try format(1, true) == format(1, false))
        #expect(try format(1, true).hash == format(1, false).hash)
        #expect(try format(2, true) != format(2, false))

        let stereo = try #require(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Stereo))
        let named = AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: stereo)
        #expect(try named == format(2, false))
        let binaural = try #require(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Binaural))
        #expect(
            try AVAudioFormat(standardFormatWithSampleRate: 44100, channelLayout: binaural)
                != format(2, false))

        // A sample that fills its bytes is packed and aligned at once.
        var packed = try format(2, true).streamDescription.pointee
        var aligned = packed
        aligned.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsAlignedHigh
        #expect(
            AVAudioFormat(streamDescription: &packed) == AVAudioFormat(streamDescription: &aligned))
        // The magic cookie is not compared.
        let one = try format(2, true)
        one.magicCookie = Data([1, 2, 3])
        #expect(try one == format(2, true))
        #expect(one.magicCookie == Data([1, 2, 3]))
    }

    @Test("Settings give PCM of 8 to 32 bits (engine 4)")
    func bitDepths() throws {
        func settings(_ bits: Any) -> [String: Any] {
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100.0,
                AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: bits,
            ]
        }
        #expect(AVAudioFormat(settings: settings(64)) == nil)
        #expect(AVAudioFormat(settings: settings(4)) == nil)
        let format = try #require(AVAudioFormat(settings: settings(24)))
        #expect(format.commonFormat == .otherFormat)
        #expect(format.streamDescription.pointee.mBytesPerFrame == 6)
        #expect(
            AVAudioFormat(settings: settings(NSNumber(value: 16)))?.commonFormat == .pcmFormatInt16)
    }

    @Test("Settings of the wrong type, and missing ones")
    func wrongSettings() throws {
        let whole: [String: Any] = [AVSampleRateKey: 48000, AVNumberOfChannelsKey: 1]
        // What is missing of PCM is assumed.
        let assumed = try #require(AVAudioFormat(settings: whole))
        #expect(assumed.commonFormat == .pcmFormatInt16)
        #expect(assumed.isInterleaved)
        #expect(AVAudioFormat(settings: [:]) == nil)
        #expect(AVAudioFormat(settings: [AVSampleRateKey: 48000]) == nil)
        for (key, value) in [
            (AVSampleRateKey, "48000"), (AVNumberOfChannelsKey, [1]), (AVFormatIDKey, "lpcm"),
            (AVLinearPCMIsFloatKey, Date()), (AVChannelLayoutKey, 7), (AVSampleRateKey, Double.nan),
            (AVSampleRateKey, -1), (AVSampleRateKey, 0), (AVNumberOfChannelsKey, 0),
            (AVNumberOfChannelsKey, -2), (AVNumberOfChannelsKey, Int.max),
            (AVFormatIDKey, Double.infinity),
            (AVNumberOfChannelsKey, 3), (AVChannelLayoutKey, Data([1, 2])),
        ] as [(String, Any)] {
            var wrong = whole
            wrong[key] = value
            #expect(AVAudioFormat(settings: wrong) == nil, "\(key) = \(value)")
        }
    }

    @Test("Settings of an encoder are ignored, and a compressed format is completed")
    func compressedSettings() throws {
        let format = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100,
                AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 128_000,
                AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
            ]))
        #expect(format.commonFormat == .otherFormat)
        #expect(format.streamDescription.pointee.mFramesPerPacket == 1024)
        #expect(format.streamDescription.pointee.mBytesPerPacket == 0)
    }

    @Test("The settings of a format give the same format")
    func roundTrip() throws {
        let quad = try #require(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic))
        var formats = [
            AVAudioFormat(
                commonFormat: .pcmFormatInt32, sampleRate: 96000, interleaved: false,
                channelLayout: quad)
        ]
        for common in [AVAudioCommonFormat.pcmFormatFloat32, .pcmFormatInt16, .pcmFormatInt32] {
            for channels: AVAudioChannelCount in [1, 2] {
                for interleaved in [true, false] {
                    formats.append(
                        try #require(
                            AVAudioFormat(
                                commonFormat: common, sampleRate: 22050, channels: channels,
                                interleaved: interleaved)))
                }
            }
        }
        for format in formats {
            #expect(AVAudioFormat(settings: format.settings) == format)
            // Apps read them as values of these types.
            #expect(format.settings[AVSampleRateKey] as? Double == format.sampleRate)
            #expect(format.settings[AVNumberOfChannelsKey] as? Int == Int(format.channelCount))
            #expect(format.settings[AVLinearPCMIsNonInterleaved] as? Bool == !format.isInterleaved)
            #expect(format.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
        }
    }

    @Test("The empty format has no sample rate and no channels")
    func empty() {
        let format = AVAudioFormat()
        #expect(format.sampleRate == 0)
        #expect(format.channelCount == 0)
        #expect(format.commonFormat == .otherFormat)
        #expect(format == AVAudioFormat())
        #expect(
            AVAudioFormat(
                commonFormat: .otherFormat, sampleRate: 44100, channels: 2, interleaved: true)
                == nil)
    }

    @Test("A description of media has format, layout and cookie, both ways")
    func formatDescription() throws {
        let surround = try #require(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
        let format = AVAudioFormat(standardFormatWithSampleRate: 48000, channelLayout: surround)
        format.magicCookie = Data([9, 8, 7])
        let description = format.formatDescription
        #expect(description.audioStreamBasicDescription?.mFormatFlags == 0x29)
        #expect(description.audioChannelLayout?.tag == kAudioChannelLayoutTag_MPEG_5_1_A)
        #expect(description.magicCookie == Data([9, 8, 7]))
        let back = AVAudioFormat(cmAudioFormatDescription: description)
        #expect(back == format)
        #expect(back.magicCookie == Data([9, 8, 7]))
        #expect(back.channelLayout?.channelCount == 6)
        #expect(
            AVAudioFormat(cmAudioFormatDescription: AVAudioFormat().formatDescription)
                == AVAudioFormat())
    }

    @Test("A layout of descriptions or of bits becomes its tag where it has one")
    func layoutOfAnyKind() throws {
        let labels = [kAudioChannelLabel_Left, kAudioChannelLabel_Right]
        let pair = layoutStructure(kAudioChannelLayoutTag_UseChannelDescriptions, labels)
        defer { withExtendedLifetime(pair) {} }
        let list = AVAudioChannelLayout(layout: pair.pointer)
        #expect(list.layoutTag == kAudioChannelLayoutTag_Stereo)
        let own = layoutStructure(
            kAudioChannelLayoutTag_UseChannelDescriptions,
            [kAudioChannelLabel_Haptic, kAudioChannelLabel_Left, kAudioChannelLabel_Narration])
        let described = AVAudioChannelLayout(layout: own.pointer)
        #expect(described.layoutTag == kAudioChannelLayoutTag_UseChannelDescriptions)
        #expect(described.channelCount == 3)
        #expect(described.layout.pointee.mNumberChannelDescriptions == 3)
        #expect(described == AVAudioChannelLayout(layout: own.pointer))
        #expect(described != list)
        #expect(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelBitmap) == nil)
        #expect(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_UseChannelDescriptions) == nil)
        #expect(
            AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_DiscreteInOrder | 5)?
                .channelCount
                == 5)
    }

    @Test("Any stream description is accepted without a trap")
    func anyDescription() {
        var generator = SeededGenerator(seed: 11)
        let interesting: [UInt32] = [0, 1, 2, 8, 24, 32, 64, 0xFFFF, .max, 1 << 31]
        for _ in 0..<20_000 {
            func field() -> UInt32 { interesting.randomElement(using: &generator) ?? 0 }
            var description = AudioStreamBasicDescription(
                mSampleRate: [0, -1, .nan, .infinity, 44100, 1e300].randomElement(
                    using: &generator)!,
                mFormatID: Bool.random(using: &generator) ? kAudioFormatLinearPCM : field(),
                mFormatFlags: .random(in: 0...63, using: &generator), mBytesPerPacket: field(),
                mFramesPerPacket: field(), mBytesPerFrame: field(), mChannelsPerFrame: field(),
                mBitsPerChannel: field(), mReserved: field())
            guard let format = AVAudioFormat(streamDescription: &description) else {
                #expect(description.mChannelsPerFrame > 2)
                continue
            }
            _ = (format.commonFormat, format.isStandard, format.settings, format.description)
            _ = (format.hash, format.formatDescription)
            if !description.mSampleRate.isNaN { #expect(format == format) }
            if format.streamDescription.pointee.mFormatID == kAudioFormatLinearPCM {
                if format.streamDescription.pointee.mBytesPerFrame < 100 {
                    _ = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 16)?.floatChannelData
                }
            }
            _ = AVAudioConverter(from: format, to: format)
        }
    }
}

/// A channel layout structure with descriptions.
func layoutStructure(
    _ tag: AudioChannelLayoutTag, _ labels: [AudioChannelLabel]
) -> LayoutStructure {
    LayoutStructure(tag, labels)
}

/// Memory of a channel layout of any size.
final class LayoutStructure {
    private let memory: UnsafeMutableRawPointer

    init(_ tag: AudioChannelLayoutTag, _ labels: [AudioChannelLabel]) {
        let stride = MemoryLayout<AudioChannelDescription>.stride
        memory = .allocate(byteCount: 12 + stride * max(labels.count, 1), alignment: 16)
        memory.storeBytes(of: tag, as: UInt32.self)
        memory.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
        memory.storeBytes(of: UInt32(labels.count), toByteOffset: 8, as: UInt32.self)
        for (index, label) in labels.enumerated() {
            var description = AudioChannelDescription()
            description.mChannelLabel = label
            memory.storeBytes(
                of: description, toByteOffset: 12 + index * stride, as: AudioChannelDescription.self
            )
        }
    }

    deinit {
        memory.deallocate()
    }

    var pointer: UnsafePointer<AudioChannelLayout> {
        UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
    }
}

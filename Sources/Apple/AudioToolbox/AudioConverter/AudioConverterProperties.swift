import AudioCodecs
import AudioConversion
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes
import Foundation

// The properties of a converter; <AudioToolbox/AudioConverter.h> declares and documents them.

/// Passes a property's size, and whether it can be set, to `answer`.
func converterPropertyInfo(
    _ reference: AudioConverterRef?, _ id: AudioConverterPropertyID,
    _ answer: (_ size: UInt32, _ isWritable: Bool) -> Void
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(reference)
        let size = try open.reading { () throws(AudioConverterError) in
            try propertyValue(id, of: open, question: 0).byteCount
        }
        answer(UInt32(clamping: size), isWritable(id, of: open.converter))
    }
}

@c @implementation
public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef!, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>!, _ outPropertyData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        guard let ioPropertyDataSize, let outPropertyData else { throw .missingArgument }
        // Two properties take a number on entry and return another.
        let question =
            ioPropertyDataSize.pointee >= 4 ? outPropertyData.loadUnaligned(as: UInt32.self) : 0
        let value = try open.reading { () throws(AudioConverterError) in
            try propertyValue(inPropertyID, of: open, question: question)
        }
        try value.write(
            to: outPropertyData, ioPropertyDataSize, orThrow: AudioConverterError.wrongDataSize)
    }
}

private func isWritable(_ id: AudioConverterPropertyID, of converter: FormatConverter) -> Bool {
    switch id {
    // The priming of decoded packets can be set; that of a sample-rate converter is fixed.
    case kAudioConverterPrimeInfo: !converter.inputFormat.isFrameByFrame
    case kAudioConverterSampleRateConverterComplexity, kAudioConverterSampleRateConverterQuality,
        kAudioConverterSampleRateConverterInitialPhase, kAudioConverterCodecQuality,
        kAudioConverterPrimeMethod, kAudioConverterChannelMap,
        kAudioConverterDecompressionMagicCookie, kAudioConverterEncodeBitRate,
        kAudioConverterInputChannelLayout, kAudioConverterOutputChannelLayout,
        kAudioConverterPropertyBitDepthHint, kAudioConverterPropertySettings,
        kAudioConverterPropertyPerformDownmix, kAudioConverterPropertyChannelMixMap,
        kAudioConverterPropertyDithering:
        true
    default: false
    }
}

// MARK: Reading

private func propertyValue(
    _ id: AudioConverterPropertyID, of open: OpenConverter, question: UInt32
) throws(AudioConverterError) -> PropertyValue {
    let (settings, converter) = (open.settings, open.converter)
    let (input, output) = (converter.inputFormat, converter.outputFormat)
    switch id {
    case kAudioConverterPropertyMinimumInputBufferSize,
        kAudioConverterPropertyMaximumInputPacketSize:
        return .of(input.packetBytesMax)
    case kAudioConverterPropertyMinimumOutputBufferSize,
        kAudioConverterPropertyMaximumOutputPacketSize:
        return .of(output.packetBytesMax)
    case kAudioConverterPropertyCalculateInputBufferSize:
        return .of(byteCount(of: input, for: question, of: output))
    case kAudioConverterPropertyCalculateOutputBufferSize:
        return .of(byteCount(of: output, for: question, of: input))
    case kAudioConverterSampleRateConverterComplexity: return .of(settings.complexity)
    case kAudioConverterSampleRateConverterQuality: return .of(settings.quality)
    case kAudioConverterSampleRateConverterInitialPhase: return .of(Float(0))
    case kAudioConverterCodecQuality: return .of(settings.codecQuality)
    case kAudioConverterPrimeMethod: return .of(settings.options.primeMethod.rawValue)
    case kAudioConverterPrimeInfo: return .of(primeInfo(converter))
    case kAudioConverterChannelMap:
        return .list(try present(settings.channelMap ?? channelMap(settings, converter)))
    case kAudioConverterDecompressionMagicCookie:
        return .bytes(try present(settings.options.inputMagicCookie))
    case kAudioConverterCompressionMagicCookie: return .bytes(try present(converter.magicCookie))
    case kAudioConverterInputChannelLayout:
        return .bytes(try present(settings.options.inputLayout).bytesForApps)
    case kAudioConverterOutputChannelLayout:
        return .bytes(try present(settings.options.outputLayout).bytesForApps)
    case kAudioConverterCurrentOutputStreamDescription:
        return .of(AudioStreamBasicDescription(output))
    case kAudioConverterCurrentInputStreamDescription:
        return .of(AudioStreamBasicDescription(input))
    case kAudioConverterPropertySettings: return .object(NSArray())
    case kAudioConverterPropertyBitDepthHint: return .of(settings.bitDepthHint)
    case kAudioConverterPropertyCanResumeFromInterruption: return .of(UInt32(1))
    case kAudioConverterPropertyPerformDownmix:
        return .of(UInt32(settings.performsDownMix ? 1 : 0))
    case kAudioConverterPropertyChannelMixMap: return .list(try present(settings.mixMap))
    case kAudioConverterPropertyDithering:
        return .of(UInt32(settings.options.isDithered ? kDitherAlgorithm_TPDF : 0))
    case kAudioConverterPropertyDitherBitDepth:
        return .of(UInt32(try present(output.integerBitCount)))
    default: return try encoderValue(id, open)
    }
}

/// Properties that only a converter with an encoder has.
private func encoderValue(
    _ id: AudioConverterPropertyID, _ open: OpenConverter
) throws(AudioConverterError) -> PropertyValue {
    let output = open.converter.outputFormat
    switch id {
    case kAudioConverterPropertyFormatList:
        try require(!output.isFrameByFrame)
        return .of(
            AudioFormatListItem(
                mASBD: AudioStreamBasicDescription(output),
                mChannelLayoutTag: StandardLayout.decoded(
                    output.id, channelCount: output.channelCount)
                    ?? layoutTag(nil, channelCount: output.channelCount)))
    case kAudioConverterEncodeAdjustableSampleRate:
        try require(!output.isFrameByFrame)
        return .of(output.sampleRate)
    case kAudioConverterEncodeBitRate:
        try require(EncoderRates.exist(output))
        return .of(UInt32(open.settings.options.outputBitRate ?? EncoderRates.usual(output)))
    case kAudioConverterApplicableEncodeBitRates:
        let rates = try present(CodingProperties.bitRates(of: output.id))
        return .list(ranges(rates.filter { EncoderRates.allows($0, output) }))
    case kAudioConverterAvailableEncodeBitRates:
        return .list(ranges(try present(CodingProperties.bitRates(of: output.id))))
    case kAudioConverterApplicableEncodeSampleRates, kAudioConverterAvailableEncodeSampleRates:
        try require(EncoderRates.exist(output))
        return .list(ranges(CodingProperties.sampleRates(of: output.id).map(\.lowerBound)))
    default: throw .unknownProperty
    }
}

private func ranges(_ values: [Double]) -> [AudioValueRange] {
    values.map { AudioValueRange(mMinimum: $0, mMaximum: $0) }
}

private func require(_ isThere: Bool) throws(AudioConverterError) {
    guard isThere else { throw .unknownProperty }
}

private func present<Value>(_ value: Value?) throws(AudioConverterError) -> Value {
    guard let value else { throw .unknownProperty }
    return value
}

/// Priming and remainder frames of the encoder, the decoded packets or the resampling filter.
private func primeInfo(_ converter: FormatConverter) -> AudioConverterPrimeInfo {
    let options = converter.options
    let frames: (leading: Int, trailing: Int)
    if !converter.outputFormat.isFrameByFrame {
        frames = converter.outputPriming
    } else if !converter.inputFormat.isFrameByFrame {
        frames = (options.inputPriming, options.inputRemainder)
    } else {
        frames = converter.rateConversionReach
    }
    return AudioConverterPrimeInfo(
        leadingFrames: UInt32(clamping: frames.leading),
        trailingFrames: UInt32(clamping: frames.trailing))
}

/// - Returns: `nil` when the channels are mixed.
private func channelMap(
    _ settings: OpenConverter.Settings, _ converter: FormatConverter
) -> [Int32]? {
    let options = settings.completeOptions
    let isMixed = options.inputLayout != nil && options.outputLayout != nil
    guard case .byIndex = options.channelMapping, !isMixed else { return nil }
    let inputCount = Int32(converter.inputFormat.channelCount)
    let outputCount = Int32(converter.outputFormat.channelCount)
    return (0..<outputCount).map { $0 < inputCount ? $0 : -1 }
}

/// Bytes of one format that correspond to `given` bytes of the other.
private func byteCount(
    of wanted: StreamFormat, for given: UInt32, of format: StreamFormat
) -> UInt32 {
    let frames =
        Double(given) / Double(format.packetBytesMax) * Double(max(format.framesPerPacket, 1))
    let other = (frames.rounded(.up) * wanted.sampleRate / format.sampleRate).rounded(.up)
    let packets = (other / Double(max(wanted.framesPerPacket, 1))).rounded(.up)
    return UInt32(exactly: min(packets * Double(wanted.packetBytesMax), 4_294_967_295)) ?? .max
}

extension StreamFormat {
    /// Size in bytes of the largest packet; for encodings without a bound, one that is not exceeded
    /// in practice.
    fileprivate var packetBytesMax: UInt32 { packetByteCountMax ?? 1 << 16 }

    var isFrameByFrame: Bool { id == .linearPCM || id == .uLaw || id == .aLaw }
}

/// The bit rates of codings that have one: AAC and Opus.
enum EncoderRates {
    static func exist(_ format: StreamFormat) -> Bool {
        CodingProperties.bitRates(of: format.id) != nil
    }

    /// The encoder's default bit rate in bits per second.
    static func usual(_ format: StreamFormat) -> Int {
        Int(
            CodingProperties.defaultBitRate(
                of: format.id, sampleRate: format.sampleRate, channelCount: format.channelCount))
    }

    static func allows(_ bitRate: Double, _ format: StreamFormat) -> Bool {
        CodingProperties.bitRateRange(
            of: format.id, sampleRate: format.sampleRate, channelCount: format.channelCount
        ).contains(bitRate)
    }
}

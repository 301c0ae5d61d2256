import AudioConversion
import AudioModel
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes
import Foundation

@c @implementation
public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef!, _ inPropertyID: AudioConverterPropertyID,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        guard let inPropertyData else { throw .missingArgument }
        let bytes = UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize))
        try open.alone { () throws(AudioConverterError) in
            try open.change { (settings) throws(AudioConverterError) in
                try setProperty(inPropertyID, of: &settings, to: bytes, open)
            }
        }
    }
}

private func setProperty(
    _ id: AudioConverterPropertyID, of settings: inout OpenConverter.Settings,
    to bytes: UnsafeRawBufferPointer, _ open: OpenConverter
) throws(AudioConverterError) {
    switch id {
    case kAudioConverterSampleRateConverterComplexity:
        let complexity: UInt32 = try loaded(bytes)
        guard complexities.contains(complexity) else { throw .wrongArgument }
        settings.complexity = complexity
    case kAudioConverterSampleRateConverterQuality: settings.quality = try quality(bytes)
    case kAudioConverterCodecQuality: settings.codecQuality = try quality(bytes)
    case kAudioConverterSampleRateConverterInitialPhase:
        let phase: Float = try loaded(bytes)
        guard phase == 0 else { throw .wrongArgument }
    case kAudioConverterPrimeMethod:
        guard let method = PrimeMethod(rawValue: try loaded(bytes)) else { throw .wrongArgument }
        settings.options.primeMethod = method
    case kAudioConverterPrimeInfo:
        let info: AudioConverterPrimeInfo = try loaded(bytes)
        // The priming of a sample-rate converter is fixed.
        guard !open.converter.inputFormat.isFrameByFrame else { throw .notSupported }
        settings.options.inputPriming = Int(info.leadingFrames)
        settings.options.inputRemainder = Int(info.trailingFrames)
    case kAudioConverterDecompressionMagicCookie:
        guard !open.converter.inputFormat.isFrameByFrame else { throw .unknownProperty }
        guard bytes.count <= cookieBytesMax else { throw .wrongDataSize }
        settings.options.inputMagicCookie = Array(bytes)
    case kAudioConverterEncodeBitRate:
        guard EncoderRates.exist(open.converter.outputFormat) else { throw .unknownProperty }
        let bitRate: UInt32 = try loaded(bytes)
        guard EncoderRates.allows(Double(bitRate), open.converter.outputFormat) else {
            throw .wrongArgument
        }
        settings.options.outputBitRate = Int(bitRate)
    case kAudioConverterPropertyBitDepthHint: settings.bitDepthHint = try loaded(bytes)
    case kAudioConverterPropertySettings:
        let pointer: UInt = try loaded(bytes)
        // The settings can only be restored, and there are none.
        guard let object = UnsafeRawPointer(bitPattern: pointer) else { return }
        let array = Unmanaged<NSArray>.fromOpaque(object).takeUnretainedValue()
        guard array.count == 0 else { throw .unknownProperty }
    case kAudioConverterPropertyDithering:
        let algorithm: UInt32 = try loaded(bytes)
        guard algorithm == 0 || algorithm == kDitherAlgorithm_TPDF else { throw .wrongArgument }
        settings.options.isDithered = algorithm == kDitherAlgorithm_TPDF
    default: try setChannels(id, of: &settings, to: bytes, open)
    }
}

private func setChannels(
    _ id: AudioConverterPropertyID, of settings: inout OpenConverter.Settings,
    to bytes: UnsafeRawBufferPointer, _ open: OpenConverter
) throws(AudioConverterError) {
    let inputCount = Int(open.converter.inputFormat.channelCount)
    let outputCount = Int(open.converter.outputFormat.channelCount)
    switch id {
    case kAudioConverterChannelMap:
        guard bytes.count == 4 * outputCount else { throw .wrongDataSize }
        settings.channelMap = (0..<outputCount).map {
            bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)
        }
    case kAudioConverterPropertyPerformDownmix:
        let number: UInt32 = try loaded(bytes)
        settings.performsDownMix = number != 0
    case kAudioConverterPropertyChannelMixMap:
        guard bytes.count == 4 * outputCount * inputCount else { throw .wrongDataSize }
        settings.mixMap = (0..<outputCount * inputCount).map {
            bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self)
        }
    case kAudioConverterInputChannelLayout:
        settings.options.inputLayout = try layout(bytes, of: open.converter.inputFormat)
    case kAudioConverterOutputChannelLayout:
        settings.options.outputLayout = try layout(bytes, of: open.converter.outputFormat)
    default: throw .unknownProperty
    }
}

private let cookieBytesMax = 1 << 20

private let complexities = [
    kAudioConverterSampleRateConverterComplexity_Linear,
    kAudioConverterSampleRateConverterComplexity_Normal,
    kAudioConverterSampleRateConverterComplexity_Mastering,
    kAudioConverterSampleRateConverterComplexity_MinimumPhase,
]

private func quality(_ bytes: UnsafeRawBufferPointer) throws(AudioConverterError) -> UInt32 {
    let quality: UInt32 = try loaded(bytes)
    guard quality <= kAudioConverterQuality_Max else { throw .wrongArgument }
    return quality
}

private func loaded<Value: BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer
) throws(AudioConverterError) -> Value {
    guard bytes.count == MemoryLayout<Value>.size else { throw .wrongDataSize }
    return bytes.loadUnaligned(as: Value.self)
}

/// - Throws: `wrongDataSize`; `wrongArgument` for a layout of another channel count, like a channel
///   map that does not fit.
private func layout(
    _ bytes: UnsafeRawBufferPointer, of format: StreamFormat
) throws(AudioConverterError) -> ChannelLayout {
    let layout: ChannelLayout
    do throws(LayoutDataError) {
        layout = try ChannelLayout(bytesForApps: bytes)
    } catch {
        switch error {
        case .tooShort: throw .wrongDataSize
        case .tooManyChannels: throw .wrongArgument
        }
    }
    guard layout.fits(channelCount: format.channelCount) else { throw .wrongArgument }
    return layout
}

import AudioCodecs
import AudioConversion
import AudioModel
import ChannelLayouts
import CoreAudioTypes
public import Foundation

extension AVAudioConverter {
    /// For each output channel the index of its input channel; a negative number is silence.
    ///
    /// A map of another number of channels, or of channels that the input does not have, is
    /// ignored; an empty one restores the default. A map overrides the channel layouts.
    public var channelMap: [NSNumber] {
        get {
            withConverter { settings, _ in settings.effectiveChannelMap.map { NSNumber(value: $0) }
            }
        }
        set {
            let map = newValue.map { max($0.intValue, -1) }
            change { $0.channelMap = map.isEmpty ? nil : map }
        }
    }

    /// The decoder configuration. For a compressed input, the one to decode with, to be set where the
    /// format has none; for a compressed output, the one that its encoder produced.
    public var magicCookie: Data? {
        get {
            withConverter { settings, converter in
                converter.magicCookie.map { Data($0) } ?? settings.magicCookie
            }
        }
        set { change { $0.magicCookie = newValue } }
    }

    /// Whether channels are mixed where the output has fewer or others; otherwise they are mapped,
    /// and what has no place is left out.
    public var downmix: Bool {
        get { withConverter { settings, _ in settings.isDownmixed } }
        set { change { $0.isDownmixed = newValue } }
    }

    /// Whether dither is added where bits are lost.
    public var dither: Bool {
        get { withConverter { settings, _ in settings.isDithered } }
        set { change { $0.isDithered = newValue } }
    }

    /// The quality of the sample-rate conversion: a raw value of `AVAudioQuality`.
    public var sampleRateConverterQuality: Int {
        get { withConverter { settings, _ in settings.rateQuality } }
        set { change { $0.rateQuality = newValue } }
    }

    /// The algorithm of the sample-rate conversion: a value of `AVSampleRateConverterAlgorithmKey`.
    public var sampleRateConverterAlgorithm: String? {
        get { withConverter { settings, _ in settings.rateAlgorithm } }
        set { change { $0.rateAlgorithm = newValue } }
    }

    /// What the sample-rate conversion assumes before the first frame and after the last.
    public var primeMethod: AVAudioConverterPrimeMethod {
        get {
            withConverter { settings, _ in
                AVAudioConverterPrimeMethod(rawValue: Int(settings.primeMethod.rawValue)) ?? .normal
            }
        }
        set {
            change { $0.primeMethod = PrimeMethod(rawValue: UInt32(newValue.rawValue)) ?? .normal }
        }
    }

    /// Priming and remainder frames. For a compressed output, those that its encoder added; for a
    /// compressed input, those to drop, which can be set; otherwise the frames that the sample-rate
    /// conversion reads before and after a position.
    public var primeInfo: AVAudioConverterPrimeInfo {
        get {
            withConverter { settings, converter in
                let frames: (leading: Int, trailing: Int)
                if !settings.output.isPCMOrG711 {
                    frames = converter.outputPriming
                } else if !settings.input.isPCMOrG711 {
                    frames = (settings.inputPriming, settings.inputRemainder)
                } else {
                    frames = converter.rateConversionReach
                }
                return AVAudioConverterPrimeInfo(
                    leadingFrames: AVAudioFrameCount(clamping: frames.leading),
                    trailingFrames: AVAudioFrameCount(clamping: frames.trailing))
            }
        }
        set {
            change { settings in
                guard !settings.input.isPCMOrG711 else { return }
                settings.inputPriming = Int(newValue.leadingFrames)
                settings.inputRemainder = Int(newValue.trailingFrames)
            }
        }
    }

    // MARK: Encoding

    /// The encoder's bit rate in bits a second; zero for an output without one. A rate that the
    /// encoder does not have is ignored.
    public var bitRate: Int {
        get {
            withConverter { settings, _ in
                guard settings.output.hasBitRate else { return 0 }
                return settings.bitRate
                    ?? Int(
                        CodingProperties.defaultBitRate(
                            of: settings.output.id, sampleRate: settings.output.sampleRate,
                            channelCount: settings.output.channelCount))
            }
        }
        set {
            change { settings in
                guard settings.applicableBitRates?.contains(Double(newValue)) == true else {
                    return
                }
                settings.bitRate = newValue
            }
        }
    }

    /// How the bit rate varies: a value of `AVEncoderBitRateStrategyKey`. The encoder has one
    /// strategy; the value is only kept.
    public var bitRateStrategy: String? {
        get { withConverter { settings, _ in settings.bitRateStrategy } }
        set { change { $0.bitRateStrategy = $0.output.isPCMOrG711 ? nil : newValue } }
    }

    /// The size in bytes of the largest packet of the output.
    public var maximumOutputPacketSize: Int {
        withConverter { _, converter in
            Int(converter.outputFormat.packetByteCountMax ?? Self.packetSizeWithoutBound)
        }
    }

    /// A packet size that codings without a bound do not exceed in practice.
    private static let packetSizeWithoutBound: UInt32 = 1 << 16

    /// The encoder's usual bit rates, in bits a second; `nil` for an output without one.
    public var availableEncodeBitRates: [NSNumber]? {
        withConverter { settings, _ in CodingProperties.bitRates(of: settings.output.id) }
            .map { $0.map { NSNumber(value: Int($0)) } }
    }

    /// The encoder's usual bit rates for the output's sample rate and channels; `nil` for an output
    /// without one.
    public var applicableEncodeBitRates: [NSNumber]? {
        withConverter { settings, _ -> [NSNumber]? in
            guard let range = settings.applicableBitRates else { return nil }
            return CodingProperties.bitRates(of: settings.output.id)?
                .filter { range.contains($0) }.map { NSNumber(value: Int($0)) }
        }
    }

    /// The encoder's sample rates in Hz; `nil` where the output has no encoder, or one that accepts any
    /// sample rate.
    public var availableEncodeSampleRates: [NSNumber]? { encodeSampleRates }

    /// The encoder's sample rates in Hz for the present settings; `nil` where the output has no
    /// encoder, or one that accepts any sample rate.
    public var applicableEncodeSampleRates: [NSNumber]? { encodeSampleRates }

    private var encodeSampleRates: [NSNumber]? {
        withConverter { settings, _ -> [NSNumber]? in
            guard settings.output.hasBitRate else { return nil }
            return CodingProperties.sampleRates(of: settings.output.id)
                .map { NSNumber(value: $0.lowerBound) }
        }
    }

    /// The tags of the channel layouts that the encoder has; `nil` for an output without an encoder.
    public var availableEncodeChannelLayoutTags: [NSNumber]? {
        withConverter { settings, _ -> [NSNumber]? in
            guard !settings.output.isPCMOrG711,
                let counts = CodingProperties.encodedChannelCounts(of: settings.output.id)
            else { return nil }
            return counts.compactMap {
                StandardLayout.decoded(settings.output.id, channelCount: $0)
            }.map { NSNumber(value: $0) }
        }
    }
}

extension ConverterSettings {
    /// The bit rates that the encoder has for the output; `nil` for an output without one.
    fileprivate var applicableBitRates: ClosedRange<Double>? {
        guard output.hasBitRate else { return nil }
        return CodingProperties.bitRateRange(
            of: output.id, sampleRate: output.sampleRate, channelCount: output.channelCount)
    }
}

extension StreamFormat {
    /// Whether the coding's encoder has a selectable bit rate.
    fileprivate var hasBitRate: Bool { CodingProperties.bitRates(of: id) != nil }
}

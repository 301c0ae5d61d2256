package import AudioConversion

/// The settings of an encoder and of a sample-rate converter; `nil` where none were given.
package struct CodingSettings: Hashable, Sendable {
    /// Quality of the encoder, 0…127.
    package var quality: Int?
    /// Bits a second of all channels.
    package var bitRate: Int?
    /// Bits a second of each channel.
    package var bitRatePerChannel: Int?
    /// How the bit rate varies.
    package var bitRateStrategy: String?
    /// Bits of a sample that the encoder is given.
    package var bitDepthHint: Int?
    /// The algorithm of the sample-rate converter.
    package var rateAlgorithm: String?
    /// Quality of the sample-rate converter, 0…127.
    package var rateQuality: Int?

    package init() {}

    init(_ values: inout SettingsReader) {
        quality =
            values.integer(AVEncoderAudioQualityKey)
            ?? values.integer(AVEncoderAudioQualityForVBRKey)
        bitRate = values.integer(AVEncoderBitRateKey)
        bitRatePerChannel = values.integer(AVEncoderBitRatePerChannelKey)
        bitRateStrategy = values.text(AVEncoderBitRateStrategyKey)
        bitDepthHint = values.integer(AVEncoderBitDepthHintKey)
        rateAlgorithm = values.text(AVSampleRateConverterAlgorithmKey)
        rateQuality = values.integer(AVSampleRateConverterAudioQualityKey)
    }

    /// The bit rate of an encoder of `channelCount` channels; `nil` where none was given.
    package func totalBitRate(channelCount: Int) -> Int? {
        if let bitRate, bitRate > 0 { return bitRate }
        guard let bitRatePerChannel, bitRatePerChannel > 0 else { return nil }
        let (total, overflow) = bitRatePerChannel.multipliedReportingOverflow(by: channelCount)
        return overflow ? nil : total
    }

    /// Options of a converter with these settings.
    package func conversionOptions(channelCount: Int) -> ConversionOptions {
        var options = ConversionOptions()
        options.channelMapping = .firstChannels
        options.quality = RateConversionQuality(quality: rateQuality, algorithm: rateAlgorithm)
        options.outputBitRate = totalBitRate(channelCount: channelCount)
        return options
    }
}

extension RateConversionQuality {
    /// The quality that Apple's settings name; medium where there is none.
    ///
    /// - Parameter quality: A raw value of `AVAudioQuality`, or a number between two.
    init(quality: Int?, algorithm: String?) {
        let level: Level
        switch quality ?? AVAudioQuality.medium.rawValue {
        case ..<AVAudioQuality.low.rawValue: level = .minimum
        case ..<AVAudioQuality.medium.rawValue: level = .low
        case ..<AVAudioQuality.high.rawValue: level = .medium
        case ..<AVAudioQuality.max.rawValue: level = .high
        default: level = .maximum
        }
        switch algorithm {
        case AVSampleRateConverterAlgorithm_Mastering, AVSampleRateConverterAlgorithm_MinimumPhase:
            self.init(level, kind: .mastering)
        default: self.init(level)
        }
    }
}

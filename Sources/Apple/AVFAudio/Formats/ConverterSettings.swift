import AudioConversion
import AudioModel
import ChannelLayouts
import Foundation

/// The settings of an `AVAudioConverter`.
struct ConverterSettings: Equatable {
    let input: StreamFormat
    let output: StreamFormat
    let inputLayout: ChannelLayout?
    let outputLayout: ChannelLayout?

    /// For each output channel the index of its input channel, −1 for silence; `nil` without a map.
    var channelMap: [Int]?
    var magicCookie: Data?
    var isDownmixed = false
    var isDithered = false
    var rateQuality = AVAudioQuality.medium.rawValue
    var rateAlgorithm: String? = AVSampleRateConverterAlgorithm_Normal
    var primeMethod = PrimeMethod.normal
    /// In bits per second; `nil` for the encoder's own.
    var bitRate: Int?
    var bitRateStrategy: String?
    /// Frames to drop at the start of a compressed input.
    var inputPriming = 0
    /// Frames to drop at its end.
    var inputRemainder = 0

    init(from input: AVAudioFormat, to output: AVAudioFormat) {
        self.input = input.streamFormat
        self.output = output.streamFormat
        inputLayout = input.channelLayout?.channelLayout
        outputLayout = output.channelLayout?.channelLayout
        magicCookie = input.magicCookie
    }

    /// Makes the converter of these settings.
    func makeConverter() throws(ConversionError) -> FormatConverter {
        try FormatConverter(from: input, to: output, options: options)
    }

    /// The options of the conversion.
    private var options: ConversionOptions {
        var options = ConversionOptions()
        options.quality = RateConversionQuality(quality: rateQuality, algorithm: rateAlgorithm)
        options.primeMethod = primeMethod
        options.isDithered = isDithered
        options.inputMagicCookie = input.isPCMOrG711 ? nil : magicCookie.map { Array($0) }
        options.inputPriming = inputPriming
        options.inputRemainder = inputRemainder
        options.outputBitRate = bitRate
        // Channels are either mapped or mixed (`AudioConverter.h`, `kAudioConverterChannelMap`).
        if let channelMap, !isDownmixed {
            options.channelMapping = .map(channelMap)
            return options
        }
        options.channelMapping = isDownmixed ? .mixed : .firstChannels
        if isDownmixed || !input.isPCMOrG711 || !output.isPCMOrG711 {
            options.inputLayout = inputLayout
            options.outputLayout = outputLayout
        } else if let map = remapping {
            options.channelMapping = .map(map)
        }
        return options
    }

    /// The map that gives each output channel the input channel of the same label; `nil` where the
    /// layouts say nothing, and channels are mapped by index.
    ///
    /// Where no label is common and the input is neither mono nor stereo, all outputs are silent,
    /// as was measured of Apple's converter (facts.md). Equal numbers of channels are mapped by
    /// index.
    private var remapping: [Int]? {
        guard inputLayout != outputLayout,
            let given = Self.labels(inputLayout, channelCount: Int(input.channelCount)),
            let wanted = Self.labels(outputLayout, channelCount: Int(output.channelCount))
        else { return nil }
        let map = wanted.map { given.firstIndex(of: $0) ?? -1 }
        guard map.allSatisfy({ $0 == -1 }) else { return map }
        let isByIndex = Self.plainLabels.contains(given) || given.count == wanted.count
        return isByIndex ? nil : map
    }

    /// The labels of mono and of stereo.
    private static let plainLabels = [1, 2].compactMap {
        ChannelLayout.labels(nil, channelCount: $0)
    }

    /// The labels of a layout, without one those of mono or stereo; `nil` for unknown ones.
    private static func labels(_ layout: ChannelLayout?, channelCount: Int) -> [ChannelLabel]? {
        guard let layout else {
            return channelCount <= 2
                ? ChannelLayout.labels(nil, channelCount: channelCount) : nil
        }
        guard let labels = try? layout.labels(), labels.count == channelCount else { return nil }
        return labels
    }

    /// Whether the output is silent because the layouts have no common channel.
    var isSilentForLackOfChannels: Bool {
        channelMap == nil && !isDownmixed && input.isPCMOrG711 && output.isPCMOrG711
            && remapping?.allSatisfy { $0 == -1 } == true
    }

    /// The map that `AVAudioConverter.channelMap` reports: that of the app, else by label, else by
    /// index; empty where channels of different number are mixed.
    var effectiveChannelMap: [Int] {
        if let map = channelMap ?? remapping { return map }
        if isDownmixed, input.channelCount != output.channelCount { return [] }
        let (inputCount, outputCount) = (Int(input.channelCount), Int(output.channelCount))
        if inputCount == 1, outputCount == 2 { return [0, 0] }
        return (0..<outputCount).map { $0 < inputCount ? $0 : -1 }
    }
}

extension StreamFormat {
    /// Whether each frame is coded independently: linear PCM and G.711.
    var isPCMOrG711: Bool { id == .linearPCM || id == .uLaw || id == .aLaw }
}

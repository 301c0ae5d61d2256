import ChannelLayouts

/// The mapping of input channels to output channels.
enum ChannelMapper: Hashable {
    case same
    /// For each output channel the index of its input channel; −1 is silence.
    case picked([Int])
    /// A mixing matrix of `output × input` gains.
    case mixed([Float])

    /// - Parameters:
    ///   - input: `frameCount` interleaved frames.
    ///   - output: Room for `frameCount` frames; must not overlap the input.
    func run<Sample: BinaryFloatingPoint>(
        _ input: UnsafePointer<Sample>, channelCount inputCount: Int,
        into output: UnsafeMutablePointer<Sample>, channelCount outputCount: Int, frameCount: Int
    ) {
        switch self {
        case .same:
            output.update(from: input, count: frameCount * inputCount)
        case .picked(let sources):
            for (channel, source) in sources.enumerated() {
                for frame in 0..<frameCount {
                    output[frame &* outputCount &+ channel] =
                        source < 0 ? 0 : input[frame &* inputCount &+ source]
                }
            }
        case .mixed(let gains):
            for channel in 0..<outputCount {
                for frame in 0..<frameCount {
                    var sum: Sample = 0
                    for source in 0..<inputCount {
                        sum +=
                            input[frame &* inputCount &+ source]
                            * Sample(gains[channel &* inputCount &+ source])
                    }
                    output[frame &* outputCount &+ channel] = sum
                }
            }
        }
    }
}

extension ChannelMapper {
    /// Chooses the mapping for the options and layouts.
    ///
    /// - Throws: `channelMapping`.
    init(
        _ options: ConversionOptions, inputCount: Int, outputCount: Int
    ) throws(ConversionError) {
        let isNamed = options.inputLayout != nil && options.outputLayout != nil
        switch options.channelMapping {
        case .firstChannels where !isNamed:
            self = Self.firstChannels(inputCount, outputCount)
        case .byIndex where !isNamed:
            self = Self.byIndex(inputCount, outputCount)
        case .map(let sources):
            guard sources.count == outputCount, sources.allSatisfy({ (-1..<inputCount) ~= $0 })
            else { throw .channelMapping }
            self = .picked(sources)
        case .matrix(let gains):
            guard gains.count == inputCount * outputCount, gains.allSatisfy(\.isFinite) else {
                throw .channelMapping
            }
            self = .mixed(gains)
        case .firstChannels, .byIndex, .mixed:
            // Equal channel counts without layouts are mapped by index.
            if isNamed || inputCount != outputCount,
                let input = ChannelLayout.labels(options.inputLayout, channelCount: inputCount),
                let output = ChannelLayout.labels(options.outputLayout, channelCount: outputCount),
                let mix = Downmix(from: input, to: output)
            {
                self = Self.picked(mix) ?? .mixed(mix.gains)
            } else {
                self = Self.firstChannels(inputCount, outputCount)
            }
        }
        if case .picked(let sources) = self, inputCount == outputCount,
            sources == Array(0..<inputCount)
        {
            self = .same
        }
    }

    /// Converts a matrix that only reorders channels to a channel map, which is exact and faster.
    private static func picked(_ mix: Downmix) -> ChannelMapper? {
        guard mix.gains.allSatisfy({ $0 == 0 || $0 == 1 }) else { return nil }
        var sources: [Int] = []
        for start in stride(from: 0, to: mix.gains.count, by: mix.inputCount) {
            let ones = (0..<mix.inputCount).filter { mix.gains[start + $0] == 1 }
            guard ones.count <= 1 else { return nil }
            sources.append(ones.first ?? -1)
        }
        return .picked(sources)
    }

    private static func firstChannels(_ inputCount: Int, _ outputCount: Int) -> ChannelMapper {
        if inputCount == 1, outputCount == 2 { return .picked([0, 0]) }
        return byIndex(inputCount, outputCount)
    }

    private static func byIndex(_ inputCount: Int, _ outputCount: Int) -> ChannelMapper {
        if inputCount == outputCount { return .same }
        return .picked((0..<outputCount).map { $0 < inputCount ? $0 : -1 })
    }
}

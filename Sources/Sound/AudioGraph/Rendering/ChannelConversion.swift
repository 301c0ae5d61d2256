import AudioEffects
import ChannelLayouts

/// The conversion of one number of channels to another: mono is copied to left and right at unity,
/// stereo becomes mono as (L + R) / 2, and other numbers are mixed as by `Downmix`.
enum ChannelConversion: Sendable {
    case none
    /// Mono to the first two channels.
    case monoToStereo
    case stereoToMono
    /// `outputCount` rows of `inputCount` gains.
    case matrix(MixingMatrix)

    init(from input: GraphFormat, to output: GraphFormat) {
        switch (input.channelCount, output.channelCount) {
        case (let input, let output) where input == output: self = .none
        case (1, _): self = .monoToStereo
        case (2, 1): self = .stereoToMono
        default: self = .matrix(MixingMatrix(from: input, to: output))
        }
    }

    /// Converts a block.
    ///
    /// - Parameter output: Room for the frames of `outputCount` channels; not the input's memory.
    func convert(
        _ input: PlanarSamples, frameCount: Int, into output: PlanarSamples, outputCount: Int
    ) {
        switch self {
        case .none:
            for channel in 0..<outputCount {
                copy(input[channel], to: output[channel], count: frameCount)
            }
        case .monoToStereo:
            for channel in 0..<outputCount {
                if channel < 2 {
                    copy(input[0], to: output[channel], count: frameCount)
                } else {
                    silence(output[channel], count: frameCount)
                }
            }
        case .stereoToMono: halveSum(input[0], input[1], into: output[0], count: frameCount)
        case .matrix(let matrix):
            matrix.convert(input, frameCount: frameCount, into: output)
        }
    }
}

/// The gains of a channel conversion.
///
/// Ownership: `init` writes the gains and `deinit` frees them; nothing else changes.
final class MixingMatrix: @unchecked Sendable {
    private let inputCount: Int
    private let outputCount: Int
    private let gains: UnsafeMutablePointer<Float>

    init(from inputFormat: GraphFormat, to outputFormat: GraphFormat) {
        inputCount = inputFormat.channelCount
        outputCount = outputFormat.channelCount
        gains = .allocate(capacity: inputCount * outputCount)
        // Channels without known positions are mapped by index.
        for row in 0..<outputCount {
            for column in 0..<inputCount {
                (gains + row * inputCount + column).initialize(to: row == column ? 1 : 0)
            }
        }
        if let input = ChannelLayout.labels(inputFormat.layout, channelCount: inputCount),
            let output = ChannelLayout.labels(
                outputFormat.layout, channelCount: outputCount),
            let mix = Downmix(from: input, to: output)
        {
            for index in 0..<inputCount * outputCount { gains[index] = mix.gains[index] }
        }
    }

    deinit { gains.deallocate() }

    func convert(_ input: PlanarSamples, frameCount: Int, into output: PlanarSamples) {
        for row in 0..<outputCount {
            silence(output[row], count: frameCount)
            for column in 0..<inputCount {
                let gain = gains[row &* inputCount &+ column]
                guard gain != 0 else { continue }
                addRamped(
                    input[column], frameCount: frameCount, gainFrom: gain, to: gain,
                    into: output[row])
            }
        }
    }
}

@_noLocks @_noAllocation
func copy(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, count: Int
) {
    for frame in 0..<count { output[frame] = input[frame] }
}

@_noLocks @_noAllocation
private func silence(_ output: UnsafeMutablePointer<Float>, count: Int) {
    for frame in 0..<count { output[frame] = 0 }
}

@_noLocks @_noAllocation
private func halveSum(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    into output: UnsafeMutablePointer<Float>, count: Int
) {
    for frame in 0..<count { output[frame] = (left[frame] + right[frame]) * 0.5 }
}

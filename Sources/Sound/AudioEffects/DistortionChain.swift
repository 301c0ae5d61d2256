/// The stages of a distortion, in the order of processing: ring modulation, decimation, waveshaping,
/// echo, a band of frequencies, and a soft clip, which bounds the output to ±1.
package struct DistortionChain: Equatable, Sendable {
    /// Multiplication with two sines.
    package struct RingModulation: Equatable, Sendable {
        /// The frequencies of the sines in Hz.
        package var first: Double
        package var second: Double
        /// The part of the second sine, 0…1.
        package var balance: Double
        /// The part of the stage's output, 0…1.
        package var mix: Double
    }

    /// Holding of samples, and rounding to fewer bits.
    package struct Decimation: Equatable, Sendable {
        /// The number of samples a second; infinite for all of them.
        package var holdRate: Double
        /// The number of bits of a sample between −1 and 1; from `bitsMax` on it is not rounded.
        package var bits: Double
        /// The part of the stage's output, 0…1.
        package var mix: Double

        package static let bitsMax = 24.0
    }

    /// A polynomial of the sample, for samples limited to ±1.
    package struct Waveshaper: Equatable, Sendable {
        package var linear: Double
        package var squared: Double
        package var cubic: Double
        /// The part of the stage's output, 0…1.
        package var mix: Double

        /// Creates a polynomial with the value 1 at 1: the terms are divided by their sum.
        package init(linear: Double, squared: Double, cubic: Double, mix: Double) {
            let sum = linear + squared + cubic
            self.linear = linear / sum
            self.squared = squared / sum
            self.cubic = cubic / sum
            self.mix = mix
        }
    }

    /// Repetitions.
    package struct Echo: Equatable, Sendable {
        package var milliseconds: Double
        /// The level of a repetition relative to the one before, below 1.
        package var decay: Double
        /// The part of the repetitions in the stage's output, 0…1.
        package var mix: Double
    }

    /// A second-order high-pass and a second-order low-pass filter.
    package struct Band: Equatable, Sendable {
        package var highPass: Double
        package var lowPass: Double
    }

    /// A stage with the mix 0 is left out.
    package var ring = RingModulation(first: 100, second: 100, balance: 0.5, mix: 0)
    package var decimation = Decimation(
        holdRate: .infinity, bits: Decimation.bitsMax, mix: 0)
    package var shaper = Waveshaper(linear: 1, squared: 0, cubic: 0, mix: 0)
    package var echo = Echo(milliseconds: 0.1, decay: 0.5, mix: 0)
    package var band: Band?
    /// The gain before the soft clip.
    package var drive = 1.0

    /// The longest echo in milliseconds.
    static let echoMillisecondsMax = 500.0

    /// The stages of Apple's audio unit before a preset is chosen.
    static let ofAudioUnit: DistortionChain = {
        var chain = DistortionChain()
        chain.decimation.mix = 0.5
        (chain.shaper.linear, chain.shaper.mix) = (0.5, 0.5)
        chain.echo.mix = 0.5
        return chain
    }()
}

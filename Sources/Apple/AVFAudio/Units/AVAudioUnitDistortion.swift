import AudioEffects
import AudioUnits

/// The presets of a distortion.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
    /// Few bits, slightly shaped.
    case drumsBitBrush = 0
    /// Short echoes.
    case drumsBufferBeats = 1
    /// A low sample rate without treble.
    case drumsLoFi = 2
    /// A torn loudspeaker.
    case multiBrokenSpeaker = 3
    /// A concert over a telephone.
    case multiCellphoneConcert = 4
    /// A slightly lower sample rate and fewer bits.
    case multiDecimated1 = 5
    /// A lower sample rate and fewer bits.
    case multiDecimated2 = 6
    /// A much lower sample rate and fewer bits.
    case multiDecimated3 = 7
    /// The lowest sample rate and the fewest bits.
    case multiDecimated4 = 8
    /// Shaped and modulated at a low frequency.
    case multiDistortedFunk = 9
    /// The cube of the sound.
    case multiDistortedCubed = 10
    /// The square of the sound.
    case multiDistortedSquared = 11
    /// Echoes of a quarter of a second.
    case multiEcho1 = 12
    /// Longer echoes.
    case multiEcho2 = 13
    /// Short echoes.
    case multiEchoTight1 = 14
    /// Very short echoes.
    case multiEchoTight2 = 15
    /// All stages at once.
    case multiEverythingIsBroken = 16
    /// A modulated voice with an echo.
    case speechAlienChatter = 17
    /// A voice modulated low and high, with echoes.
    case speechCosmicInterference = 18
    /// A voice modulated with two frequencies in the golden ratio.
    case speechGoldenPi = 19
    /// A voice over the radio.
    case speechRadioTower = 20
    /// A voice that swells slowly.
    case speechWaves = 21
}

/// A distortion with presets.
///
/// It starts with `.drumsBitBrush`. Values out of range are limited. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    private let kernel: Distortion

    /// Makes a distortion.
    public init() {
        kernel = Distortion()
        super.init(kernel, .distortion)
    }

    /// Changes the preset.
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
        kernel.preset = DistortionPreset(rawValue: preset.rawValue) ?? .drumsBitBrush
        didLoadFactoryPreset(preset.rawValue)
    }

    /// The gain before the distortion in dB, −80…20; −6 at first.
    open var preGain: Float {
        get { kernel.preGain }
        set { kernel.preGain = newValue }
    }

    /// The part of the distorted sound in the output, in percent, 0…100; 50 at first.
    open var wetDryMix: Float {
        get { kernel.wetDryMix }
        set { kernel.wetDryMix = newValue }
    }
}

/// What a stream sounds like.
public enum SoundSpec: Hashable, Sendable {
    /// A path as written, relative to the folder of the scenario file.
    case file(String)
    /// A sine; without a length endless. Frequency in hertz, above 0 and below
    /// `SoundSpec.frequencyLimit`.
    case tone(hertz: Double, seconds: Double?)
    /// White noise; without a length endless.
    case noise(seconds: Double?)
    case silence(seconds: Double)

    /// Half of the sample rate of generated sounds: what a tone must stay below, in hertz.
    public static let frequencyLimit = 24_000.0
    /// The longest generated sound that has an end, in seconds.
    public static let secondsMax = 1_000_000.0
}

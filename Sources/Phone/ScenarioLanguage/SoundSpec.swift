/// The description of a stream's sound.
public enum SoundSpec: Hashable, Sendable {
    /// A path as written, relative to the folder of the scenario file.
    case file(String)
    /// A sine, endless without a length. The frequency is in hertz, above 0 and below
    /// `SoundSpec.frequencyLimit`.
    case tone(hertz: Double, seconds: Double?)
    /// White noise, endless without a length.
    case noise(seconds: Double?)
    case silence(seconds: Double)
    /// What a server has at an address, `http` or `https`; an `AVPlayer` plays it.
    case address(String)

    /// Half of the sample rate of generated sounds, in hertz; a tone must stay below it.
    public static let frequencyLimit = 24_000.0
    /// Limit of a generated sound's length, in seconds.
    public static let secondsMax = 1_000_000.0
}

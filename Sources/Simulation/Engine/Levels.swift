/// The levels that the scenario language's claims are made of, as amplitudes.
enum Level {
    /// −60 dBFS: a source below it need not be heard.
    static let faint: Float = 0.001
    /// −60 dB: an audible stream contributes more than its source times this.
    static let audibleRatio: Float = 0.001
    /// −80 dBFS: silence stays below.
    static let silence: Float = 0.0001
}

/// The levels in the scenario language's conditions, as linear amplitudes.
package enum Level {
    /// −60 dBFS: a source below it may be inaudible.
    static let faint: Float = 0.001
    /// −60 dB: an audible stream contributes more than its source times this.
    static let audibleRatio: Float = 0.001
    /// −80 dBFS: the limit of silence.
    package static let silence: Float = 0.0001
}

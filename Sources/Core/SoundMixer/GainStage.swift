extension Mixer {
    /// The gains that multiply a voice, each with a ramp of its own.
    public enum GainStage: Int, CaseIterable, Sendable, BitwiseCopyable {
        case app
        case session
        case duck
    }
}

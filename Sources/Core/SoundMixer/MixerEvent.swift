extension Mixer {
    /// The end of a voice.
    public enum Event: Hashable, Sendable {
        /// The source ended, and its last frame has been rendered.
        case ended(VoiceID)
        /// The voice was stopped or cut, and the render thread has released it.
        case stopped(VoiceID)
    }
}

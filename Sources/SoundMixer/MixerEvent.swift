extension Mixer {
    /// What became of a voice.
    public enum Event: Hashable, Sendable {
        /// The sound came to its end by itself, and its last frame has been rendered.
        case ended(VoiceID)
        /// It was stopped or cut, and the render thread has let go of it.
        case stopped(VoiceID)
    }
}

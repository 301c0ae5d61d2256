/// How a voice begins.
public struct VoiceStart: Hashable, Sendable, BitwiseCopyable {
    /// The output frame at which the voice begins, in frames rendered (`MixerRenderer.renderedFrames`);
    /// the next render when that frame has passed.
    ///
    /// Voices of one source rate with the same frame begin together.
    public var outputFrame: Int
    /// Whether the first frames fade in within `Mixer.fadeDuration`, as a sound needs that begins in
    /// its middle.
    public var fadesIn: Bool

    public init(fadesIn: Bool = false, outputFrame: Int = 0) {
        self.fadesIn = fadesIn
        self.outputFrame = outputFrame
    }
}

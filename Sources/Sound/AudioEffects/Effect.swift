/// A channel's samples in each pointer: `channels[c]` has the frames of channel `c`.
public typealias PlanarSamples = UnsafePointer<UnsafeMutablePointer<Float>>

/// An effect that makes one output frame of each input frame, at one sample rate.
///
/// The control side prepares it and sets its parameters, from any thread, with atomics; one thread
/// at a time processes. `process` neither allocates nor locks.
public protocol Effect: AnyObject, Sendable {
    /// The delay of the direct sound in frames; not the duration of an echo or of reverberation.
    var latencyFrames: Int { get }

    /// Allocates the state for a format. Not while another thread processes.
    ///
    /// - Parameters:
    ///   - sampleRate: Frames a second.
    ///   - maximumFrameCount: The largest number of frames of one `process`.
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int)

    /// Processes frames in place, after `prepare`.
    func process(_ samples: PlanarSamples, frameCount: Int)

    /// Drops the history: delays and reverberation are silent afterwards. Not while another thread
    /// processes.
    func reset()
}

/// An effect that can be switched off without removing it.
public protocol Bypassable: AnyObject, Sendable {
    /// Whether the sound passes unchanged, to the bit. Any thread; the switch is a cross-fade, after
    /// which the history is dropped.
    var isBypassed: Bool { get set }
}

/// An effect that changes the speed: the number of input frames differs from that of the output.
///
/// Threads as in `Effect`. To make output, repeat while `neededInputFrames` is not 0: append that
/// many frames; then read. The effect looks ahead instead of delaying: the first output frame is the
/// first input frame.
public protocol TimeEffect: AnyObject, Sendable {
    /// The delay of the sound in output frames.
    var latencyFrames: Int { get }

    /// Allocates the state for a format. Not while another thread processes.
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int)

    /// Returns the number of input frames to append before `outputFrameCount` frames can be read, or
    /// before asking again; 0 when they can be read.
    ///
    /// Speeds that have changed since the last call apply from the next frame to be read.
    func neededInputFrames(for outputFrameCount: Int) -> Int

    /// Appends input frames: as many as `neededInputFrames` has returned, in pieces of any size.
    func append(_ input: PlanarSamples, frameCount: Int)

    /// Reads output frames, after `neededInputFrames` has returned 0 for their number.
    func read(_ output: PlanarSamples, frameCount: Int)

    /// Drops the history. Not while another thread processes.
    func reset()
}

public import AudioEffects

/// A mixer that places its inputs in space: the kernel of an environment node.
///
/// The control side prepares it and makes its inputs; one thread at a time renders, without
/// allocation or locks of its own. In each block the graph calls `begin`, then `mix` of every input,
/// then `end`.
public protocol SpatialMixer: AnyObject, Sendable {
    /// Allocates the state for an output format. Not while another thread renders.
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int)

    /// Makes the panner of one input, which has the output's sample rate.
    ///
    /// - Parameters:
    ///   - parameters: The input's parameters, which may change at any time.
    ///   - channelCount: The number of the input's channels.
    func makeInput(_ parameters: MixerInput, channelCount: Int) -> any SpatialInput

    /// Begins a block.
    func begin(frameCount: Int)

    /// Ends a block: adds what all inputs have in common, as reverberation, to the output.
    func end(_ output: PlanarSamples, frameCount: Int)

    /// Drops what sounds on. Not while another thread renders.
    func reset()
}

/// The panner of one input of a spatial mixer.
public protocol SpatialInput: AnyObject, Sendable {
    /// Adds the placed input to `output`, and its part to the mixer's reverberation. Applies the
    /// volume of its parameters.
    ///
    /// - Parameter input: The input's channels at the output's sample rate; may be changed.
    func mix(_ input: PlanarSamples, frameCount: Int, into output: PlanarSamples)
}

/// A command from the control side to the render thread. A new voice is already in its slot.
enum MixerCommand: BitwiseCopyable {
    case start(slot: Int)
    case moveGain(slot: Int, stage: Mixer.GainStage, gain: Float, frameCount: Int)
    case movePan(slot: Int, pan: Float, frameCount: Int)
    case hold(slot: Int)
    case resume(slot: Int)
    case stop(slot: Int)
    case cut(slot: Int)
    /// Puts a bus in a slot; no voice uses the slot's previous bus any more.
    case placeBus(UnsafeMutablePointer<ResamplingBus>, index: Int)
}

/// A report from the render thread to the control side.
enum RenderReport: BitwiseCopyable {
    case voiceDone(slot: Int, wasStopped: Bool)
    /// The slot's previous bus will not be used again.
    case busReplaced(index: Int)
}

/// What control tells the render thread. The voice itself lies ready in its slot.
enum MixerCommand: BitwiseCopyable {
    case start(slot: Int)
    case moveGain(slot: Int, stage: Mixer.GainStage, gain: Float, frameCount: Int)
    case movePan(slot: Int, pan: Float, frameCount: Int)
    case hold(slot: Int)
    case resume(slot: Int)
    case stop(slot: Int)
    case cut(slot: Int)
    /// Puts a bus in a place, whose last one nobody is mixed in any more.
    case placeBus(UnsafeMutablePointer<ResamplingBus>, index: Int)
}

/// What the render thread tells control.
enum RenderReport: BitwiseCopyable {
    case voiceDone(slot: Int, wasStopped: Bool)
    /// The bus that had this place before will not be used again.
    case busReplaced(index: Int)
}

import AudioGraph

/// A node that mixes any number of inputs, of any sample rates and numbers of channels, to one
/// output.
///
/// The sum is neither limited nor clipped.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or an atomic.
open class AVAudioMixerNode: AVAudioNode, @unchecked Sendable {
    /// Makes a mixer.
    public init() {
        super.init(.mixer)
    }

    /// The gain of the output, 0…1; 1 at first. Greater values amplify; negative ones count as 0.
    open var outputVolume: Float {
        get { graphNode.outputVolume.value }
        set { graphNode.outputVolume.value = newValue >= 0 ? newValue : 0 }
    }

    /// The first input bus that is not connected.
    open var nextAvailableInputBus: AVAudioNodeBus { core?.freeInputBus(of: self) ?? 0 }
}

import AudioEffects
package import AudioGraph
public import CAudioToolbox
import Synchronization

/// An audio unit that makes sound without input.
///
/// There is none here yet, so it is silent. Any thread.
///
/// Ownership: an atomic.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    private let isBypassed = Atomic(false)

    /// Makes a generator by the name of its component.
    ///
    /// Ends the program for any component: none exists.
    ///
    /// - Parameter audioComponentDescription: The name of the component.
    public init(audioComponentDescription: AudioComponentDescription) {
        programmerError("AVAudioUnitGenerator.init(audioComponentDescription:)", "component")
        super.init(.source(SilentSource()), component: audioComponentDescription)
    }

    /// - Parameter kernel: What makes the sound.
    package init(_ kernel: any GraphSource, component: AudioComponentDescription) {
        super.init(.source(kernel), component: component)
    }

    /// Whether the generator is silent; `false` at first.
    open var bypass: Bool {
        get { isBypassed.load(ordering: .relaxed) }
        set { isBypassed.store(newValue, ordering: .relaxed) }
    }
}

/// A source without sound.
private final class SilentSource: GraphSource {
    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        count.store(channelCount, ordering: .relaxed)
    }

    private let count = Atomic(0)

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        for channel in 0..<count.load(ordering: .relaxed) {
            output[channel].update(repeating: 0, count: frameCount)
        }
        return true
    }

    func reset() {}
}

import AudioEffects
package import AudioGraph
import AudioUnits
public import CAudioToolbox
import SoundRuntime
import Synchronization

/// An audio unit that makes sound without input.
///
/// Apple's generators play what their units in C are given (`audioUnit`). Any thread.
///
/// Ownership: an atomic.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    private let isBypassed = Atomic(false)

    /// Makes a generator by the name of its component.
    ///
    /// Ends the program for a component that does not exist or is no generator.
    ///
    /// - Parameter audioComponentDescription: The name of a player of slices or of files, or of a
    ///   component that the app has registered.
    public init(audioComponentDescription: AudioComponentDescription) {
        if let own = AppUnitNode(audioComponentDescription, types: AppUnitNode.generatorTypes) {
            super.init(own)
            return
        }
        if let component = UnitComponent(audioComponentDescription), component.isPlayer,
            let core = try? UnitCore.make(component, for: currentApp(isForSound: false))
        {
            super.init(core)
            return
        }
        programmerError("AVAudioUnitGenerator.init(audioComponentDescription:)", "component")
        super.init(.source(SilentSource()), component: audioComponentDescription)
    }

    /// - Parameter kernel: What makes the sound.
    package init(_ kernel: any GraphSource, component: AudioComponentDescription) {
        super.init(.source(kernel), component: component)
    }

    /// Makes the node of one of the app's own units.
    override init(_ appUnit: AppUnitNode) { super.init(appUnit) }

    /// Whether the generator is silent; `false` at first.
    open var bypass: Bool {
        get { appUnit?.unit.shouldBypassEffect ?? isBypassed.load(ordering: .relaxed) }
        set {
            isBypassed.store(newValue, ordering: .relaxed)
            appUnit?.unit.shouldBypassEffect = newValue
        }
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

import AudioEffects
import AudioGraph
import AudioUnits
public import CAudioToolbox
import CoreAudioTypes

/// An audio unit that makes one output frame of each input frame.
///
/// Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    private let switchable: any Bypassable

    /// Makes an effect by the name of its component.
    ///
    /// Ends the program for a component that does not exist or is no effect.
    ///
    /// - Parameter audioComponentDescription: The name of the component, Apple's or one that the app
    ///   has registered.
    public init(audioComponentDescription: AudioComponentDescription) {
        if let own = AppUnitNode(audioComponentDescription, types: AppUnitNode.effectTypes) {
            switchable = own.kernel
            super.init(own)
            return
        }
        let component = UnitComponent(audioComponentDescription)
        let kernel = component?.makeEffect()
        if kernel == nil {
            programmerError("AVAudioUnitEffect.init(audioComponentDescription:)", "component")
        }
        let effect = kernel ?? Equalizer(bandCount: 0)
        switchable = effect
        super.init(
            .effect(effect), component: component?.description ?? audioComponentDescription)
    }

    init(_ kernel: any Effect & Bypassable, _ component: UnitComponent) {
        switchable = kernel
        super.init(.effect(kernel), component: component.description)
    }

    /// Makes the node of one of the app's own units.
    override init(_ appUnit: AppUnitNode) {
        switchable = appUnit.kernel
        super.init(appUnit)
    }

    override var bypassableKernel: (any Bypassable)? { switchable }

    /// Whether the sound passes unchanged; `false` at first. The change is a short cross-fade.
    open var bypass: Bool {
        get { switchable.isBypassed }
        set { switchable.isBypassed = newValue }
    }
}

/// An audio unit that changes the speed: it takes more or fewer frames than it makes.
///
/// It cannot be used in the chain of an input. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    private let switchable: any Bypassable

    /// Makes a time effect by the name of its component.
    ///
    /// Ends the program for a component that does not exist or is no time effect.
    ///
    /// - Parameter audioComponentDescription: The name of the component, Apple's or one that the app
    ///   has registered.
    public init(audioComponentDescription: AudioComponentDescription) {
        if let own = AppUnitNode(audioComponentDescription, types: AppUnitNode.timeEffectTypes) {
            switchable = own.kernel
            super.init(own)
            return
        }
        let component = UnitComponent(audioComponentDescription)
        let kernel = component?.makeTimeEffect()
        if kernel == nil {
            programmerError("AVAudioUnitTimeEffect.init(audioComponentDescription:)", "component")
        }
        let effect = kernel ?? Varispeed()
        switchable = effect
        super.init(
            .timeEffect(effect), component: component?.description ?? audioComponentDescription)
    }

    init(_ kernel: any TimeEffect & Bypassable, _ component: UnitComponent) {
        switchable = kernel
        super.init(.timeEffect(kernel), component: component.description)
    }

    /// Makes the node of one of the app's own units.
    override init(_ appUnit: AppUnitNode) {
        switchable = appUnit.kernel
        super.init(appUnit)
    }

    override var bypassableKernel: (any Bypassable)? { switchable }

    /// Whether the sound passes at its own speed and pitch; `false` at first.
    open var bypass: Bool {
        get { switchable.isBypassed }
        set { switchable.isBypassed = newValue }
    }
}

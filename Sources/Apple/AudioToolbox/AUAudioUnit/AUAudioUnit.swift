package import AudioUnits
public import CAudioToolbox
import CoreAudioTypes
public import Foundation
import SoundRuntime

/// An audio unit: one of Apple's, or in a subclass one of the app's own.
///
/// The unit of an engine's node, its `AudioUnit` of C and this object are one: a parameter that is
/// set in one of them has changed in all. A unit of Apple's that is no node can be rendered by
/// itself. The blocks of an app's own unit run on the thread that renders: for an engine on the
/// hardware a work queue, never the device's thread. Any thread.
///
/// Ownership: a lock guards what is not constant; the core guards itself. The state is beside the lock,
/// because its blocks are of Apple's types, which are not sendable, and are reached by key paths.
open class AUAudioUnit: NSObject, @unchecked Sendable {
    /// The unit of Apple's; `nil` for an app's own and for nodes without one.
    let core: UnitCore?
    /// What an engine's node adds to its unit.
    let node: AUNodeCalls?
    let lock = NSLock()
    var own = OwnState()
    let rendering = UnitHost()
    /// The name of the component: three four-character codes.
    public let componentDescription: AudioComponentDescription

    /// What a unit keeps that has no core.
    struct OwnState {
        var tree: AUParameterTree?
        var isTreeSet = false
        var inputs: AUAudioUnitBusArray?
        var outputs: AUAudioUnitBusArray?
        var maximumFrames = AUAudioUnit.usualMaximumFrames
        var isAllocated = false
        var isBypassed = false
        var isOffline = false
        var quality = 127
        var preset: AUAudioUnitPreset?
        var contextName: String?
        var musicalContext: AUHostMusicalContextBlock?
        var transportState: AUHostTransportStateBlock?
        var midiOutput: AUMIDIOutputEventBlock?
        var midiBytes = 0
        var outputProvider: AURenderPullInputBlock?
        var inputHandler: AUInputHandler?
        var channelMap: [NSNumber]?
    }

    /// The largest slice of an app's own unit before a host sets one.
    static let usualMaximumFrames: AUAudioFrameCount = 512

    deinit { if node == nil { core?.dispose() } }

    /// Makes one of Apple's units, or in a subclass the app's own.
    ///
    /// - Parameters:
    ///   - componentDescription: The name of the component. A subclass may have any.
    ///   - options: Where the unit's code is to run; always in the app's process.
    /// - Throws: The status −3000 for a component that does not exist.
    public init(
        componentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) throws {
        let isApples = type(of: self) == AUAudioUnit.self
        let known = isApples ? UnitComponent(componentDescription)?.description : nil
        self.componentDescription = known ?? componentDescription
        node = nil
        if isApples {
            do throws(UnitError) {
                core = try RegisteredComponent.makeCore(
                    componentDescription, for: currentApp(isForSound: false))
            } catch { throw error.forApps }
        } else {
            core = nil
        }
    }

    /// Makes the view of an engine's node.
    package init(
        _ core: UnitCore?, _ componentDescription: AudioComponentDescription, node: AUNodeCalls
    ) {
        self.core = core
        self.componentDescription = componentDescription
        self.node = node
    }

    // MARK: Buses

    /// The inputs. An app's own unit overrides this.
    open var inputBusses: AUAudioUnitBusArray { busses(\.inputs, .input) }

    /// The outputs. An app's own unit overrides this.
    open var outputBusses: AUAudioUnitBusArray { busses(\.outputs, .output) }

    private func busses(
        _ path: WritableKeyPath<OwnState, AUAudioUnitBusArray?>, _ type: AUAudioUnitBusType
    ) -> AUAudioUnitBusArray {
        lock.withLock {
            if let present = own[keyPath: path] { return present }
            let made =
                core.map { AUAudioUnitBusArray($0, of: self, type) }
                ?? AUAudioUnitBusArray(audioUnit: self, busType: type)
            own[keyPath: path] = made
            return made
        }
    }

    /// Whether a bus of an app's own unit can have a format. An app's own unit may override this.
    open func shouldChange(to format: AVAudioFormat, for bus: AUAudioUnitBus) -> Bool { true }

    // MARK: Values

    /// The largest number of frames of a slice. It can be set until the resources are allocated.
    open var maximumFramesToRender: AUAudioFrameCount {
        get {
            core.map { AUAudioFrameCount(clamping: $0.maximumFrames) }
                ?? lock.withLock { own.maximumFrames }
        }
        set {
            if let core { return (try? core.setMaximumFrames(Int(newValue))) ?? () }
            lock.withLock { if !own.isAllocated { own.maximumFrames = newValue } }
        }
    }

    /// Whether the sound passes unchanged; the same as `AVAudioUnitEffect.bypass`. A unit that is no
    /// effect keeps `false`; one of the app's own does itself what this asks.
    open var shouldBypassEffect: Bool {
        get { core.map { $0.isBypassed ?? false } ?? lock.withLock { own.isBypassed } }
        set {
            if let core { return (try? core.setBypassed(newValue)) ?? () }
            guard node == nil else { return }
            lock.withLock { own.isBypassed = newValue }
        }
    }

    /// The processing delay in seconds.
    open var latency: TimeInterval { node?.latency() ?? core?.latency ?? 0 }

    /// The time in seconds that the unit sounds on without input.
    open var tailTime: TimeInterval { 0 }

    /// Whether an effect can write its output where its input is.
    open var canProcessInPlace: Bool { false }

    /// Whether the unit has a view of its own: none has here.
    open var providesUserInterface: Bool { false }

    /// Pairs of numbers of input and output channels; `nil` for any.
    open var channelCapabilities: [NSNumber]? { nil }

    /// Whether the unit is an instrument, or an effect that takes MIDI.
    open var isMusicDeviceOrEffect: Bool {
        let type = componentDescription.componentType
        return type == kAudioUnitType_MusicDevice || type == kAudioUnitType_MusicEffect
    }

    /// The number of virtual MIDI cables; 1 where the unit takes MIDI.
    open var virtualMIDICableCount: Int { isMusicDeviceOrEffect ? 1 : 0 }

    /// Whether the unit takes notes with expressions of their own (MPE).
    open var supportsMPE: Bool { false }

    // MARK: Rendering

    /// Allocates what rendering needs. An app's own unit overrides this and calls it.
    ///
    /// - Throws: The status −10868 for formats that do not fit together, and others.
    open func allocateRenderResources() throws {
        guard let core else { return setRenderResourcesAllocated(true) }
        do throws(UnitError) {
            try supplyInputs(of: core)
            try core.initialize()
        } catch { throw error.forApps }
    }

    /// Frees what rendering needs. An app's own unit overrides this and calls it.
    open func deallocateRenderResources() {
        guard let core else { return setRenderResourcesAllocated(false) }
        core.uninitialize()
    }

    /// Whether the resources are allocated.
    open var renderResourcesAllocated: Bool {
        core?.isInitialized ?? lock.withLock { own.isAllocated }
    }

    /// The block that renders, for a host: once the resources are allocated.
    ///
    /// It answers −10867 without resources, −10874 for too many frames, −10877 for a bus that is not
    /// there, and else what the unit answers.
    open var renderBlock: AURenderBlock { makeRenderBlock() }

    /// The block with which an app's own unit renders; it overrides this.
    open var internalRenderBlock: AUInternalRenderBlock { makeInternalRenderBlock() }

    /// The block that schedules changes of parameters.
    ///
    /// An app's own unit gets them as events of the slice that they are due in; a ramp of a parameter
    /// without `flag_CanRamp` is dropped. One of Apple's units changes at once.
    open var scheduleParameterBlock: AUScheduleParameterBlock { makeScheduleParameterBlock() }

    /// The block that schedules MIDI messages; `nil` for a unit that takes none.
    open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { makeScheduleMIDIEventBlock() }

    /// Drops what sounds on in the unit, and the events that wait. Parameters stay.
    open func reset() {
        rendering.events.clear()
        if let node { node.reset() } else { core?.reset() }
    }

    // MARK: Parameters and state

    /// The parameters; `nil` for a unit without any. An app's own unit sets it.
    ///
    /// A tree that is set to one of Apple's units controls it by the addresses of its parameters.
    open var parameterTree: AUParameterTree? {
        get { presentTree }
        set { setTree(newValue) }
    }

    /// Whether the values of all parameters are to be read again, for its observers.
    open var allParameterValues: Bool { true }

    /// The addresses of the most important parameters, of which there are at most `count`.
    open func parametersForOverview(withCount count: Int) -> [NSNumber] {
        let all = parameterTree?.allParameters ?? []
        return all.prefix(max(count, 0)).map { NSNumber(value: $0.address) }
    }

    /// The component and the values of all parameters, in the form of a preset file.
    ///
    /// Setting what is no preset of this unit has no effect.
    open var fullState: [String: Any]? {
        get { presentState }
        set { if let newValue { _ = restore(newValue) } }
    }

    /// The state that belongs to a document, which is all of it.
    open var fullStateForDocument: [String: Any]? {
        get { fullState }
        set { fullState = newValue }
    }

    /// The unit's own presets; `nil` for none. An app's own unit may override this.
    open var factoryPresets: [AUAudioUnitPreset]? {
        guard let presets = core?.factoryPresets, !presets.isEmpty else { return nil }
        return presets.map(AUAudioUnitPreset.init)
    }

    /// Whether the user's presets can be saved.
    open var supportsUserPresets: Bool { false }

    /// The presets that the user has saved, of all units of this component while the app runs.
    open var userPresets: [AUAudioUnitPreset] { UserPresets.all(of: componentDescription) }

    /// Saves the present state as a preset of the user's; one with this number is replaced.
    ///
    /// - Throws: The status −10851 for a number that is not negative.
    open func saveUserPreset(_ userPreset: AUAudioUnitPreset) throws {
        try UserPresets.save(userPreset, fullState ?? [:], of: componentDescription)
    }

    /// Deletes a preset of the user's.
    ///
    /// - Throws: The status −10851 for one that is not there.
    open func deleteUserPreset(_ userPreset: AUAudioUnitPreset) throws {
        try UserPresets.delete(userPreset, of: componentDescription)
    }

    /// Returns the state that a preset of the user's has saved.
    ///
    /// - Throws: The status −10851 for one that is not there.
    open func presetState(for userPreset: AUAudioUnitPreset) throws -> [String: Any] {
        try UserPresets.state(of: userPreset, of: componentDescription)
    }

    /// The preset that was chosen last; setting one of the user's restores its state, and one of the
    /// factory's loads it. Of Apple's units, a number of no preset has no effect.
    open var currentPreset: AUAudioUnitPreset? {
        get { core.map(\.chosenPreset) ?? lock.withLock { own.preset } }
        set {
            if let newValue, newValue.number < 0, let state = try? presetState(for: newValue) {
                fullState = state
            }
            guard let core else { return lock.withLock { own.preset = newValue } }
            if let newValue {
                try? core.choosePreset(Int32(clamping: newValue.number), name: newValue.name)
            }
        }
    }
}

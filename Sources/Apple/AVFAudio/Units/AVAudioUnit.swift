import AudioEffects
package import AudioGraph
import AudioModel
public import AudioToolbox
import AudioUnits
public import CAudioToolbox
import Foundation
import SoundRuntime
import Synchronization

/// A node that is an audio unit: an effect, a change of speed, a generator or an instrument.
///
/// Any thread.
///
/// Ownership: immutable, beside what `AVAudioNode` and a lock guard.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    /// The name of the unit's component: three four-character codes.
    public let audioComponentDescription: AudioComponentDescription

    private struct UnitState {
        var made: NodeUnit?
        /// The connections to the inputs of a mixer.
        var connections: [AVAudioNodeBus: (format: StreamFormat, input: MixerInput)] = [:]
        /// The factory preset that the class has loaded last.
        var factoryPreset: Int?
    }

    private let unitState = Mutex(UnitState())
    /// The unit that implements the node, one of the app's own; `nil` for Apple's.
    let appUnit: AppUnitNode?

    /// Makes a unit without a component, as a place for one that comes later: what is connected to it
    /// passes.
    public convenience init() {
        self.init(.mixer, component: AudioComponentDescription())
    }

    /// - Parameter component: The name of the component, which `audioComponentDescription` tells.
    package init(_ kind: GraphNode.Kind, component: AudioComponentDescription) {
        audioComponentDescription = component
        appUnit = nil
        super.init(kind)
    }

    /// Makes the node of a unit with a kernel of its own.
    init(_ core: UnitCore) {
        audioComponentDescription = core.componentDescription
        appUnit = nil
        super.init(core.node.kind)
        let unit = NodeUnit(core)
        unitState.withLock { $0.made = unit }
    }

    /// Makes the node of one of the app's own units.
    init(_ appUnit: AppUnitNode) {
        audioComponentDescription = appUnit.unit.componentDescription
        self.appUnit = appUnit
        super.init(
            AppUnit.Form(appUnit.unit.componentDescription).kind(appUnit.kernel))
    }

    // MARK: The unit

    /// The unit in C: a parameter that is set in it has changed in the node and in `auAudioUnit`.
    ///
    /// The handle is valid as long as the node.
    open var audioUnit: AudioUnit {
        // Handles are never 0.
        nodeUnit.handle ?? AudioUnit(bitPattern: UInt.max)!
    }

    private var nodeUnit: NodeUnit {
        let (unit, isNew) = unitState.withLock { state -> (NodeUnit, Bool) in
            if let made = state.made { return (made, false) }
            let made = NodeUnit(makeCore())
            if let factoryPreset = state.factoryPreset {
                made.core.noteFactoryPreset(factoryPreset)
            }
            state.made = made
            return (made, true)
        }
        if isNew { follow(unit.core) }
        return unit
    }

    /// Tells the unit that the class has loaded a factory preset.
    func didLoadFactoryPreset(_ number: Int) {
        let unit = unitState.withLock { state in
            state.factoryPreset = number
            return state.made
        }
        unit?.core.noteFactoryPreset(number)
    }

    private func makeCore() -> UnitCore {
        let app = currentApp(isForSound: false)
        if let appUnit {
            let unit = appUnit.unit
            return AppUnit(audioComponentDescription, app, appUnit.kernel, node: graphNode) {
                unit.unitParameters
            }
        }
        guard let component = UnitComponent(audioComponentDescription) else {
            return .view(of: graphNode, audioComponentDescription, app, inputCount: 0)
        }
        switch graphNode.kind {
        case .effect(let effect as any Effect & Bypassable):
            return EffectUnit(component, app, effect, node: graphNode)
        case .timeEffect(let effect as any TimeEffect & Bypassable):
            return EffectUnit(component, app, effect, node: graphNode)
        case .mixer where component.isSplitter:
            return SplitterUnit(component, app, node: graphNode)
        case .mixer: return MixerUnit(component, app, node: graphNode)
        case .matrixMixer(let mixer): return MatrixUnit(app, mixer, node: graphNode)
        case .spatialMixer(let mixer as EnvironmentMixer):
            return SpatialUnit(app, mixer, node: graphNode)
        case .source(let source as InstrumentSource):
            return InstrumentUnit(component, app, source, node: graphNode)
        case .output:
            if let core = try? UnitCore.make(component, for: app) { return core }
        case .source, .effect, .timeEffect, .spatialMixer, .selection, .sink: break
        }
        return .view(of: graphNode, audioComponentDescription, app, inputCount: 0)
    }

    override func didConnect(_ format: AVAudioFormat, _ input: MixerInput, bus: AVAudioNodeBus) {
        guard graphNode.isMixer else { return }
        let unit = unitState.withLock { state in
            state.connections[bus] = (format.streamFormat, input)
            return state.made
        }
        unit?.core.adopt(input, format.streamFormat, input: bus)
    }

    private func follow(_ core: UnitCore) {
        guard !(core is OutputUnit) else { return }
        for (bus, connection) in unitState.withLock({ $0.connections }) {
            core.adopt(connection.input, connection.format, input: bus)
        }
        core.follow(busFormat.streamFormat, .output, 0)
        if case .effect = graphNode.kind { core.follow(busFormat.streamFormat, .input, 0) }
    }

    // MARK: Output buses

    /// The unit of a node that may have several output buses; `nil` before it was needed.
    private var dividedCore: UnitCore? {
        guard UnitComponent(audioComponentDescription)?.isSplitter != true else {
            return nodeUnit.core
        }
        guard case .matrixMixer = graphNode.kind else { return nil }
        return unitState.withLock { $0.made }?.core
    }

    override var outputCount: Int { dividedCore?.elementCount(.output) ?? super.outputCount }

    override var kernelFormat: GraphFormat? {
        dividedCore.flatMap { $0.elementCount(.output) > 1 ? $0.renderedFormat : nil }
    }

    override func channels(ofOutput bus: AVAudioNodeBus) -> Range<Int> {
        dividedCore?.channels(ofOutput: bus) ?? super.channels(ofOutput: bus)
    }

    override func setFormat(_ format: AVAudioFormat, ofOutput bus: AVAudioNodeBus) {
        dividedCore?.follow(format.streamFormat, .output, bus)
    }

    open override func outputFormat(forBus bus: AVAudioNodeBus) -> AVAudioFormat {
        guard bus > 0, let format = try? dividedCore?.format(.output, bus) else {
            return super.outputFormat(forBus: bus)
        }
        return .standard(
            GraphFormat(
                sampleRate: format.sampleRate, channelCount: Int(clamping: format.channelCount)))
    }

    override func busFormatDidChange() {
        let made = unitState.withLock { $0.made }
        if let made { follow(made.core) }
    }

    package override func makeAudioUnit() -> AUAudioUnit {
        if let appUnit { return appUnit.unit }
        return AUAudioUnit(nodeUnit.core, audioComponentDescription, node: unitCalls)
    }

    package override func engineWillStart(isOffline: Bool) {
        super.engineWillStart(isOffline: isOffline)
        appUnit?.unit.isRenderingOffline = isOffline
        appUnit?.kernel.allocate()
    }

    // MARK: Names

    /// The name of the unit, for people.
    open var name: String {
        UnitComponent(audioComponentDescription)?.name
            ?? AUAudioUnit.registeredName(audioComponentDescription)?.unit ?? "Audio unit"
    }

    /// The name of the unit's manufacturer, for people.
    open var manufacturerName: String {
        AUAudioUnit.registeredName(audioComponentDescription)?.manufacturer
            ?? AVAudioUnitManufacturerNameApple
    }

    /// The version of the unit as a hexadecimal number.
    open var version: Int {
        AUAudioUnit.registeredName(audioComponentDescription)?.version ?? UnitComponent.version
    }

    /// The kernel that can be bypassed; `nil` for generators and instruments.
    var bypassableKernel: (any Bypassable)? { nil }

    /// Loads a preset from a file (aupreset), which the sampler does as `loadInstrument(at:)`.
    ///
    /// What the preset says of parameters that the unit does not have here is ignored.
    ///
    /// - Throws: What reading the file throws, or the status −10851 for a file that is no preset of
    ///   this unit. The unit keeps its parameters then.
    open func loadPreset(at url: URL) throws {
        let data = try Data(contentsOf: url)
        guard data.count <= UnitPreset.bytesMax,
            let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let entries = list as? [String: Any], auAudioUnit.restore(entries)
        else {
            throw NSError.avfAudio(
                UnitError.invalidPropertyValue.status, failedCall: "loadPreset(at:)")
        }
    }

    /// Makes a unit by the name of its component: the class is that of the component's type, such as
    /// `AVAudioUnitEffect`.
    ///
    /// - Parameters:
    ///   - audioComponentDescription: One of Apple's components, or one that the app has registered
    ///     with `AUAudioUnit.registerSubclass(_:as:name:version:)`.
    ///   - options: Where the unit's code is to run; always in the app's process.
    ///   - completionHandler: Called before this returns, with the unit or with an error, of the
    ///     code −3000 for a component that does not exist.
    @preconcurrency
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping @Sendable (AVAudioUnit?, (any Error)?) -> Void
    ) {
        do {
            completionHandler(try make(audioComponentDescription, options), nil)
        } catch { completionHandler(nil, error) }
    }

    /// Makes a unit by the name of its component.
    ///
    /// - Throws: An error with the code −3000 for a component that does not exist; what the
    ///   initializer of an app's own unit throws.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription,
        options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        try make(audioComponentDescription, options)
    }

    private class func make(
        _ description: AudioComponentDescription, _ options: AudioComponentInstantiationOptions
    ) throws -> AVAudioUnit {
        if let unit = UnitComponent(description)?.makeUnit() { return unit }
        guard let unit = try AUAudioUnit.makeRegistered(description, options) else {
            throw NSError.status(UnitError.invalidComponent.status)
        }
        return AppUnitNode(unit).makeNode()
    }
}

package import AudioGraph
package import AudioModel
package import CAudioToolbox
import CoreAudioTypes
package import SoundClient
import SoundMixer
import Synchronization

/// An audio unit: the object behind an `AudioUnit` of C and an `AUAudioUnit`, and the kernel of an
/// engine's node.
///
/// Any thread; one at a time renders. The app's functions are called without locks.
///
/// Ownership: the lock of `UnitTopology` guards `inputs` and `outputs`, a mutex the rest. Subclasses
/// say what they add.
package class UnitCore: @unchecked Sendable {
    /// The component of a unit of Apple's; `nil` for one of the app's own.
    package let component: UnitComponent?
    /// The name of the component: three four-character codes.
    package let componentDescription: AudioComponentDescription
    package let app: AppSound
    /// The kernel, as a node of the graphs that render it.
    package let node: GraphNode
    var inputs: [UnitInput]
    var outputs: [UnitOutput]
    let state: Mutex<State>
    package let listeners = UnitListeners()

    struct UnitOutput: Sendable {
        var format: StreamFormat
        var name: String?
        /// The output's channels, where the node renders those of several outputs.
        let part = ChannelPart()
    }

    struct State {
        var isInitialized = false
        var maximumFrames: Int
        /// Renders the unit where it is not the input of another one.
        var rendering: UnitRendering?
        var notifies: [RenderCallback] = []
        var sliceObservers: [any UnitSliceObserver] = []
        var lastRenderError = UnitError(status: 0)
        var lastSampleTime = 0.0
        var isLost = false
        var presentPreset = UnitPresetName.untitled
        var nickname = ""
        /// The values of properties without effect here, by their numbers.
        var keptNumbers: [UInt32: UInt32] = [:]
        var channelMaps: [Int: [Int32]] = [:]
    }

    /// The largest slice of a fresh unit.
    package static let usualMaximumFrames = 1024
    /// The largest slice that can be asked for.
    package static let maximumFramesLimit = 1 << 20
    /// The largest number of buses of a scope.
    package static let elementCountMax = 1024

    init(
        _ component: UnitComponent, _ app: AppSound, node: GraphNode, inputCount: Int,
        outputCount: Int, format: StreamFormat, maximumFrames: Int = UnitCore.usualMaximumFrames
    ) {
        self.component = component
        componentDescription = component.description
        self.app = app
        self.node = node
        inputs = (0..<inputCount).map { _ in UnitInput(format: format) }
        outputs = (0..<outputCount).map { _ in UnitOutput(format: format) }
        state = Mutex(State(maximumFrames: maximumFrames))
        UnitList.of(app).add(self)
    }

    /// Makes a unit of the app's own.
    init(
        _ description: AudioComponentDescription, _ app: AppSound, node: GraphNode,
        inputCount: Int, format: StreamFormat
    ) {
        component = nil
        componentDescription = description
        self.app = app
        self.node = node
        inputs = (0..<inputCount).map { _ in UnitInput(format: format) }
        outputs = [UnitOutput(format: format)]
        state = Mutex(State(maximumFrames: Self.usualMaximumFrames))
        UnitList.of(app).add(self)
    }

    /// The format of a unit of an app before the app sets one.
    static func usualFormat(of app: AppSound) -> StreamFormat {
        let rate = SessionHardware.of(app).sampleRate
        return .planarFloats(sampleRate: rate > 0 ? rate : 44_100, channelCount: 2)
    }

    // MARK: Life

    /// Whether the media services were lost after the unit was made.
    package var isLost: Bool { state.withLock { $0.isLost } }

    package var isInitialized: Bool { state.withLock { $0.isInitialized } }

    /// Allocates what rendering needs. Does nothing for a unit that is initialised.
    package func initialize() throws(UnitError) {
        guard !isInitialized else { return }
        if isLost { throw .invalidated }
        try checkFormats()
        let rendering = try makeRendering()
        state.withLock { state in
            state.rendering = rendering
            state.isInitialized = true
        }
        // The plans of other units that have it as an input become complete.
        UnitTopology.change {}
    }

    /// Frees what `initialize` has allocated. Properties, parameters and connections stay.
    package func uninitialize() {
        let rendering = state.withLock { state in
            defer { state.rendering = nil }
            state.isInitialized = false
            return state.rendering
        }
        rendering?.end()
        if rendering != nil { UnitTopology.change {} }
    }

    /// Ends the unit: nothing of it renders and no function of the app is called any more.
    package func dispose() {
        uninitialize()
        listeners.removeAll()
        UnitTopology.change {
            for index in inputs.indices { inputs[index].source = nil }
        }
    }

    /// Makes the unit useless, as after a loss of the media services.
    func invalidate() {
        state.withLock { $0.isLost = true }
        uninitialize()
    }

    /// Drops what sounds on. Parameters stay.
    package func reset() { state.withLock { $0.rendering }?.reset() }

    // MARK: For subclasses

    /// - Throws: `formatNotSupported` for formats that do not fit together.
    func checkFormats() throws(UnitError) {}

    /// - Throws: `formatNotSupported` for a format that the unit cannot have there.
    func checkFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {}

    /// Stores a format of a bus that exists and that an app may set.
    ///
    /// - Throws: `initialized`, `formatNotSupported`.
    func changeFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        guard !isInitialized else { throw .initialized }
        try checkFormat(format, scope, element)
        UnitTopology.change { storeFormat(format, scope, element) }
    }

    func makeRendering() throws(UnitError) -> UnitRendering {
        let (format, outputs) = UnitTopology.read { (nodeFormat, renderedOutputs) }
        return try UnitRendering(
            self, format: format ?? GraphFormat(Self.usualFormat(of: app)), outputs: outputs,
            maximumFrames: maximumFrames)
    }

    /// The format in which the node renders. With the topology's lock held.
    var nodeFormat: GraphFormat? { outputs.first.map { GraphFormat($0.format) } }

    /// The outputs that are rendered on request, with the first of their channels among the node's.
    /// With the topology's lock held.
    var renderedOutputs: [RenderedOutput] {
        outputs.indices.map { index in
            RenderedOutput(
                format: outputs[index].format, firstChannel: part(output: index)?.lowerBound ?? 0)
        }
    }

    /// The parameters of an input that a connection of an engine takes over from the unit.
    var inheritedParameters: [MixerInput.Parameter] { [.volume, .pan, .enable] }

    /// The number of buses or a format has changed. With the topology's lock held.
    func busesDidChange() {}

    /// The channels of an output among those of the node; `nil` for all of them. With the topology's
    /// lock held.
    func part(output: Int) -> Range<Int>? { nil }

    /// The map of an element's channels has changed.
    func channelMapDidChange(_ map: [Int], _ element: Int) {
        UnitTopology.change {
            guard inputs.indices.contains(element) else { return }
            inputs[element].channelMap = map.isEmpty ? nil : ChannelMap(channels: map)
        }
    }

    /// The number of channels that an input's map of channels makes. With the topology's lock held.
    func mappedChannelCount(input: Int) -> Int? { nodeFormat?.channelCount }

    /// Whether an output is not made of the inputs; a unit has one such output at most.
    func isIndependent(output: Int) -> Bool { false }

    /// Makes a node with the sound of the output that is not made of the inputs, for one renderer.
    func makeIndependentNode() -> GraphNode? { nil }

    /// - Throws: `invalidElement` and `invalidScope` for an element without parameters.
    func checkParameterElement(_ scope: UnitScope, _ element: Int) throws(UnitError) {
        try checkElement(scope, element)
    }

    /// What a change of a parameter at a frame changes in the node; `nil` for one that cannot be
    /// scheduled.
    func scheduleTarget(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int
    ) -> ScheduledChange.Target? { .kernel(number: Int(id)) }

    /// The meters of an element, those of all elements for the global scope; empty for none.
    func meters(_ scope: UnitScope, _ element: Int) -> [ChannelMeters] { [] }

    /// Whether an app may set a format, before the format itself is looked at.
    func isFormatWritable(_ scope: UnitScope, _ element: Int) -> Bool { true }

    /// The scopes in which the number of elements can be changed.
    var countableScopes: Set<UnitScope> { [] }

    /// Renders another output than the first.
    func renderFurther(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: AudioTimeStamp, _ bus: Int,
        _ frameCount: Int, _ list: UnitBufferList
    ) throws(UnitError) { throw .invalidElement }

    /// The route or the formats of the hardware may have changed. On a control thread.
    func hardwareDidChange() {}

    /// The unit becomes part of what is rendered.
    ///
    /// - Parameter waits: Whether the thread that renders may wait for data: an app pulls.
    func willBeRendered(waits: Bool) {}

    /// Sends a channel message, `delay` frames into the next slice; others have no effect.
    ///
    /// - Throws: `unimplemented` for a unit that takes no MIDI.
    package func send(
        _ status: UInt32, _ data1: UInt32, _ data2: UInt32, after delay: UInt32
    ) throws(UnitError) { throw .unimplemented }

    /// Sends a system exclusive message.
    ///
    /// - Throws: `unimplemented` for a unit that takes no MIDI.
    package func send(systemExclusive bytes: [UInt8]) throws(UnitError) { throw .unimplemented }

    /// The elements with parameters that a preset keeps, but the first of the global scope.
    var furtherElements: [(UnitScope, Int)] {
        [UnitScope.input, .output].flatMap { scope in
            (0..<elementCount(scope)).map { (scope, $0) }
        }
    }

    /// What a preset keeps beside parameters, such as the sounds of an instrument.
    var contentList: [String: Any] { [:] }

    /// Takes what a preset has beside parameters.
    func restore(content list: [String: Any]) throws(UnitError) {}

    /// The number of notes that have been started.
    let startedNoteCount = Atomic<UInt32>(0)

    /// The parameters of an element.
    package func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] { [] }

    // MARK: Buses

    /// - Throws: `invalidElement`, and `invalidScope` for a scope without formats.
    package func format(_ scope: UnitScope, _ element: Int) throws(UnitError) -> StreamFormat {
        try UnitTopology.read { () throws(UnitError) in
            switch scope {
            case .input, .output:
                try checkElement(scope, element)
                return scope == .input ? inputs[element].format : outputs[element].format
            case .global:
                // Output of a unit that has one, as some clients ask for it.
                guard let format = outputs.first?.format else { throw .invalidScope }
                return format
            case .group, .part, .note, .layer, .layerItem: throw .invalidScope
            }
        }
    }

    /// Gives an input a function of the app, or with `nil` none.
    package func setCallback(_ callback: RenderCallback?, input: Int) throws(UnitError) {
        try UnitTopology.change { () throws(UnitError) in
            guard inputs.indices.contains(input) else { throw .invalidElement }
            inputs[input].source = callback.flatMap {
                Self.source($0, inputs[input].format, input)
            }
        }
    }

    /// Connects an output of another unit to an input, or with `nil` nothing. The input takes the
    /// output's format.
    ///
    /// - Throws: `invalidElement`; `invalidPropertyValue` for a connection that closes a circle.
    package func connect(_ source: UnitCore?, output: Int = 0, input: Int) throws(UnitError) {
        try UnitTopology.change { () throws(UnitError) in
            guard inputs.indices.contains(input) else { throw .invalidElement }
            guard let source else { return inputs[input].source = nil }
            guard source.outputs.indices.contains(output) else { throw .invalidElement }
            guard source.isIndependent(output: output) || !source.isFed(by: self) else {
                throw .invalidPropertyValue
            }
            if isFormatWritable(.input, input) {
                inputs[input].format = source.outputs[output].format
                busesDidChange()
            }
            inputs[input].source = .unit(source, output: output)
        }
    }

    // MARK: Values

    /// The largest number of frames of a slice.
    package var maximumFrames: Int { state.withLock { $0.maximumFrames } }

    package func setMaximumFrames(_ count: Int) throws(UnitError) {
        guard (1...Self.maximumFramesLimit).contains(count) else { throw .invalidPropertyValue }
        guard !isInitialized else { throw .initialized }
        state.withLock { $0.maximumFrames = count }
        listeners.notify(kAudioUnitProperty_MaximumFramesPerSlice, .global, 0)
    }

    /// Whether the sound passes unchanged; `nil` for a unit that cannot be bypassed.
    package var isBypassed: Bool? { nil }

    package func setBypassed(_ isBypassed: Bool) throws(UnitError) { throw .invalidProperty }

    /// The processing delay in seconds.
    package var latency: Double {
        let rate = UnitTopology.read { outputs.first?.format.sampleRate } ?? 0
        return rate > 0 ? Double(node.latencyFrames) / rate : 0
    }

    /// The status of the last slice that failed since this was asked last; zero for none.
    package func takeLastRenderError() -> UnitError {
        state.withLock { state in
            defer { state.lastRenderError = UnitError(status: 0) }
            return state.lastRenderError
        }
    }

    func noteRenderError(_ error: UnitError) {
        let isNew = state.withLock { state in
            defer { state.lastRenderError = error }
            return state.lastRenderError != error
        }
        if isNew { listeners.notify(kAudioUnitProperty_LastRenderError, .global, 0) }
    }

    /// The number of the first frame of the last slice.
    package var lastSampleTime: Double { state.withLock { $0.lastSampleTime } }

    package var nickname: String {
        get { state.withLock { $0.nickname } }
        set { state.withLock { $0.nickname = newValue } }
    }

    package var presentPreset: UnitPresetName {
        get { state.withLock { $0.presentPreset } }
        set { state.withLock { $0.presentPreset = newValue } }
    }
}

/// The number and the name of a preset; −1 for one of the user's.
package struct UnitPresetName: Hashable, Sendable {
    package var number: Int32
    package var name: String

    package init(number: Int32, name: String) {
        self.number = number
        self.name = name
    }

    /// The preset of a unit before one is chosen.
    package static let untitled = UnitPresetName(number: -1, name: "Untitled")
}

package import AudioGraph
package import AudioModel
package import CAudioToolbox
import CoreAudioTypes
import MIDISynthesis
package import SoundClient

/// A unit of the app's own, which a class or functions of the app implement.
///
/// Ownership: that of `UnitCore`; the kernel synchronises itself.
package final class AppUnit: UnitCore, @unchecked Sendable {
    private let kernel: AppUnitKernel
    private let table: @Sendable () -> [UnitParameter]
    /// What the makers of the unit keep with it.
    package let attachment: (any Sendable)?

    /// The forms of the app's units in a graph.
    package enum Form: Sendable {
        case effect, timeEffect, source
    }

    /// - Parameters:
    ///   - node: The kernel's node, where it has one already.
    ///   - form: The form in a graph; `nil` for that of the component's type.
    ///   - parameters: Returns the parameters, those of the global scope.
    package init(
        _ description: AudioComponentDescription, _ app: AppSound, _ kernel: AppUnitKernel,
        node: GraphNode? = nil, form: Form? = nil, attachment: (any Sendable)? = nil,
        parameters: @escaping @Sendable () -> [UnitParameter]
    ) {
        self.kernel = kernel
        table = parameters
        self.attachment = attachment
        let form = form ?? Form(description)
        super.init(
            description, app, node: node ?? GraphNode(form.kind(kernel)),
            inputCount: form == .source ? 0 : 1, format: Self.usualFormat(of: app))
    }

    override func makeRendering() throws(UnitError) -> UnitRendering {
        let format = try format(.output, 0)
        guard kernel.allocate(GraphFormat(format), maximumFrameCount: maximumFrames) else {
            throw .failedInitialization
        }
        return try super.makeRendering()
    }

    override func checkFormats() throws(UnitError) {
        guard elementCount(.input) > 0 else { return }
        try checkEndsAreEqual()
    }

    override func checkFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        try checkPlanarFloats(format)
    }

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        scope == .global ? table() : []
    }

    // MARK: MIDI

    package override func send(
        _ status: UInt32, _ data1: UInt32, _ data2: UInt32, after delay: UInt32
    ) throws(UnitError) {
        let status = UInt8(truncatingIfNeeded: status)
        let message = MIDIMessage(
            status: status, data1: UInt8(data1 & 0x7F), data2: UInt8(data2 & 0x7F))
        // Messages of one byte, such as those of a clock, pass as well.
        let bytes = message?.bytes ?? (status >= 0xF8 ? [status] : [])
        guard kernel.sendMIDI(bytes, after: Int(delay)) else { throw .unimplemented }
    }

    package override func send(systemExclusive bytes: [UInt8]) throws(UnitError) {
        guard kernel.sendMIDI(bytes, after: 0) else { throw .unimplemented }
    }

    // MARK: Bypass

    package override var isBypassed: Bool? { kernel.isBypassed }

    package override func setBypassed(_ isBypassed: Bool) throws(UnitError) {
        kernel.isBypassed = isBypassed
        listeners.notify(kAudioUnitProperty_BypassEffect, .global, 0)
    }
}

extension AppUnit.Form {
    /// The form of a component's type; that of an effect for an unknown one.
    package init(_ description: AudioComponentDescription) {
        switch description.componentType {
        case kAudioUnitType_Generator, kAudioUnitType_MusicDevice: self = .source
        case kAudioUnitType_FormatConverter: self = .timeEffect
        default: self = .effect
        }
    }

    /// The kernel as a node's.
    package func kind(_ kernel: AppUnitKernel) -> GraphNode.Kind {
        switch self {
        case .effect: .effect(kernel)
        case .timeEffect: .timeEffect(kernel)
        case .source: .source(kernel)
        }
    }
}

extension UnitCore {
    /// Makes the unit of a kernel that is no effect, such as an instrument.
    package static func view(
        of node: GraphNode, _ description: AudioComponentDescription, _ app: AppSound,
        inputCount: Int
    ) -> UnitCore {
        UnitCore(
            description, app, node: node, inputCount: inputCount, format: usualFormat(of: app))
    }

    /// Takes the format that a connection in an engine has given a bus.
    package func follow(_ format: StreamFormat, _ scope: UnitScope, _ element: Int) {
        UnitTopology.read {
            let count = scope == .input ? inputs.count : outputs.count
            guard (0..<count).contains(element) else { return }
            storeFormat(format, scope, element)
        }
    }

    /// Whether an input has a function of the app or a connection.
    package func hasSource(input: Int) -> Bool {
        UnitTopology.read { inputs.indices.contains(input) && inputs[input].source != nil }
    }
}

package import AudioEffects
package import AudioGraph
import AudioModel
import CAudioToolbox
package import SoundClient

/// An effect, or a change of speed: one input, one output.
///
/// Ownership: immutable, beside what `UnitCore` guards; the kernel guards its parameters.
package final class EffectUnit: UnitCore, @unchecked Sendable {
    private let kernel: any Bypassable
    private let table: [UnitParameter]

    /// Makes the unit of a kernel.
    ///
    /// - Parameter node: The kernel's node, where it has one already.
    package convenience init(
        _ component: UnitComponent, _ app: AppSound, _ kernel: any Effect & Bypassable,
        node: GraphNode? = nil
    ) {
        self.init(component, app, kernel) { table in
            node ?? GraphNode(.effect(kernel), schedule: Self.schedule(table))
        }
    }

    /// Makes the unit of a kernel that changes the speed.
    package convenience init(
        _ component: UnitComponent, _ app: AppSound, _ kernel: any TimeEffect & Bypassable,
        node: GraphNode? = nil
    ) {
        self.init(component, app, kernel) { _ in node ?? GraphNode(.timeEffect(kernel)) }
    }

    private init(
        _ component: UnitComponent, _ app: AppSound, _ kernel: any Bypassable,
        node: (_ table: [UnitParameter]) -> GraphNode
    ) {
        self.kernel = kernel
        table = (kernel as? any UnitParameters)?.unitParameters ?? []
        super.init(
            component, app, node: node(table), inputCount: 1, outputCount: 1,
            format: Self.usualFormat(of: app))
    }

    /// Sets parameters at frames of a slice, by their numbers.
    private static func schedule(_ table: [UnitParameter]) -> ParameterSchedule {
        let setters = Dictionary(
            table.map { (Int($0.id), $0) }, uniquingKeysWith: { first, _ in first })
        return ParameterSchedule { number, value in
            guard let parameter = setters[number] else { return }
            parameter.set(parameter.limited(value))
        }
    }

    override func checkFormats() throws(UnitError) { try checkEndsAreEqual() }

    override func checkFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        try checkPlanarFloats(format)
    }

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        scope == .global ? table : []
    }

    package override var isBypassed: Bool? { kernel.isBypassed }

    package override func setBypassed(_ isBypassed: Bool) throws(UnitError) {
        kernel.isBypassed = isBypassed
        listeners.notify(kAudioUnitProperty_BypassEffect, .global, 0)
    }

    /// The kernel; `nil` for a change of speed.
    package var effect: (any Effect)? { kernel as? any Effect }
}

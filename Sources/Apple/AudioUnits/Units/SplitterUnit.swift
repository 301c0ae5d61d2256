package import AudioGraph
import AudioModel
package import SoundClient

/// A splitter: each of its outputs is the input, of which one slice is rendered for all of them.
///
/// Ownership: that of `UnitCore`.
package final class SplitterUnit: UnitCore, @unchecked Sendable {
    /// The number of outputs of a fresh unit.
    private static let usualOutputCount = 2

    /// - Parameter node: The node, where there is one already.
    package init(_ component: UnitComponent, _ app: AppSound, node: GraphNode? = nil) {
        super.init(
            component, app, node: node ?? GraphNode(.mixer), inputCount: 1,
            outputCount: Self.usualOutputCount, format: Self.usualFormat(of: app))
    }

    override var countableScopes: Set<UnitScope> {
        component == .multiSplitter ? [.output] : []
    }

    override func checkFormats() throws(UnitError) {
        try UnitTopology.read { () throws(UnitError) in
            let input = GraphFormat(inputs[0].format)
            for output in outputs where GraphFormat(output.format) != input {
                throw .formatNotSupported
            }
        }
    }
}

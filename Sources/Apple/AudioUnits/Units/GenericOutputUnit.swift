import AudioGraph
package import SoundClient

/// An output that an app renders itself: it never sounds, and the session does not know it.
///
/// Ownership: that of `UnitCore`.
package final class GenericOutputUnit: UnitCore, @unchecked Sendable {
    package init(_ app: AppSound) {
        super.init(
            .genericOutput, app, node: GraphNode(.output), inputCount: 1, outputCount: 1,
            format: Self.usualFormat(of: app))
    }
}

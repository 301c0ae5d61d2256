public import Foundation
import Synchronization

/// One end of a connection: a node and one of its buses.
///
/// Ownership: immutable but for the weak reference, which a mutex guards. Any thread.
open class AVAudioConnectionPoint: NSObject, @unchecked Sendable {
    private struct End {
        weak var node: AVAudioNode?
    }

    private let end: Mutex<End>

    /// Makes a connection point. It does not keep the node.
    public init(node: AVAudioNode, bus: AVAudioNodeBus) {
        end = Mutex(End(node: node))
        self.bus = bus
        super.init()
    }

    /// The node; `nil` when it has been released.
    open var node: AVAudioNode? { end.withLock { $0.node } }

    /// The index of the bus.
    public let bus: AVAudioNodeBus
}

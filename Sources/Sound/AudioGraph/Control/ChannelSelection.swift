import Synchronization

/// Which channel of a node's input each of its output channels is.
///
/// Any thread. A change is part of the next plan.
public final class ChannelSelection: Sendable {
    private let stored: Mutex<[Int]>

    /// - Parameter channels: The first value of the property.
    public init(_ channels: [Int] = []) { stored = Mutex(channels) }

    /// The input's channel for each output channel, from 0; a number of no channel, as −1, is
    /// silence, and so are the output channels behind the last.
    public var channels: [Int] {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

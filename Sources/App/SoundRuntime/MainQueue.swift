package import Dispatch

extension DispatchQueue {
    /// Whether this is the main queue. On Linux, object identity cannot tell, because each access
    /// to the main queue returns a new object.
    package var isMain: Bool { getSpecific(key: MainQueueMark.key) != nil }

    /// Whether the running code is on the main queue, as code of the main actor is.
    package static var isCurrentMain: Bool { getSpecific(key: MainQueueMark.key) != nil }
}

/// The key that marks the main queue.
private enum MainQueueMark {
    static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}

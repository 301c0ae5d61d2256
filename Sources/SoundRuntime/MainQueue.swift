import Dispatch

extension DispatchQueue {
    /// Whether this is the main queue; Linux makes another object each time that it is asked for.
    package var isMain: Bool { getSpecific(key: MainQueueMark.key) != nil }

    /// Whether the running code is the main queue's: what the main actor runs is.
    package static var isCurrentMain: Bool { getSpecific(key: MainQueueMark.key) != nil }
}

/// Tells the main queue from all others.
private enum MainQueueMark {
    static let key: DispatchSpecificKey<Void> = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()
}

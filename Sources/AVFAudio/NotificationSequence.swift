import Foundation

// Linux's Foundation posts notifications and has no sequence of them.

extension NotificationCenter {
    /// The notifications of one name as they are posted, from now on, until the task ends.
    ///
    /// Those that nobody has taken yet are kept, up to 256; beyond, the oldest are dropped.
    public func notifications(
        named name: Notification.Name, object: (AnyObject & Sendable)? = nil
    ) -> AsyncStream<Notification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let token = addObserver(forName: name, object: object, queue: nil) { notification in
                // Its object and numbers are only read.
                nonisolated(unsafe) let notification = notification
                continuation.yield(notification)
            }
            let observer = HeldObserver(token: token, center: self)
            continuation.onTermination = { _ in observer.remove() }
        }
    }
}

/// Foundation's token knows no thread, and is only ever handed back.
private struct HeldObserver: @unchecked Sendable {
    let token: any NSObjectProtocol
    let center: NotificationCenter

    func remove() { center.removeObserver(token) }
}

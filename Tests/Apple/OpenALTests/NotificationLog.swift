import OpenAL
import Synchronization

/// The notifications of sources, each as source and number.
final class NotificationLog: Sendable {
    private let log = Mutex<[[ALuint]]>([])

    var entries: [[ALuint]] { log.withLock { $0 } }

    fileprivate func add(_ entry: [ALuint]) { log.withLock { $0.append(entry) } }

    private var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Asks for a kind of notifications; the log must live as long as the source.
    func follow(_ source: ALuint, _ id: ALuint) throws {
        let add = try extensionFunction(
            "alSourceAddNotification", alSourceAddNotificationProcPtr.self)
        _ = add(source, id, noteForLog, data)
    }

    func forget(_ source: ALuint, _ id: ALuint) throws {
        let remove = try extensionFunction(
            "alSourceRemoveNotification", alSourceRemoveNotificationProcPtr.self)
        remove(source, id, noteForLog, data)
    }
}

private func noteForLog(_ source: ALuint, _ id: ALuint, _ data: UnsafeMutableRawPointer?) {
    guard let data else { return }
    Unmanaged<NotificationLog>.fromOpaque(data).takeUnretainedValue().add([source, id])
}

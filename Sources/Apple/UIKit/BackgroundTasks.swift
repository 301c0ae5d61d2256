import AudioModel
import SoundClient
import Synchronization

/// The open background tasks of an app and their expiration handlers. Any thread.
final class BackgroundTasks: Sendable {
    typealias Handler = @MainActor @Sendable () -> Void

    private struct State {
        var handlers: [Int: Handler?] = [:]
        var next = 1
    }

    private let state = Mutex(State())

    func begin(in app: AppSound, _ handler: Handler?) -> UIBackgroundTaskIdentifier {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.handlers[state.next] = .some(handler)
            return state.next
        }
        do throws(SessionError) {
            try app.request(.beginBackgroundTask(BackgroundTaskID(rawValue: number)))
            return UIBackgroundTaskIdentifier(rawValue: number)
        } catch {
            state.withLock { $0.handlers[number] = nil }
            return .invalid
        }
    }

    func end(_ identifier: UIBackgroundTaskIdentifier, in app: AppSound) {
        let number = identifier.rawValue
        let wasOpen = state.withLock { $0.handlers.removeValue(forKey: number) != nil }
        guard wasOpen else { return }
        try? app.request(.endBackgroundTask(BackgroundTaskID(rawValue: number)))
    }

    /// Calls the expiration handler of a task, unless the task has ended.
    @MainActor
    func expire(_ task: BackgroundTaskID) {
        let handler = state.withLock { $0.handlers[task.rawValue] ?? nil }
        handler?()
    }
}

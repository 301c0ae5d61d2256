package import AudioModel
import DeviceConnections
import DeviceProtocol
import Glibc
import SoundServer
import Synchronization

// The server's calls for an app in a process of its own.

extension ChildApp: AppReceiver {
    package func apply(_ directive: StreamDirective, toStream number: Int) {
        state.withLock { state in
            if directive.transport == .ended {
                state.live.remove(number)
                state.levels[number] = nil
            }
            if state.suspension == .stopped {
                // The latest directive counts when the process resumes.
                if state.heldDirectives.count < limits.streamsMax || state.live.contains(number) {
                    state.heldDirectives[number] = directive
                }
            } else {
                send(.directive(streamNumber: number, directive), &state)
            }
        }
    }

    package func receive(_ notification: AppNotification) {
        let isKept = state.withLock { state in
            guard state.end == nil else { return false }
            if notification == .willTerminate { state.wasAskedToTerminate = true }
            guard state.socket != nil else {
                if state.kept.count >= limits.keptMax { state.kept.removeFirst() }
                state.kept.append(notification)
                if case .didFinishLaunching = notification { state.launchingSince = clock() }
                return true
            }
            notify(notification, &state)
            return false
        }
        wakeUp.wake()
        // A process that has not connected cannot delay anything, except its launch.
        if isKept, let callback = notification.watchedCallback, callback != .didFinishLaunching {
            try? connection?.request(.returned(from: callback))
        }
    }

    package func end(becauseOf reason: KillReason) {
        state.withLock { state in
            // A request to end its process may have come first.
            var ending = state.ending ?? Ending(since: clock())
            if ending.reason == nil { ending.reason = reason }
            state.ending = ending
        }
    }

    package func follow(_ appState: AppState) {
        switch appState {
        case .notRunning:
            state.withLock { state in
                if state.ending == nil { state.ending = Ending(since: clock()) }
            }
        case .suspended:
            state.withLock { state in
                guard state.suspension == .none else { return }
                state.suspension = .holding(since: clock())
                send(.holdOutput, &state)
            }
        case .background, .inactive, .active: resume()
        }
        wakeUp.wake()
    }

    private func resume() {
        let wasStopped = state.withLock { state in
            let before = state.suspension
            guard before != .none else { return false }
            state.suspension = .none
            if before == .stopped { state.process?.signal(SIGCONT) }
            for (number, directive) in state.heldDirectives.sorted(by: { $0.key < $1.key }) {
                send(.directive(streamNumber: number, directive), &state)
            }
            state.heldDirectives = [:]
            send(.resumeOutput, &state)
            return before == .stopped
        }
        if wasStopped { report(.resumed) }
    }

    /// Sends a notification that the app acknowledges by its number.
    func notify(_ notification: AppNotification, _ state: inout State) {
        state.lastNotification &+= 1
        state.unanswered.append(
            Unanswered(number: state.lastNotification, notification: notification, since: clock()))
        if state.unanswered.count > limits.unansweredMax {
            failLater(.doesNotAcknowledge(notifications: limits.unansweredMax), &state)
        }
        send(.notification(number: state.lastNotification, notification), &state)
    }

    /// Sends a message, or queues it; does not block.
    func send(_ message: PhoneMessage, _ state: inout State) {
        guard let socket = state.socket, state.failure == nil else { return }
        guard let bytes = try? message.encoded() else {
            return failLater(.tooLarge, &state)
        }
        if state.backlog.isEmpty {
            // A broken connection is detected where messages are received.
            guard case .full = socket.send(bytes) else { return }
        }
        state.backlog.append(bytes)
        if state.backlog.count > limits.backlogMax { failLater(.doesNotRead, &state) }
        wakeUp.wake()
    }

    /// Kills the process, like `fail`, for callers that hold the state.
    private func failLater(_ failure: AppConnectionFailure, _ state: inout State) {
        guard state.failure == nil, state.end == nil else { return }
        state.failure = failure
        state.process?.signal(SIGKILL)
        wakeUp.wake()
    }
}

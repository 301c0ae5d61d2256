import AudioModel
import Glibc
import SoundServer
import DeviceProtocol

// What the server tells an app that is a process of its own.

extension ChildApp: AppReceiver {
    package func obey(_ directive: StreamDirective, forStream number: Int) {
        state.withLock { state in
            if directive.transport == .ended {
                state.live.remove(number)
                state.levels[number] = nil
            }
            if state.suspension == .stopped {
                // The latest counts: it goes on from there.
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
            guard state.line != nil else {
                if state.kept.count >= limits.keptMax { state.kept.removeFirst() }
                state.kept.append(notification)
                if case .didFinishLaunching = notification { state.launchingSince = clock() }
                return true
            }
            notify(notification, &state)
            return false
        }
        wakeUp.wake()
        // A process that has not connected has no code that could keep it, once it has launched.
        if isKept, let callback = notification.watchedCallback, callback != .didFinishLaunching {
            try? connection?.request(.returned(from: callback))
        }
    }

    package func end(becauseOf reason: KillReason) {
        state.withLock { state in
            // That its process is to go may have come first.
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
        case .background, .inactive, .active: goOn()
        }
        wakeUp.wake()
    }

    private func goOn() {
        let wasStopped = state.withLock { state in
            let before = state.suspension
            guard before != .none else { return false }
            state.suspension = .none
            if before == .stopped { state.process?.signal(SIGCONT) }
            for (number, directive) in state.heldDirectives.sorted(by: { $0.key < $1.key }) {
                send(.directive(streamNumber: number, directive), &state)
            }
            state.heldDirectives = [:]
            send(.letOutputGoOn, &state)
            return before == .stopped
        }
        if wasStopped { tell(.wentOn) }
    }

    /// Tells it what it is to answer with the number.
    func notify(_ notification: AppNotification, _ state: inout State) {
        state.lastNotification &+= 1
        state.unanswered.append(
            Unanswered(
                number: state.lastNotification, notification: notification, since: clock()))
        if state.unanswered.count > limits.unansweredMax {
            failLater(.didNotReturnFrom("so many notifications", seconds: 0), &state)
        }
        send(.notification(number: state.lastNotification, notification), &state)
    }

    /// Sends without waiting.
    func send(_ message: PhoneMessage, _ state: inout State) {
        guard let line = state.line, state.failure == nil else { return }
        guard let bytes = try? message.encoded() else {
            return failLater(.tooLarge, &state)
        }
        if state.backlog.isEmpty {
            // One that is gone is seen where its messages are taken.
            guard case .full = line.send(bytes) else { return }
        }
        state.backlog.append(bytes)
        if state.backlog.count > limits.backlogMax { failLater(.doesNotRead, &state) }
        wakeUp.wake()
    }

    /// As `fail`, with the state at hand.
    private func failLater(_ failure: ChildFailure, _ state: inout State) {
        guard state.failure == nil, state.end == nil else { return }
        state.failure = failure
        state.process?.signal(SIGKILL)
        wakeUp.wake()
    }
}

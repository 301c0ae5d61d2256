package import AudioModel
import DeviceConnections
import DeviceProtocol
import Glibc
import SoundServer
import Synchronization

// The server's calls for an app in a process of its own.

extension ChildApp: AppReceiver {
    package func apply(_ directive: StreamDirective, toStream number: Int) {
        change { state in
            guard state.suspension == .stopped else {
                return state.link.apply(directive, toStream: number)
            }
            if directive.transport == .ended { state.link.forget(number) }
            // The latest directive counts when the process resumes.
            if state.heldDirectives.count < limits.streamsMax || state.link.isLive(number) {
                state.heldDirectives[number] = directive
            }
        }
    }

    package func receive(_ notification: AppNotification) {
        let isKept = change { state in
            guard state.end == nil else { return false }
            if notification == .willTerminate { state.wasAskedToTerminate = true }
            guard state.link.isConnected else {
                if state.kept.count >= limits.keptMax { state.kept.removeFirst() }
                state.kept.append(notification)
                if case .didFinishLaunching = notification { state.launchingSince = clock() }
                return true
            }
            state.link.notify(notification, at: clock())
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
            change { state in
                guard state.suspension == .none else { return }
                state.suspension = .holding(since: clock())
                state.link.send(.holdOutput)
            }
        case .background, .inactive, .active: resume()
        }
        wakeUp.wake()
    }

    private func resume() {
        let wasStopped = change { state in
            let before = state.suspension
            guard before != .none else { return false }
            state.suspension = .none
            if before == .stopped { state.process?.signal(SIGCONT) }
            for (number, directive) in state.heldDirectives.sorted(by: { $0.key < $1.key }) {
                state.link.send(.directive(streamNumber: number, directive))
            }
            state.heldDirectives = [:]
            state.link.send(.resumeOutput)
            return before == .stopped
        }
        if wasStopped { report(.resumed) }
    }
}

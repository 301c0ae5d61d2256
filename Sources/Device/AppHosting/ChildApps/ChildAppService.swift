import AudioModel
import Glibc
import SoundServer
import Synchronization

// The thread that serves an app in a process of its own.

extension ChildApp {
    /// Most messages received before the deadlines are checked.
    private static let messagesATime = 64

    /// Serves the process until it has exited.
    ///
    /// - Parameter output: Descriptor of the program's output.
    func serve(_ process: ChildProcess, _ output: Int32) {
        var sockets = AppSockets<ChildApp>(
            folder.listener, limits: limits, clientsMax: 1, messagesATime: Self.messagesATime,
            wakeUp: wakeUp)
        var printed = OutputLog(
            reading: output, path: folder.outputPath, bytesMax: limits.printedMax)
        var readTime = clock() + limits.printInterval
        defer {
            printed.end()
            endOutput()
        }
        // When a process that has closed its connection is killed.
        var killTime: HostTime?
        while true {
            let deadlines = [killTime, nextDeadline, readTime].compactMap(\.self)
            sockets.awaitEvent(or: printed.wantsMore ? output : nil, until: deadlines.min())
            // What it has printed is there before its exit is known.
            let exit = process.exit
            printed.read()
            if let exit {
                while printed.wantsMore, printed.read() {}
                report(printed.report(isOver: true))
                return finish(exit)
            }
            if clock() >= readTime {
                report(printed.report())
                readTime = clock() + limits.printInterval
            }
            sockets.serve(for: self)
            if !sockets.removeGone().isEmpty {
                // A program connects once.
                sockets.isAccepting = false
                if failure == nil {
                    withLink { $0.hangUp() }
                    killTime = clock() + limits.disconnectTimeout
                }
            }
            if let time = killTime, clock() >= time {
                fail(.hungUp)
                killTime = nil
            }
            handleDeadlines(process)
        }
    }

    private func report(_ output: OutputLog.NewOutput) {
        if output.isCut { report(.printed("more lines than are shown")) }
        for line in output.lines { report(.printed(line)) }
        if output.wasEmptied { report(.printed("more output than is kept; the log was emptied")) }
    }

    // MARK: Deadlines

    private var nextDeadline: HostTime? {
        state.withLock { state in
            guard state.link.failure == nil else { return nil }
            var deadlines: [HostTime] = []
            if case .holding(let since) = state.suspension {
                deadlines.append(since + limits.holdTime)
            }
            if let since = state.launchingSince { deadlines.append(since + limits.callTime) }
            if let ending = state.ending, !ending.isKilled {
                deadlines.append(ending.since + limits.endTime)
                if !ending.isAsked { deadlines.append(ending.since + askingTime) }
            } else if state.suspension != .stopped, let oldest = state.link.oldestLimited {
                deadlines.append(oldest.deadline)
            }
            return deadlines.min()
        }
    }

    private var askingTime: HostInterval {
        HostInterval(nanoseconds: limits.endTime.nanoseconds / 2)
    }

    private func handleDeadlines(_ process: ChildProcess) {
        let now = clock()
        if case .holding(let since) = state.withLock({ $0.suspension }),
            now >= since + limits.holdTime
        {
            stopIfSuspended()
        }
        if let since = state.withLock({ $0.launchingSince }), now >= since + limits.callTime {
            state.withLock { $0.launchingSince = nil }
            // Ends the launch for the server: no UIKit will report it.
            performSync { try? connection?.request(.returned(from: .didFinishLaunching)) }
            report(.didNotConnect(seconds: limits.callTime.seconds))
        }
        if state.withLock({ $0.ending != nil }) { return advanceTermination(process, now) }
        let oldest = state.withLock { $0.suspension == .stopped ? nil : $0.link.oldestLimited }
        if let oldest, now >= oldest.deadline {
            fail(.didNotReturnFrom(oldest.notification.words.event, seconds: oldest.limit.seconds))
        }
    }

    func stopIfSuspended() {
        let isStopped = state.withLock { state in
            guard case .holding = state.suspension, state.end == nil else { return false }
            state.suspension = .stopped
            state.process?.signal(SIGSTOP)
            return true
        }
        if isStopped { report(.suspended) }
    }

    /// Ends an app for the server. A notified app gets `SIGTERM` once it has acknowledged, and
    /// `SIGKILL` after its time; an app that was not notified is killed at once.
    private func advanceTermination(_ process: ChildProcess, _ now: HostTime) {
        let signal = state.withLock { state -> Int32? in
            guard var ending = state.ending, !ending.isKilled else { return nil }
            defer { state.ending = ending }
            let isNotified = ending.reason == nil && (ending.isAsked || state.wasAskedToTerminate)
            if !isNotified || now >= ending.since + limits.endTime {
                ending.isKilled = true
                return SIGKILL
            }
            let isDone = !state.link.awaitsAcknowledgement
            guard !ending.isAsked, isDone || now >= ending.since + askingTime else { return nil }
            ending.isAsked = true
            return SIGTERM
        }
        if let signal { process.signal(signal) }
    }

    // MARK: Exit

    private func finish(_ exit: ChildProcess.ExitStatus) {
        let (live, connection, end) = state.withLock { state in
            let end = childEnd(exit, state)
            // Disconnecting makes the server end it, which is not the reason.
            if state.ending == nil, state.link.failure == nil { state.exit = exit }
            state.kept = []
            state.heldDirectives = [:]
            return (state.link.end(), state.connection, end)
        }
        // Streams that outlive other apps end too: the process rendered them.
        performSync {
            for number in live { try? connection?.request(.streamEnded(number: number)) }
            // The process is gone; disconnecting only updates the server.
            connection?.disconnect(.crashed)
        }
        state.withLock { $0.end = end }
        report(.ended(end))
    }

    private func childEnd(_ exit: ChildProcess.ExitStatus, _ state: borrowing State) -> ChildEnd {
        if let failure = state.link.failure {
            return ChildEnd(termination: .killed, words: "killed by the phone: \(failure.words)")
        }
        if let ending = state.ending {
            if let reason = ending.reason {
                return ChildEnd(termination: .killed, words: reason.endWords)
            }
            guard ending.isKilled else {
                return ChildEnd(termination: .quit, words: "ended as asked")
            }
            let words =
                ending.isAsked
                ? "killed by the phone: it kept running for \(Numeral.short(limits.endTime.seconds, places: 6)) s after it was told to end"
                : "killed by the phone without notice"
            return ChildEnd(termination: .killed, words: words)
        }
        if case .signal = exit {
            return ChildEnd(termination: .crashed, words: "crashed: \(exit.words)")
        }
        return ChildEnd(termination: .quit, words: exit.words)
    }
}

extension KillReason {
    /// A clause in the past tense, without a subject, for the user.
    fileprivate var endWords: String {
        switch self {
        case .hung(let callback):
            "killed by the phone: it did not return from \(callback.rawValue) in time"
        case .backgroundTimeIsOut: "killed by the phone: its background time expired"
        case .memory: "killed by the phone: the phone needed its memory"
        }
    }
}

package import CommandLineTool
import Dispatch
import Glibc
import Synchronization
import Terminal

/// Converts the files of a list, several at a time.
package struct ConversionBatch {
    private let list: ConversionList
    private let jobCount: Int
    private let terminalWidth: (() -> Int)?
    private let shouldEnd: @Sendable () -> Bool

    /// What the jobs share.
    private struct Board {
        /// Index of the next request that no job has taken.
        var next = 0
        var done = 0
        var failed = 0
        /// Seconds of sound that were converted.
        var seconds = 0.0
        var messages: [Message] = []
        /// The file that was begun last.
        var name = ""
    }

    private enum Message {
        case notice(String)
        case failure(ProgramError)
    }

    /// Ownership: immutable; what the jobs change is behind its lock.
    private final class Work: Sendable {
        let board = Mutex(Board())
    }

    package init(
        _ list: ConversionList, jobCount: Int, terminalWidth: (() -> Int)?,
        shouldEnd: @escaping @Sendable () -> Bool
    ) {
        self.list = list
        self.jobCount = jobCount
        self.terminalWidth = terminalWidth
        self.shouldEnd = shouldEnd
    }

    private static let drawingPeriod = DispatchTimeInterval.milliseconds(100)

    /// Runs until all files are done, or the end is asked for.
    ///
    /// - Returns: The worst exit code of all files.
    /// - Throws: When there is no folder to write into.
    package func run(_ console: Console) throws(ProgramError) -> ExitCode {
        try list.makeFolder()
        var worst = ExitCode.done
        for error in list.errors { worst = max(worst, console.report(error)) }
        let requests = folders(console, &worst)
        let work = Work()
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "sori.convert", attributes: .concurrent)
        for _ in 0..<min(jobCount, max(requests.count, 1)) {
            queue.async(group: group) { [shouldEnd] in
                Self.work(on: requests, work, shouldEnd)
            }
        }
        let start = ContinuousClock.now
        var isDrawn = false
        while group.wait(timeout: .now() + Self.drawingPeriod) == .timedOut {
            show(work, requests.count, console, &worst, &isDrawn, since: start)
        }
        report(work, console, &worst, &isDrawn)
        let board = work.board.withLock { $0 }
        let all = list.requests.count + list.errors.count
        let failed = all - board.done
        if shouldEnd(), board.done + board.failed < requests.count {
            let failures = board.failed > 0 ? ", \(board.failed) failed" : ""
            console.warn("stopped: \(board.done) of \(all) done\(failures)")
            return EndSignals.first?.exitCode ?? .stopped
        }
        console.warn("\(board.done) of \(all) done\(failed > 0 ? ", \(failed) failed" : "")")
        return worst
    }

    /// The requests with folders to write into.
    private func folders(_ console: Console, _ worst: inout ExitCode) -> [ConversionRequest] {
        var requests: [ConversionRequest] = []
        for request in list.requests {
            do throws(ProgramError) {
                try list.makeFolders(for: request)
                requests.append(request)
            } catch {
                worst = max(worst, console.report(error))
            }
        }
        return requests
    }

    // MARK: Jobs

    private static func work(
        on requests: [ConversionRequest], _ work: Work, _ shouldEnd: @Sendable () -> Bool
    ) {
        while !shouldEnd() {
            let taken = work.board.withLock { board -> ConversionRequest? in
                guard board.next < requests.count else { return nil }
                defer { board.next += 1 }
                board.name = requests[board.next].input
                return requests[board.next]
            }
            guard let request = taken else { return }
            do throws(ProgramError) {
                try convert(request, work, shouldEnd)
            } catch {
                // A file that was stopped has not failed.
                guard !shouldEnd() else { return }
                work.board.withLock { board in
                    board.failed += 1
                    board.messages.append(.failure(error))
                }
            }
        }
    }

    private static func convert(
        _ request: ConversionRequest, _ work: Work, _ shouldEnd: () -> Bool
    ) throws(ProgramError) {
        var conversion = try FileConversion(request, isCancelled: shouldEnd)
        var seconds = 0.0
        do throws(ProgramError) {
            while try conversion.step() {
                guard !shouldEnd() else {
                    throw ProgramError(
                        EndSignals.first?.exitCode ?? .stopped, "stopped", in: request.output,
                        advice: "this file is not made")
                }
                let now = Double(conversion.framesDone) / conversion.sourceRate
                work.board.withLock { $0.seconds += now - seconds }
                seconds = now
            }
            try conversion.finish()
        } catch {
            conversion.discard()
            throw error
        }
        let notices = conversion.notices + conversion.finalNotices
        let shortages = conversion.shortages.map { shortageError($0.missing, in: $0.input) }
        work.board.withLock { board in
            board.messages += notices.map {
                .notice("\(printable(request.output)): \(printable($0))")
            }
            board.messages += shortages.map { .failure($0) }
            // A sound that ends early is converted, and not all of it is there.
            if shortages.isEmpty { board.done += 1 } else { board.failed += 1 }
        }
    }

    // MARK: Messages

    /// Prints what has come since the last call.
    private func report(
        _ work: Work, _ console: Console, _ worst: inout ExitCode, _ isDrawn: inout Bool
    ) {
        let messages = work.board.withLock { board in
            defer { board.messages = [] }
            return board.messages
        }
        if isDrawn, let terminalWidth, terminalWidth() > 0 {
            console.errors.write("\r\u{1B}[K")
            isDrawn = false
        }
        for message in messages {
            switch message {
            case .notice(let text): console.warn(text)
            case .failure(let error): worst = max(worst, console.report(error))
            }
        }
    }

    private func show(
        _ work: Work, _ count: Int, _ console: Console, _ worst: inout ExitCode,
        _ isDrawn: inout Bool, since start: ContinuousClock.Instant
    ) {
        guard let terminalWidth else { return report(work, console, &worst, &isDrawn) }
        report(work, console, &worst, &isDrawn)
        let board = work.board.withLock { $0 }
        let progress = ListProgress(
            done: board.done, failed: board.failed, count: count, name: board.name,
            seconds: board.seconds, elapsed: (ContinuousClock.now - start) / .seconds(1))
        console.errors.write(
            "\r\u{1B}[K" + progress.text(width: max(terminalWidth() - 1, 0)))
        isDrawn = true
    }
}

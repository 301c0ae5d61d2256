import AudioModel
import SimulationReports
import SoundClient
import Synchronization

/// The runtime issues of a phone's apps until its observer takes them: equal ones of an app once.
///
/// Ownership: a mutex guards the state. Any thread.
final class IssueLog: Sendable {
    struct Entry {
        var app: AppID
        var issue: RuntimeIssue
        var time: HostTime
    }

    private struct State {
        var entries: [Entry] = []
        var known: [AppID: Set<RuntimeIssue>] = [:]
    }

    private let state = Mutex(State())

    /// The largest number of issues of an app; further ones are not noted.
    private static let issuesMax = 100

    func append(_ issue: RuntimeIssue, of app: AppID, at time: HostTime) {
        state.withLock { state in
            guard state.known[app, default: []].count < Self.issuesMax,
                state.known[app, default: []].insert(issue).inserted
            else { return }
            state.entries.append(Entry(app: app, issue: issue, time: time))
        }
    }

    /// Removes and returns the issues that were noted since the last call.
    func take() -> [Entry] {
        state.withLock { state in
            guard !state.entries.isEmpty else { return [] }
            defer { state.entries = [] }
            return state.entries
        }
    }
}

extension RuntimeIssue {
    /// The issue as a sentence without its subject, the app.
    var observation: String { "called \(words)" }
}

extension RuntimeIssue.Kind {
    /// The guideline that the issue goes against; `nil` for an exception, which is a finding alone.
    var guideline: Guideline? {
        switch self {
        case .converterChannels: .converterChannels
        case .stopInHandler: .stopOutsideHandlers
        case .interruptedRecording: .pauseInterruptedRecording
        case .playerAfterStop: .stopPlayersWithEngine
        case .openProtectedFile: .closeProtected
        case .exception: nil
        }
    }
}

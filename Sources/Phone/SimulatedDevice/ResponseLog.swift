import AudioModel
import SoundPolicy
import Synchronization

/// The server's events and responses, kept until the phone reads them; it must not call the server
/// while the server decides. Any thread.
final class ResponseLog: Sendable {
    struct Entry {
        var time: HostTime
        var event: PolicyEvent
        var response: PolicyResponse
    }

    private let state = Mutex((entries: [Entry](), lostCount: 0))
    private let entriesMax: Int
    private let keepsRefusals: Bool

    /// - Parameters:
    ///   - entriesMax: Limit of entries between two reads; further ones are counted, not kept.
    ///   - keepsRefusals: Whether refusals without an effect are kept.
    init(entriesMax: Int = .max, keepsRefusals: Bool = false) {
        self.entriesMax = entriesMax
        self.keepsRefusals = keepsRefusals
    }

    func append(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        guard !response.effects.isEmpty || (keepsRefusals && response.refusal != nil) else {
            return
        }
        state.withLock { state in
            guard state.entries.count < entriesMax else { return state.lostCount += 1 }
            state.entries.append(Entry(time: time, event: event, response: response))
        }
    }

    func take() -> (entries: [Entry], lostCount: Int) {
        state.withLock { state in
            defer { state = ([], 0) }
            return state
        }
    }
}

/// The apps' answers to remote commands that were not a success, kept until the phone reads them. Any
/// thread.
final class FailedCommandLog: Sendable {
    struct Entry {
        var time: HostTime
        var app: AppID
        var kind: RemoteCommandKind
        var status: RemoteCommandStatus

        /// A clause with the name of the app: `Music answered next with commandFailed`.
        func words(_ name: String) -> String {
            "\(name) answered \(kind.rawValue) with \(status.rawValue)"
        }
    }

    private let entries = Mutex<[Entry]>([])
    /// Limit of entries between two reads; further ones are dropped.
    static let entriesMax = 2_000

    func append(_ time: HostTime, _ app: AppID, _ report: AppReport) {
        guard case .commandHandled(let kind, let status) = report, status != .success else {
            return
        }
        entries.withLock { entries in
            guard entries.count < Self.entriesMax else { return }
            entries.append(Entry(time: time, app: app, kind: kind, status: status))
        }
    }

    func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}

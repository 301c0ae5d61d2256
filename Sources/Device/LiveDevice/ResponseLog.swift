package import AudioModel
package import SoundPolicy
import Synchronization

/// The server's events and responses, kept until the driver of the device reads them; it must not
/// call the server while the server decides. Any thread.
package final class ResponseLog: Sendable {
    package struct Entry {
        package var time: HostTime
        package var event: PolicyEvent
        package var response: PolicyResponse
    }

    private let state = Mutex((entries: [Entry](), lostCount: 0))
    private let entriesMax: Int
    private let keepsRefusals: Bool
    private let keepsLaunches: Bool

    /// - Parameters:
    ///   - entriesMax: Limit of entries between two reads; further ones are counted, not kept.
    ///   - keepsRefusals: Whether refusals without an effect are kept.
    ///   - keepsLaunches: Whether the launches of apps that report their return, and these returns,
    ///     are kept without an effect.
    package init(
        entriesMax: Int = .max, keepsRefusals: Bool = false, keepsLaunches: Bool = false
    ) {
        self.entriesMax = entriesMax
        self.keepsRefusals = keepsRefusals
        self.keepsLaunches = keepsLaunches
    }

    package func append(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        guard
            !response.effects.isEmpty || (keepsRefusals && response.refusal != nil)
                || (keepsLaunches && event.isOfLaunch)
        else { return }
        state.withLock { state in
            guard state.entries.count < entriesMax else { return state.lostCount += 1 }
            state.entries.append(Entry(time: time, event: event, response: response))
        }
    }

    package func take() -> (entries: [Entry], lostCount: Int) {
        state.withLock { state in
            defer { state = ([], 0) }
            return state
        }
    }
}

extension PolicyEvent {
    /// Whether an app is launched that reports its return, or has returned from its launch.
    fileprivate var isOfLaunch: Bool {
        switch self {
        case .appLaunched(_, let description): description.answersCallbacks
        case .app(_, .returned(from: .didFinishLaunching)): true
        default: false
        }
    }
}

/// The apps' answers to remote commands that were not a success, kept until the driver of the
/// device reads them. Any thread.
package final class FailedCommandLog: Sendable {
    package struct Entry {
        package var time: HostTime
        package var app: AppID
        package var kind: RemoteCommandKind
        package var status: RemoteCommandStatus

        /// A clause with the name of the app: `Music answered next with commandFailed`.
        package func words(_ name: String) -> String {
            "\(name) answered \(kind.rawValue) with \(status.rawValue)"
        }
    }

    private let entries = Mutex<[Entry]>([])
    /// Limit of entries between two reads; further ones are dropped.
    package static let entriesMax = 2_000

    package init() {}

    package func append(_ time: HostTime, _ app: AppID, _ report: AppReport) {
        guard case .commandHandled(let kind, let status) = report, status != .success else {
            return
        }
        entries.withLock { entries in
            guard entries.count < Self.entriesMax else { return }
            entries.append(Entry(time: time, app: app, kind: kind, status: status))
        }
    }

    package func take() -> [Entry] {
        entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}

import AudioModel
import SoundPolicy
import Synchronization

/// Writes down what was done with a live phone, as a scenario in the making. Any thread.
final class LiveRecorder: Sendable {
    fileprivate struct State {
        var scenario: Scenario
        /// Apps that run elsewhere, and what they do.
        var guests: [AppID: GuestScript] = [:]
    }

    private let state: Mutex<State>
    private let start: HostTime

    /// Acts beyond this are done and not written down.
    static let actsMax = 20_000

    init(path: String, setup: PhoneSetup, apps: [AppDeclaration], start: HostTime) {
        var scenario = Scenario(path: path, phone: setup, apps: apps, duration: .zero)
        scenario.title = "A phone in the hand"
        state = Mutex(State(scenario: scenario))
        self.start = start
    }

    var actCount: Int { state.withLock { $0.scenario.timed.count } }

    /// - Parameter time: Since the phone was switched on.
    func add(_ action: Action, at time: HostTime, refusal: SessionError?) {
        state.withLock { $0.add(action, at: time, refusal: refusal) }
    }

    /// Writes down what an app asks for from now on.
    func follow(_ app: AppID, _ declaration: AppDeclaration) {
        state.withLock { state in
            state.guests[app] = GuestScript(name: declaration.name)
            guard !state.scenario.apps.contains(where: { $0.name == declaration.name }) else {
                return
            }
            state.scenario.apps.append(declaration)
        }
    }

    /// Looks at what the server does; called while it decides.
    func note(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        let (app, what): (AppID, PolicyEventOfApp)
        switch event {
        case .appOpened(let id): (app, what) = (id, .opened)
        case .appLeft(let id): (app, what) = (id, .left)
        case .appEnded(let id, let termination): (app, what) = (id, .ended(termination))
        case .app(let id, let request): (app, what) = (id, .asked(request))
        case .appLaunched, .appOpenedByURL, .appRunInBackground, .device, .deadlineReached: return
        }
        state.withLock { state in
            guard let action = state.guests[app]?.action(for: what) else { return }
            if case .ended = what { state.guests[app] = nil }
            if response.refusal != nil, case .app(_, let act) = action, !act.canFail { return }
            state.add(action, at: .zero + (time - start), refusal: response.refusal)
        }
    }

    /// What was done so far.
    ///
    /// - Parameter time: Since the phone was switched on.
    func scenario(endingAt time: HostTime) -> Scenario {
        var whole = state.withLock { $0.scenario }
        // Acts of the hand and of guests come from different threads. As precise as anybody presses
        // keys, and short to read.
        let inOrder = whole.timed.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        whole.timed = inOrder.map { _, timed in
            TimedAction(
                time: timed.time.wholeMilliseconds, action: timed.action, fails: timed.fails)
        }
        let last = max(time, whole.timed.last?.time ?? .zero)
        whole.duration = (last + .milliseconds(1)).wholeMilliseconds
        let acting = Set(whole.timed.compactMap(\.action.appName))
        whole.apps.removeAll { !acting.contains($0.name) }
        return whole
    }
}

extension LiveRecorder.State {
    fileprivate mutating func add(_ action: Action, at time: HostTime, refusal: SessionError?) {
        guard scenario.timed.count < LiveRecorder.actsMax else { return }
        scenario.timed.append(
            TimedAction(time: time, action: action, fails: refusal.map { ExpectedFailure($0) }))
    }
}

extension HostTime {
    fileprivate var wholeMilliseconds: HostTime {
        HostTime(nanoseconds: nanoseconds / 1_000_000 * 1_000_000)
    }
}

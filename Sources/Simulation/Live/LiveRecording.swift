import AudioModel
import SoundPolicy

/// What was done with a live phone, as a scenario in the making.
struct LiveRecording {
    private var scenario: Scenario
    /// Acts beyond this are done and not written down.
    static let actsMax = 20_000

    init(path: String, setup: PhoneSetup, apps: [AppDeclaration]) {
        scenario = Scenario(path: path, phone: setup, apps: apps, duration: .zero)
        scenario.title = "A phone in the hand"
    }

    var actCount: Int { scenario.timed.count }
    var isFull: Bool { actCount >= Self.actsMax }

    /// - Parameter time: Since the phone was switched on; not before the last one.
    mutating func add(_ action: Action, at time: HostTime, refusal: SessionError?) {
        guard !isFull else { return }
        scenario.timed.append(
            TimedAction(
                time: time.wholeMilliseconds, action: action,
                fails: refusal.map { ExpectedFailure($0) }))
    }

    /// - Parameter time: Since the phone was switched on.
    func scenario(endingAt time: HostTime) -> Scenario {
        var whole = scenario
        let last = max(time, scenario.timed.last?.time ?? .zero)
        whole.duration = (last + .milliseconds(1)).wholeMilliseconds
        let acting = Set(whole.timed.compactMap(\.action.appName))
        whole.apps.removeAll { !acting.contains($0.name) }
        return whole
    }
}

extension HostTime {
    /// As precise as anybody presses keys, and short to read.
    fileprivate var wholeMilliseconds: HostTime {
        HostTime(nanoseconds: nanoseconds / 1_000_000 * 1_000_000)
    }
}

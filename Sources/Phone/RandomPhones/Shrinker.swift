import AudioModel
package import SoundPolicy

/// Shortens a failing phone's story to a minimum that still fails in the same way.
package struct Shrinker {
    package private(set) var configuration: PolicyConfiguration
    package private(set) var turns: [PolicyLogEntry]
    package private(set) var violation: Violation
    /// Whether `sori sim` reproduces exactly this story from the scenario.
    package private(set) var isTold = false

    private let fails: (PolicyConfiguration, [PolicyLogEntry]) -> Violation?
    private var runsLeft: Int

    /// Limit of runs in one shortening.
    package static let runsMax = 6_000

    /// - Parameters:
    ///   - turns: Events; those that follow from others are dropped.
    ///   - runsMax: Limit of calls of `fails`.
    ///   - fails: Runs a story and returns its violation; `nil` for none.
    package init(
        _ configuration: PolicyConfiguration, _ turns: [PolicyLogEntry], _ violation: Violation,
        runsMax: Int = Shrinker.runsMax,
        fails: @escaping (PolicyConfiguration, [PolicyLogEntry]) -> Violation?
    ) {
        self.configuration = configuration
        self.turns = turns.filter { !$0.isDerived }
        self.violation = violation
        self.fails = fails
        runsLeft = runsMax
    }

    /// Removes events, then apps, then time, then settings, until nothing can be removed.
    ///
    /// Events that the language cannot express are removed first, if the rest still fails; from
    /// then on the story stays expressible.
    package mutating func shrink() {
        useTold()
        shrinkTurns()
        guard !isTold else { return }
        useTold()
        if isTold { shrinkTurns() }
    }

    private mutating func shrinkTurns() {
        var lengthBefore = Int.max
        while turns.count < lengthBefore, runsLeft > 0 {
            lengthBefore = turns.count
            leaveOutApps()
            leaveOutEvents()
        }
        shortenPauses()
        leaveOutSettings()
    }

    /// Replaces the story with what its scenario says, if that fails too.
    private mutating func useTold() {
        let said = configuration.asScenariosSayIt
        isTold = true
        if isStillWrong(said, turns) { return }
        if isStillWrong(said, withEachLaunch(followedBy: { [.appOpened($0)] })) { return }
        isTold = isStillWrong(said, withEachLaunch(followedBy: { [.appOpened($0), .appLeft($0)] }))
    }

    /// The events, with an expressible event added for every app that is launched.
    private func withEachLaunch(
        followedBy events: (AppID) -> [PolicyEvent]
    ) -> [PolicyLogEntry] {
        turns.flatMap { turn -> [PolicyLogEntry] in
            guard case .appLaunched(let app, _) = turn.event else { return [turn] }
            return [turn] + events(app).map { PolicyLogEntry(time: turn.time, event: $0) }
        }
    }

    /// The events after a round trip through a scenario; `nil` if a second round trip differs.
    private static func told(
        _ turns: [PolicyLogEntry], _ configuration: PolicyConfiguration
    ) -> [PolicyLogEntry]? {
        let told = PhoneStory(turns, configuration).reproducedTurns
        if told == turns { return told }
        let again = PhoneStory(told, configuration)
        return again.reproducedTurns == told && again.leftOut.isEmpty ? told : nil
    }

    /// - Returns: Whether the story still fails in the same way; if so, it replaces the present
    ///   one.
    private mutating func isStillWrong(
        _ configuration: PolicyConfiguration, _ candidate: [PolicyLogEntry]
    ) -> Bool {
        guard runsLeft > 0 else { return false }
        runsLeft -= 1
        var turns = candidate
        if isTold {
            guard let told = Shrinker.told(candidate, configuration) else { return false }
            turns = told
        }
        guard let found = fails(configuration, turns), found.checker == violation.checker else {
            return false
        }
        self.configuration = configuration
        self.turns = turns
        violation = found
        return true
    }

    private mutating func leaveOutApps() {
        for app in Set(turns.compactMap(\.event.app)).sorted() {
            _ = isStillWrong(configuration, turns.filter { $0.event.app != app })
        }
    }

    /// Removes halves, quarters, and so on down to single events.
    private mutating func leaveOutEvents() {
        var size = max(turns.count / 2, 1)
        while true {
            var start = 0
            while start < turns.count {
                var rest = turns
                rest.removeSubrange(start..<min(start + size, turns.count))
                if !isStillWrong(configuration, rest) { start += size }
            }
            guard size > 1 else { return }
            size /= 2
        }
    }

    private mutating func shortenPauses() {
        let lengths: [HostInterval] = [
            .zero, .milliseconds(100), .seconds(1), .seconds(6), .seconds(600),
        ]
        for index in turns.indices {
            let before = index == 0 ? HostTime.zero : turns[index - 1].time
            let pause = turns[index].time - before
            for length in lengths where length < pause {
                let cut = HostInterval(nanoseconds: pause.nanoseconds - length.nanoseconds)
                var shorter = turns
                for later in index..<shorter.count {
                    shorter[later].time = shorter[later].time - cut
                }
                if isStillWrong(configuration, shorter) { break }
            }
        }
    }

    private mutating func leaveOutSettings() {
        if isStillWrong(PolicyConfiguration(), turns) { return }
        _ = isStillWrong(configuration.asScenariosSayIt, turns)
        useUsual(\.ringSwitch)
        useUsual(\.mediaVolume)
        useUsual(\.ringerVolume)
        useUsual(\.callVolume)
        useUsual(\.microphone)
        useUsual(\.accessories)
        useUsual(\.pickedOutput)
        useUsual(\.settingsOff)
        useUsual(\.profile)
        useUsual(\.hasReceiver)
        useUsual(\.hasBuiltInMicrophone)
    }

    private mutating func useUsual<Value>(_ setting: WritableKeyPath<PolicyConfiguration, Value>) {
        var simpler = configuration
        simpler[keyPath: setting] = PolicyConfiguration()[keyPath: setting]
        if simpler != configuration { _ = isStillWrong(simpler, turns) }
    }
}

extension PolicyEvent {
    /// The app that the event belongs to; `nil` for other events.
    fileprivate var app: AppID? {
        switch self {
        case .appLaunched(let app, _), .appOpened(let app), .appOpenedByURL(let app, _),
            .appRunInBackground(let app, _), .appLeft(let app),
            .appEnded(let app, _), .app(let app, _), .appCall(let app, _),
            .appSystemChanged(let app, _):
            app == .phone ? nil : app
        case .device, .deadlineReached: nil
        }
    }
}

import AudioModel
import SoundPolicy
import Testing

@Suite("Whatever happens to the machine")
struct RandomEventTests {
    private static let stepCount = 3_000

    @Test("what must always hold does", arguments: 0..<12 as Range<UInt64>)
    func invariants(seed: UInt64) throws {
        var events = RandomEvents(seed: seed)
        var watcher = Watcher()
        for _ in 0..<RandomEventTests.stepCount {
            let event = events.next(deadline: watcher.machine.nextDeadline)
            try watcher.handle(event, at: events.now)
        }
        // When everything has ended, nothing is left of it.
        for app in RandomEvents.apps + [AppID(rawValue: 99), AppID(rawValue: -1)] {
            try watcher.handle(.appEnded(app, .killed), at: events.now)
        }
        // Some are told first, and do not answer.
        while !watcher.machine.apps.isEmpty {
            let due = try #require(watcher.machine.nextDeadline)
            try watcher.handle(.deadlineReached, at: max(due, events.now))
        }
        for stream in watcher.machine.streams.ids {
            try watcher.handle(
                .app(stream.app, .streamEnded(number: stream.number)), at: events.now)
        }
        let machine = watcher.machine
        #expect(machine.apps.isEmpty && machine.streams.isEmpty)
        #expect(machine.activeApps.isEmpty && machine.interruptedApps.isEmpty)
        #expect(machine.backgroundApps.isEmpty)
        #expect(machine.device.mediaVolumes.count <= PortKind.allCases.count + 2)
    }

    @Test("nearly everything does happen")
    func coverage() {
        var reasons: Set<ReasonKind> = []
        var states: Set<AppState> = []
        for seed in 0..<6 as Range<UInt64> {
            var events = RandomEvents(seed: seed)
            var machine = PolicyMachine()
            for _ in 0..<RandomEventTests.stepCount {
                let event = events.next(deadline: machine.nextDeadline)
                for effect in machine.handle(event, at: events.now).effects {
                    switch effect {
                    case .verdict(_, let verdict, _):
                        reasons.formUnion(verdict.reasons.map(\.kind))
                    case .appChanged(_, let state): states.insert(state)
                    default: break
                    }
                }
            }
        }
        let rare: Set<ReasonKind> = [
            .routeLost, .recordOnlyCategory, .recordingElsewhere, .appVolumeZero,
            .microphoneDenied,
        ]
        #expect(reasons.union(rare) == Set(ReasonKind.allCases))
        #expect(states == Set(AppState.allCases))
    }

    @Test("the same events at the same times have the same answers", arguments: [1, 2] as [UInt64])
    func purity(seed: UInt64) {
        var events = RandomEvents(seed: seed)
        var machine = PolicyMachine()
        var twin = PolicyMachine()
        for _ in 0..<RandomEventTests.stepCount {
            let event = events.next(deadline: machine.nextDeadline)
            let response = machine.handle(event, at: events.now)
            // Its copies go the same way, and leave it alone.
            var copy = twin
            #expect(copy.handle(event, at: events.now) == response)
            #expect(twin.handle(event, at: events.now) == response)
            #expect(twin.nextDeadline == machine.nextDeadline)
        }
    }

    @Test("time may stand still, and may be at its end", arguments: [HostTime.zero, .end])
    func timeStandsStill(now: HostTime) throws {
        var events = RandomEvents(seed: 7)
        var machine = PolicyMachine()
        for _ in 0..<RandomEventTests.stepCount {
            _ = machine.handle(events.next(deadline: nil), at: now)
            if let deadline = machine.nextDeadline { #expect(deadline >= now) }
        }
    }
}

extension HostTime {
    static let end = HostTime(nanoseconds: .max)
}

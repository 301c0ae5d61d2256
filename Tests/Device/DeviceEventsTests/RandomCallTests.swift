import AudioModel
import DeviceEvents
import SoundPolicy
import Testing

@Suite("Random calls")
struct RandomCallTests {
    /// What a policy does with the actions.
    private struct Policy {
        var phase = CallState.none

        /// - Returns: Whether the action makes sense.
        mutating func perform(_ act: DeviceEvent) -> Bool {
            switch (phase, act) {
            case (.none, .callArrived), (.none, .callArrivedAsBanner): phase = .ringing
            case (.ringing, .callAnswered): phase = .connected
            case (.ringing, .callDeclined), (.ringing, .callEnded), (.connected, .callEnded),
                (.ringing, .callEndedByRemoteParty), (.connected, .callEndedByRemoteParty):
                phase = .none
            default: return false
            }
            return true
        }
    }

    @Test("are those of a plain list", arguments: 1...50 as ClosedRange<UInt64>)
    func plainModel(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var book = CallBook()
        var policy = Policy()
        // Every call has a number of its own, so that none is the duplicate of another.
        var states: [CallID: ReportedCallState] = [:]
        for step in 0..<200 {
            let source = CallSource.allCases.randomElement(using: &random) ?? .ofono
            let key = Int.random(in: 0..<6, using: &random)
            let id = CallID(source, "\(key)")
            let time = HostTime.seconds(Double(step) / 10)
            let acts: [DeviceEvent]
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                states = states.filter { $0.key.source != source }
                acts = book.replaceCalls(of: source, with: [], at: time)
            case 1...4:
                states[id] = nil
                let party = EndingParty.allCases.randomElement(using: &random) ?? .unknown
                acts = book.end(id, by: party, at: time)
            default:
                let state = ReportedCallState.allCases.randomElement(using: &random) ?? .active
                states[id] = state
                acts = book.set(
                    CallReport(
                        id, state, number: "caller \(source) \(key)", isCellular: false), at: time)
            }
            for act in acts {
                let isPossible = policy.perform(act)
                try #require(isPossible, "step \(step)")
            }
            let expected: CallState =
                states.isEmpty
                ? .none : states.values.allSatisfy { $0.isRinging } ? .ringing : .connected
            try #require(policy.phase == expected, "step \(step)")
            try #require(book.state == expected)
            try #require(book.calls.count == states.count)
        }
    }

    /// A report of a modem at a time; without a state, the call has ended.
    private struct Event {
        var time: Double
        var source: CallSource
        var call: Int
        var state: ReportedCallState?
    }

    private func lifeOfCall(_ call: Int, _ random: inout SeededGenerator) -> [Event] {
        var time = Double(call) * 4 + Double.random(in: 0..<1, using: &random)
        var events: [Event] = []
        let begin: ReportedCallState = Bool.random(using: &random) ? .incoming : .dialing
        for state in [begin, .active, .held, .active] {
            events.append(Event(time: time, source: .modemManager, call: call, state: state))
            time += Double.random(in: 0.01..<3, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 { break }
        }
        events.append(Event(time: time, source: .modemManager, call: call, state: nil))
        return events
    }

    private func acts(_ events: [Event]) -> [DeviceEvent] {
        var book = CallBook()
        return events.flatMap { event in
            let id = CallID(event.source, "\(event.call)")
            let time = HostTime.seconds(event.time)
            guard let state = event.state else { return book.end(id, at: time) }
            return book.set(
                CallReport(
                    id, state, number: "0171 55500\(event.call)", isCellular: true), at: time)
        }
    }

    @Test(
        "shown by a second service, with a delay, are those of the first",
        arguments: 1...50 as ClosedRange<UInt64>, [CallSource.gnomeCalls, .announcement])
    func duplicates(seed: UInt64, other: CallSource) {
        var random = SeededGenerator(seed: seed)
        let first = (10..<16).flatMap { lifeOfCall($0, &random) }.sorted { $0.time < $1.time }
        var late = 0.0
        let second = first.map { event in
            // In the order of the first.
            late = max(late, event.time + Double.random(in: 0.001..<0.4, using: &random))
            return Event(time: late, source: other, call: event.call, state: event.state)
        }
        let merged = (first + second).sorted { $0.time < $1.time }
        #expect(acts(merged) == acts(first))
        #expect(!acts(first).isEmpty)
    }
}

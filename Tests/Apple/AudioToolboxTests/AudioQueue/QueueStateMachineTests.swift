import AudioQueues
import Testing

@Suite("The state machine of an audio queue")
struct QueueStateMachineTests {
    typealias Machine = QueueStateMachine
    typealias State = QueueStateMachine.State

    private static let endings: [Machine.Ending] = [
        .none, .whenPlayed, .drained, .finished(startsAgain: false), .finished(startsAgain: true),
    ]
    private static let states: [State] =
        [.stopped, .primed]
        + Machine.Mode.allCases.flatMap { mode in
            Machine.Device.allCases.flatMap { device in
                endings.map { .started(.init(mode, device, $0)) }
            }
        }
    private static let events: [Machine.Event] = [
        .prime, .start(at: nil), .pause, .stop, .stopWhenPlayed, .reset,
        .dispose(immediately: false), .dispose(immediately: true), .started, .resumed, .drained,
        .finished, .held, .released, .active, .ended,
    ]

    /// The response to one event.
    private struct Step: Equatable {
        var state: State
        var actions: [Machine.Action]

        init(_ state: State, _ actions: [Machine.Action] = []) {
            self.state = state
            self.actions = actions
        }
    }

    private func step(_ state: State, _ event: Machine.Event) -> Step {
        var machine = Machine(state)
        let actions = machine.handle(event)
        return Step(machine.state, actions)
    }

    /// The states with every event that has an effect there.
    private static let table: [(from: State, steps: [Machine.Event: Step])] = [
        (
            .stopped,
            idle.merging([
                .prime: Step(.primed), .reset: Step(.stopped, [.returnBuffers]),
            ]) { $1 }
        ),
        (
            .primed,
            idle.merging([
                .reset: Step(.stopped, [.noteDiscontinuity, .returnBuffers, .dropRun])
            ]) { $1 }
        ),
        (
            started(),
            playing().merging([
                .active: Step(started(.playing, .active), [.reportRunning]),
                .released: Step(started(), [.awaitDevice]),
                .held: Step(started(.playing, .held), [.noteDiscontinuity]),
            ]) { $1 }
        ),
        (
            started(.playing, .active),
            playing(.active).merging([
                .held: Step(started(.playing, .held), [.noteDiscontinuity, .reportRunning])
            ]) { $1 }
        ),
        (
            started(.playing, .held),
            playing(.held).merging([
                .start(at: nil): Step(started(.playing, .held), [.resumeStream]),
                .resumed: Step(started(), [.pump]),
                .held: Step(started(.playing, .held), [.noteDiscontinuity]),
                .released: Step(started(), [.awaitDevice]),
                .dispose(immediately: false): Step(.stopped, [.closeDeliveries] + stop()),
            ]) { $1 }
        ),
        (
            started(.playing, .active, .whenPlayed),
            playing(.active, .whenPlayed).merging([
                .start(at: nil): Step(started(.playing, .active), [.keepBuffers, .pump]),
                .stopWhenPlayed: Step(started(.playing, .active, .whenPlayed)),
                .drained: Step(started(.playing, .active, .drained), [.drainEffect]),
                .held: Step(
                    started(.playing, .held, .whenPlayed), [.noteDiscontinuity, .reportRunning]),
                .dispose(immediately: false): Step(started(.disposing, .active, .whenPlayed)),
            ]) { $1 }
        ),
        (
            started(.playing, .active, .finished(startsAgain: true)),
            playing(.active, .finished(startsAgain: true)).merging([
                .stopWhenPlayed: Step(started(.playing, .active, .finished(startsAgain: true))),
                .reset: Step(
                    started(.playing, .active, .drained),
                    [.noteDiscontinuity, .returnBuffers, .replaceFeed]),
                .held: Step(
                    started(.playing, .held, .finished(startsAgain: true)),
                    [.noteDiscontinuity, .reportRunning]),
                .dispose(immediately: false): Step(
                    started(.disposing, .active, .finished(startsAgain: false))),
                .ended: Step(.stopped, [.reportRunning, .begin(at: nil)]),
            ]) { $1 }
        ),
        (
            started(.paused, .active),
            playing(.active).merging([
                .start(at: nil): Step(started(.paused, .active), [.resumeStream]),
                .pause: Step(started(.paused, .active)),
                .stopWhenPlayed: Step(started(.paused, .active, .whenPlayed), [.pump]),
                .reset: Step(
                    started(.paused, .active), [.noteDiscontinuity, .returnBuffers, .replaceFeed]),
                .dispose(immediately: false): Step(.stopped, [.closeDeliveries] + stop(.active)),
            ]) { $1 }
        ),
        (
            started(.disposing, .active, .drained),
            playing(.active, .drained).merging([
                .start(at: nil): Step(started(.disposing, .active, .drained)),
                .pause: Step(started(.disposing, .active, .drained)),
                .stopWhenPlayed: Step(started(.disposing, .active, .drained)),
                .resumed: Step(started(.disposing, .active, .drained)),
                .reset: Step(
                    started(.disposing, .active, .drained),
                    [.noteDiscontinuity, .returnBuffers, .replaceFeed]),
                .finished: Step(
                    started(.disposing, .active, .finished(startsAgain: false)), [.finishFeed]),
                .held: Step(
                    started(.disposing, .held, .drained),
                    [.noteDiscontinuity, .reportRunning, .stopStream]),
                .dispose(immediately: false): Step(.stopped, [.closeDeliveries] + stop(.active)),
            ]) { $1 }
        ),
    ]

    private static func started(
        _ mode: Machine.Mode = .playing, _ device: Machine.Device = .awaited,
        _ ending: Machine.Ending = .none
    ) -> State {
        .started(.init(mode, device, ending))
    }

    private static func stop(_ device: Machine.Device = .awaited) -> [Machine.Action] {
        [.returnBuffers, .dropRun, .stopStream] + (device == .active ? [.reportRunning] : [])
    }

    /// The steps of a queue that is not started.
    private static let idle: [Machine.Event: Step] = [
        .start(at: nil): Step(.stopped, [.begin(at: nil)]),
        .started: Step(started()),
        .stop: Step(.stopped, stop()),
        .dispose(immediately: false): Step(.stopped, [.closeDeliveries] + stop()),
        .dispose(immediately: true): Step(.stopped, [.closeDeliveries] + stop()),
        .ended: Step(.stopped),
    ]

    /// The steps of most started queues.
    private static func playing(
        _ device: Machine.Device = .awaited, _ ending: Machine.Ending = .none
    ) -> [Machine.Event: Step] {
        [
            .pause: Step(started(.paused, device, ending), [.pauseStream]),
            .stop: Step(.stopped, stop(device)),
            .stopWhenPlayed: Step(started(.playing, device, .whenPlayed), [.pump]),
            .reset: Step(
                started(.playing, device, ending),
                [.noteDiscontinuity, .returnBuffers, .replaceFeed]),
            .dispose(immediately: false): Step(started(.disposing, device, .whenPlayed), [.pump]),
            .dispose(immediately: true): Step(.stopped, [.closeDeliveries] + stop(device)),
            .started: Step(started()),
            .resumed: Step(started(.playing, device, ending), [.pump]),
            .ended: Step(.stopped, device == .active ? [.reportRunning] : []),
        ]
    }

    @Test("responds to every event in these states, and to no other", arguments: table.indices)
    func responds(row: Int) {
        let (from, steps) = Self.table[row]
        for event in Self.events {
            var expected = steps[event] ?? Step(from)
            // A primed queue stays primed until its stream is started.
            if case .start = event, from == .primed { expected.state = .primed }
            #expect(step(from, event) == expected, "\(event)")
        }
    }

    @Test("reports exactly when the device begins and ends", arguments: states)
    func reports(state: State) {
        // A second start without a stop is not an event of a queue.
        for event in Self.events where event != .started {
            let (before, after) = (Machine(state), step(state, event))
            #expect(
                after.actions.contains(.reportRunning)
                    == (before.isActive != Machine(after.state).isActive), "\(event)")
        }
    }

    @Test("lets each event change only what is its own", arguments: states)
    func changes(state: State) {
        guard case .started(let before) = state else { return }
        for event in Self.events {
            guard case .started(let after) = step(state, event).state else { continue }
            switch event {
            case .pause:
                #expect(after.device == before.device && after.ending == before.ending)
            case .resumed: #expect(after.ending == before.ending)
            case .held, .released, .active:
                #expect(after.mode == before.mode && after.ending == before.ending)
            case .drained, .finished, .stopWhenPlayed, .reset, .start:
                #expect(after.mode == before.mode && after.device == before.device)
            case .prime: #expect(after == before)
            case .dispose: #expect(after.mode == .disposing && after.device == before.device)
            case .started, .stop, .ended: break
            }
        }
    }
}

import AudioModel
import InputDevices
import Synchronization
import TestSupport
import Testing

@Suite("A motor with force feedback", .timeLimit(.minutes(10)))
struct ForceFeedbackTests {
    /// A motor that notes what it is told.
    private final class TestMotor: RumbleMotor, Sendable {
        let calls: Received<String>
        let isBroken: Bool

        init(_ calls: Received<String>, isBroken: Bool = false) {
            self.calls = calls
            self.isBroken = isBroken
        }

        func upload(_ effect: Int16?, milliseconds: UInt16, delayMilliseconds: UInt16) -> Int16? {
            if isBroken { return nil }
            calls.add(
                "upload \(effect.map(String.init) ?? "new") \(milliseconds) \(delayMilliseconds)")
            return 4
        }

        func play(_ effect: Int16, repetitions: Int32) -> Bool {
            calls.add("play \(effect) \(repetitions == 0 ? "stop" : "\(repetitions)")")
            return true
        }

        func remove(_ effect: Int16) { calls.add("remove \(effect)") }
        func close() { calls.add("close") }
    }

    @Test("vibrates once, periodically, and stops")
    func plays() async throws {
        let (calls, clock) = (Received<String>(), TestClock())
        let output = ForceFeedbackOutput(now: { clock.now }, find: { TestMotor(calls) })
        output.play(.alert)
        // The motor runs already.
        output.play(.alert)
        #expect(try await calls.next(2) == ["upload new 400 0", "play 4 1"])
        clock.advance(by: .milliseconds(400))
        output.play(.ring)
        output.cancel()
        output.close()
        output.play(.alert)
        #expect(
            try await calls.next(5) == [
                "upload 4 400 1600", "play 4 100000", "play 4 stop", "play 4 stop", "close",
            ])
    }

    @Test("that has gone is looked for once more, and its lack is reported once")
    func loses() async throws {
        let (calls, clock) = (Received<String>(), TestClock())
        let motors = Mutex<[TestMotor]>([
            TestMotor(calls, isBroken: true), TestMotor(calls), TestMotor(calls, isBroken: true),
            TestMotor(calls, isBroken: true),
        ])
        let output = ForceFeedbackOutput(
            now: { clock.now }, unavailable: { calls.add("unavailable") },
            find: {
                calls.add("find")
                return motors.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            })
        output.play(.alert)
        #expect(
            try await calls.next(5) == ["find", "close", "find", "upload new 400 0", "play 4 1"])
        let without = ForceFeedbackOutput(
            now: { clock.now }, unavailable: { calls.add("unavailable") },
            find: {
                calls.add("find")
                return nil
            })
        without.play(.alert)
        #expect(try await calls.next(2) == ["find", "unavailable"])
        // It is not looked for at every vibration.
        without.play(.alert)
        clock.advance(by: ForceFeedbackOutput.searchInterval)
        without.play(.alert)
        #expect(try await calls.next() == "find")
        output.close()
        #expect(try await calls.next(2) == ["play 4 stop", "close"])
    }
}

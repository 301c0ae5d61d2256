import AudioModel
import SoundPolicy
import Testing

@Suite("The end of an interruption")
struct InterruptionEndTests {
    private func phone(_ choose: (inout PolicyConfiguration) -> Void) -> Phone {
        var configuration = PolicyConfiguration()
        choose(&configuration)
        return Phone(configuration)
    }

    @Test(
        "comes late to an app that returns to the front, without the flag",
        arguments: [false, true])
    func lateEnd(isOn: Bool) {
        var phone = phone { $0.lateEndOnReturnOverride = isOn }
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        let response = phone.after(.zero, .appOpened(.music))
        #expect(
            response.notifications(to: .music)
                .contains(.interruptionEnded(shouldResume: false)) == isOn)
        #expect(phone.machine.session(of: .music)?.isInterrupted == !isOn)
    }

    @Test("does not come late during a call")
    func noLateEnd() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        phone.send(.callArrived)
        let told = phone.after(.zero, .appOpened(.music)).notifications(to: .music)
        #expect(!told.contains(.interruptionEnded(shouldResume: false)))
        #expect(!told.contains(.interruptionEnded(shouldResume: true)))
    }

    @Test("may be lost", arguments: [false, true])
    func lostEnds(isOn: Bool) {
        var phone = phone { $0.losesInterruptionEnds = isOn }
        phone.launch(.music, Session(category: .playback))
        phone.start(.song)
        phone.send(.callArrived)
        let response = phone.send(.callDeclined)
        #expect(
            response.notifications(to: .music)
                .contains(.interruptionEnded(shouldResume: true)) == !isOn)
        // The app can begin again by itself, on both.
        #expect(phone.machine.session(of: .music)?.isInterrupted == false)
        #expect(phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal == nil)
    }
}

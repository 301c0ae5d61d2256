import AudioModel
import SoundPolicy
import Testing

@Suite("An alarm or a timer that rings")
struct CutRingTests {
    private func phone(_ choose: (inout PolicyConfiguration) -> Void) -> Phone {
        var configuration = PolicyConfiguration()
        choose(&configuration)
        return Phone(configuration)
    }

    @Test(
        "is silent for good when a call comes, until the next one", arguments: [false, true],
        [true, false])
    func cutRing(isOn: Bool, isAlarm: Bool) {
        var phone = phone { $0.callsCutAlarms = isOn }
        let kind: StreamKind = isAlarm ? .alarm : .timer
        phone.send(isAlarm ? .alarmFired : .timerFired)
        #expect(phone.send(.callArrived).effects.contains(.deviceSoundEnds(kind)) == isOn)
        phone.send(.callDeclined)
        #expect(phone.wait(.seconds(10)).contains(.vibrate(nil)) == !isOn)
        let end = phone.send(isAlarm ? .alarmDismissed : .timerDismissed)
        #expect(end.effects.contains(.deviceSoundEnds(kind)) == !isOn)
        // The next one rings again.
        let next = phone.send(isAlarm ? .alarmFired : .timerFired)
        #expect(next.effects.contains(.deviceSoundBegins(kind)))
        #expect(next.effects.contains(.vibrate(nil)))
    }

    @Test("that a call has silenced leaves the buttons to the volumes")
    func buttonBesideCutAlarm() {
        var phone = Phone()
        phone.send(.alarmFired)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        let before = phone.machine.currentVolume(.call)
        phone.send(.volumePressed(.down))
        #expect(phone.machine.currentVolume(.call) < before)
        #expect(phone.machine.nextDeadline == nil)
    }
}

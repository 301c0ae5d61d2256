import AudioModel
import SoundPolicy
import Testing

@Suite("The call of an app with a provider")
struct ProvidedCallTests {
    private func phone() -> Phone {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.launch(.game, Session(category: .playAndRecord), modes: ["voip"])
        return phone
    }

    private func connected() -> Phone {
        var phone = phone()
        phone.after(.zero, .app(.game, .prepareCall))
        phone.after(.zero, .app(.game, .call(.started)))
        return phone
    }

    @Test("is answered when the provider says so, and rings until the user answers")
    func answer() {
        var phone = phone()
        #expect(phone.after(.zero, .app(.game, .call(.arrived))).refusal == nil)
        let tap = phone.send(.callAnswered)
        #expect(tap.effects.contains(.deviceSoundEnds(.ringtone)))
        #expect(tap.notifications(to: .game) == [.callRequested(.answered)])
        #expect(phone.machine.session(of: .game)?.isActive == false)
        #expect(phone.after(.zero, .app(.game, .activate)).refusal == .insufficientPriority)
        // A second tap asks nothing.
        #expect(phone.send(.callAnswered).notifications(to: .game) == [])
        let fulfilled = phone.after(.zero, .app(.game, .call(.answered)))
        #expect(fulfilled.effects.contains(.sessionChanged(.game, isActive: true)))
        #expect(!fulfilled.effects.contains(.deviceSoundEnds(.ringtone)))
        #expect(phone.machine.appCall?.state == .connected)
    }

    @Test("ends when the provider says so", arguments: [DeviceEvent.callDeclined, .callEnded])
    func end(event: DeviceEvent) {
        var phone = phone()
        phone.after(.zero, .app(.game, .call(.arrived)))
        #expect(phone.send(event).notifications(to: .game).contains(.callRequested(.ended)))
        #expect(phone.machine.callState == .ringing)
        let end = phone.after(.zero, .app(.game, .call(.ended)))
        #expect(end.effects.contains(.deviceSoundEnds(.ringtone)))
        #expect(phone.machine.appCall == nil)
    }

    @Test("that begins leaves others alone, and its own session inactive")
    func start() {
        var phone = phone()
        phone.after(.zero, .app(.game, .prepareCall))
        let refused = phone.after(.zero, .app(.game, .activate))
        #expect(refused.refusal == .insufficientPriority)
        #expect(refused.reason?.sentence.contains("provider(_:didActivate:)") == true)
        #expect(phone.machine.callState == .none)
        #expect(phone.after(.zero, .app(.music, .activate)).refusal != .insufficientPriority)
        let start = phone.after(.zero, .app(.game, .call(.started)))
        #expect(start.effects.contains(.sessionChanged(.game, isActive: true)))
        #expect(phone.after(.zero, .app(.game, .call(.started))).refusal == .resourceNotAvailable)
    }

    @Test("that begins may fail without a trace, and the user may end it")
    func failedStart() {
        var phone = phone()
        phone.after(.zero, .app(.game, .prepareCall))
        #expect(phone.machine.missingObject(of: .callEnded) == nil)
        #expect(phone.send(.callEnded).notifications(to: .game) == [.callRequested(.ended)])
        phone.after(.zero, .app(.game, .call(.ended)))
        #expect(phone.machine.appCall == nil)
        #expect(phone.after(.zero, .app(.game, .activate)).refusal == nil)
    }

    @Test("is held and taken up again by the provider")
    func hold() {
        var phone = connected()
        let asked = phone.after(.zero, .appCall(.game, .held))
        #expect(asked.notifications(to: .game) == [.callRequested(.held)])
        #expect(phone.machine.session(of: .game)?.isActive == true)
        let held = phone.after(.zero, .app(.game, .call(.held)))
        #expect(held.notifications(to: .game).contains(.interruptionBegan(reason: .default)))
        phone.after(.zero, .appCall(.game, .resumed))
        let resumed = phone.after(.zero, .app(.game, .call(.resumed)))
        #expect(resumed.notifications(to: .game).contains(.interruptionEnded(shouldResume: true)))
        #expect(phone.machine.session(of: .game)?.isActive == true)
    }

    @Test("is held by a telephone call at once, and asked back when the user ends that")
    func telephone() {
        for end in [DeviceEvent.callEnded, .callEndedByRemoteParty] {
            var phone = connected()
            phone.send(.callArrived)
            let answered = phone.send(.callAnswered)
            #expect(answered.notifications(to: .game).contains(.callRequested(.held)))
            #expect(phone.machine.session(of: .game)?.isActive == false)
            #expect(phone.after(.zero, .app(.game, .call(.held))).refusal == nil)
            let isBack = phone.send(end).notifications(to: .game).contains(
                .callRequested(.resumed))
            #expect(isBack == (end == .callEnded))
            #expect(phone.machine.appCall?.state == .held)
        }
    }

    @Test("comes back after every telephone call where the setting says so")
    func setting() {
        var configuration = PolicyConfiguration()
        configuration.remoteEndKeepsHold = false
        var phone = Phone(configuration)
        phone.launch(.game, Session(category: .playAndRecord), modes: ["voip"])
        phone.after(.zero, .appCall(.game, .started))
        for event in [DeviceEvent.callArrived, .callAnswered, .callEndedByRemoteParty] {
            phone.send(event)
        }
        #expect(phone.machine.appCall?.state == .connected)
    }

    @Test("is not ended by the other party before its app says so")
    func remoteEnd() {
        var phone = connected()
        #expect(phone.machine.missingObject(of: .callEndedByRemoteParty) != nil)
        #expect(phone.send(.callEndedByRemoteParty) == PolicyResponse())
        #expect(phone.machine.appCall?.state == .connected)
    }

    @Test("is one at a time, and of the app that reported it")
    func one() {
        var phone = connected()
        for request in [AppRequest.call(.arrived), .prepareCall, .call(.ended), .call(.answered)] {
            #expect(phone.after(.zero, .app(.music, request)).refusal == .resourceNotAvailable)
        }
        // A story's call belongs to no provider.
        phone.after(.zero, .app(.game, .call(.ended)))
        phone.after(.zero, .appCall(.game, .started))
        #expect(phone.after(.zero, .app(.game, .call(.ended))).refusal == .resourceNotAvailable)
    }

    @Test("cannot be connected beside a telephone call")
    func beside() {
        var phone = phone()
        phone.after(.zero, .app(.game, .prepareCall))
        phone.send(.callArrived)
        #expect(phone.after(.zero, .app(.game, .call(.started))).refusal == .resourceNotAvailable)
        phone.after(.zero, .app(.game, .call(.ended)))
        #expect(phone.machine.callState == .ringing)
    }
}

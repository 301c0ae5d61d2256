import AudioModel
import SoundPolicy
import Testing

@Suite("A VoIP call")
struct AppCallTests {
    private func phone(modes: [String] = ["voip"]) -> Phone {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.launch(.game, Session(category: .soloAmbient), modes: modes)
        return phone
    }

    @Test("that is answered activates a session for talking, and its end deactivates it")
    func activation() {
        var phone = phone()
        phone.after(.seconds(1), .appCall(.game, .arrived))
        #expect(phone.machine.callState == .ringing)
        let answer = phone.after(.seconds(1), .device(.callAnswered))
        #expect(answer.effects.contains(.sessionChanged(.game, isActive: true)))
        #expect(answer.effects.contains(.deviceSoundEnds(.ringtone)))
        #expect(!answer.effects.contains(.deviceSoundBegins(.callAudio)))
        let session = phone.machine.session(of: .game)
        #expect(session?.category == .playAndRecord && session?.mode == .voiceChat)
        let end = phone.after(.seconds(1), .appCall(.game, .ended))
        #expect(end.effects.contains(.sessionChanged(.game, isActive: false)))
        #expect(phone.machine.callState == .none)
    }

    @Test("leaves a category that takes input as the app set it")
    func ownCategory() {
        var phone = Phone()
        phone.launch(.game, Session(category: .playAndRecord, mode: .videoChat))
        phone.after(.zero, .appCall(.game, .started))
        #expect(phone.machine.session(of: .game)?.mode == .videoChat)
    }

    @Test("refuses others, and not its own app, while an alarm sounds too")
    func priority() {
        var phone = phone()
        phone.after(.zero, .appCall(.game, .started))
        let refused = phone.after(.zero, .app(.music, .activate))
        #expect(refused.refusal == .insufficientPriority)
        let alarm = phone.after(.zero, .device(.alarmFired))
        #expect(alarm.notifications(to: .game).allSatisfy { !$0.isInterruption })
        let other = phone.after(
            .zero, .app(.game, .setCategory(.playAndRecord, .default, [], .default)))
        #expect(other.refusal == nil)
    }

    @Test("ends with its app, and gives the interrupted sessions back")
    func end() {
        var phone = phone()
        phone.after(.zero, .appOpened(.music))
        phone.after(.zero, .app(.music, .activate))
        phone.after(.zero, .appCall(.game, .arrived))
        let response = phone.after(.seconds(1), .appEnded(.game, .crashed))
        #expect(phone.machine.callState == .none)
        #expect(response.effects.contains(.deviceSoundEnds(.ringtone)))
        let told = response.notifications(to: .music).filter(\.isInterruption)
        #expect(told == [.interruptionEnded(shouldResume: true)])
    }

    @Test("keeps its app running in the background only with the mode", arguments: [true, false])
    func background(hasMode: Bool) {
        var phone = phone(modes: hasMode ? ["voip"] : [])
        phone.after(.zero, .appCall(.game, .started))
        phone.after(.zero, .appLeft(.game))
        _ = phone.wait(.seconds(60))
        #expect(phone.machine.state(of: .game) == (hasMode ? .background : .suspended))
    }

    @Test("is one at a time, and every event without a call does nothing")
    func nothingToActOn() {
        var phone = phone()
        for event in [AppCallEvent.answered, .declined, .ended, .held, .resumed] {
            #expect(phone.after(.zero, .appCall(.game, event)) == PolicyResponse())
            #expect(phone.machine.missingObject(ofCall: event, of: .game) != nil)
        }
        phone.after(.zero, .appCall(.game, .arrived))
        #expect(phone.after(.zero, .appCall(.music, .arrived)) == PolicyResponse())
        #expect(phone.after(.zero, .device(.callArrived)) == PolicyResponse())
        phone.after(.zero, .appCall(.game, .declined))
        phone.after(.zero, .device(.callArrived))
        #expect(phone.after(.zero, .appCall(.game, .arrived)) == PolicyResponse())
    }

    @Test("held by a call of the telephone is not resumed by its user meanwhile")
    func held() {
        var phone = phone()
        phone.after(.zero, .appCall(.game, .started))
        phone.send(.callArrived)
        #expect(phone.machine.missingObject(ofCall: .held, of: .game) == nil)
        phone.send(.callAnswered)
        #expect(phone.machine.session(of: .game)?.isActive == false)
        #expect(phone.after(.zero, .appCall(.game, .resumed)) == PolicyResponse())
        let end = phone.send(.callEnded)
        #expect(end.notifications(to: .game).contains(.interruptionEnded(shouldResume: true)))
        #expect(phone.machine.session(of: .game)?.isActive == true)
        #expect(phone.machine.callState == .connected)
    }
}

@Suite("Playback during the app's own call")
struct PlaybackInCallTests {
    @Test("is refused from iOS 17 on", arguments: PhoneProfile.allCases)
    func generations(profile: PhoneProfile) {
        var configuration = PolicyConfiguration()
        configuration.profile = profile
        var phone = Phone(configuration)
        phone.launch(.game, Session(category: .playAndRecord))
        phone.after(.zero, .appCall(.game, .started))
        let request = AppRequest.setCategory(.playback, .default, [], .default)
        let response = phone.after(.zero, .app(.game, request))
        #expect(response.refusal == (profile < .ios17 ? nil : .insufficientPriority))
        #expect(phone.machine.session(of: .game)?.isActive == true)
        phone.after(.zero, .appCall(.game, .ended))
        #expect(phone.after(.zero, .app(.game, request)).refusal == nil)
    }

    @Test("is refused to an app whose call is on hold, as that of others, with its reason")
    func onHold() {
        var phone = Phone()
        phone.launch(.game, Session(category: .playAndRecord))
        phone.after(.zero, .appCall(.game, .started))
        for event in [DeviceEvent.callArrived, .callAnswered, .callEndedByRemoteParty] {
            phone.send(event)
        }
        let response = phone.after(.zero, .app(.game, .activate))
        #expect(response.refusal == .insufficientPriority)
        #expect(
            response.reason?.sentence
                == "the app's call is on hold; the system activates the session when the user "
                + "resumes the call")
    }
}

@Suite("After an answered call")
struct ReturnFromCallTests {
    @Test("the app returns, as the profile or the setting says", arguments: [true, false, nil])
    func setting(returns: Bool?) {
        var configuration = PolicyConfiguration()
        configuration.returnsToAppAfterCallOverride = returns
        var phone = Phone(configuration)
        phone.launch(.game, Session(category: .soloAmbient))
        for event in [DeviceEvent.callArrived, .callAnswered, .callEnded] { phone.send(event) }
        #expect(phone.machine.state(of: .game) == (returns == false ? .background : .active))
    }

    @Test("no app returns that has ended meanwhile, nor over one that was opened")
    func other() {
        var phone = Phone()
        phone.launch(.music)
        phone.launch(.game)
        for event in [DeviceEvent.callArrived, .callAnswered] { phone.send(event) }
        phone.after(.zero, .appOpened(.music))
        phone.send(.callEnded)
        #expect(phone.machine.state(of: .music) == .active)
        for event in [DeviceEvent.callArrived, .callAnswered] { phone.send(event) }
        phone.after(.zero, .appEnded(.music, .crashed))
        phone.send(.callEnded)
        #expect(phone.machine.state(of: .game) == .background)
    }
}

extension AppNotification {
    fileprivate var isInterruption: Bool {
        switch self {
        case .interruptionBegan, .interruptionEnded: true
        default: false
        }
    }
}

import AudioModel
import SoundPolicy
import Testing

@Suite("A session whose category was never set")
struct UntouchedSessionTests {
    private let memo = StreamID(app: .game, number: 7)

    private func phone(records: Bool) -> Phone {
        var configuration = PolicyConfiguration()
        configuration.untouchedSessionRecords = records
        var phone = Phone(configuration)
        phone.launch(.game)
        return phone
    }

    private func record(in phone: inout Phone) -> SessionError? {
        let request = AppRequest.startStream(number: memo.number, .recorder, appVolume: 1)
        return phone.after(.zero, .app(.game, request)).refusal
    }

    @Test("lets an input start only where that is set", arguments: [false, true])
    func records(isOn: Bool) {
        var phone = phone(records: isOn)
        #expect(record(in: &phone) == (isOn ? nil : .cannotStartRecording))
        #expect(phone.machine.verdict(of: memo)?.state == (isOn ? .audible : nil))
        #expect(phone.machine.session(of: .game)?.category == .soloAmbient)
        #expect(phone.machine.session(of: .game)?.availableInputs.isEmpty == !isOn)
        #expect(phone.machine.route.inputs == (isOn ? [.builtInMicrophone] : []))
    }

    @Test("is refused an input once it has asked for playback", arguments: [false, true])
    func explicit(isOn: Bool) {
        var phone = phone(records: isOn)
        phone.after(.zero, .app(.game, .setCategory(.playback, .default, [], .default)))
        #expect(record(in: &phone) == .cannotStartRecording)
    }

    @Test("is refused an input once it has asked for the category that it has")
    func same() {
        var phone = phone(records: true)
        phone.after(.zero, .app(.game, .setCategory(.soloAmbient, .default, [], .default)))
        #expect(record(in: &phone) == .cannotStartRecording)
    }

    @Test("keeps its input in silent mode, and loses it with the first category")
    func silentMode() {
        var phone = phone(records: true)
        #expect(record(in: &phone) == nil)
        phone.start(.shot)
        phone.send(.ringSwitchMoved(.silent))
        #expect(phone.machine.verdict(of: memo)?.state == .audible)
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
        phone.after(.zero, .app(.game, .setCategory(.playback, .default, [], .default)))
        #expect(phone.machine.verdict(of: memo)?.state == .paused)
        #expect(phone.machine.route.inputs == [])
    }

    @Test("has no input in its route while it only plays, and is untouched again after a reset")
    func reset() {
        var phone = phone(records: true)
        phone.start(.shot)
        #expect(phone.machine.route.inputs == [])
        phone.after(.zero, .app(.game, .setCategory(.playback, .default, [], .default)))
        phone.send(.mediaServicesReset)
        #expect(record(in: &phone) == nil)
    }
}

@Suite("The category ambient")
struct AmbientMixingTests {
    @Test("mixes, or interrupts others as one text has it", arguments: [true, false])
    func beside(mixes: Bool) {
        var configuration = PolicyConfiguration()
        configuration.ambientMixes = mixes
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .ambient))
        phone.start(.shot)
        #expect(phone.machine.verdict(of: .song)?.state == (mixes ? .audible : .interrupted))
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
        // It is still silenced by the switch.
        phone.send(.ringSwitchMoved(.silent))
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
    }

    @Test("leaves the mixing of the others alone")
    func others() {
        var configuration = PolicyConfiguration()
        configuration.ambientMixes = false
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .userInterfaceSoundEffects))
        phone.start(.shot)
        #expect(phone.machine.verdict(of: .song)?.state == .audible)
    }
}

import AVFAudio
import Simulation
import Testing
import VoiceCall

/// A story of a voice call on a phone, in virtual time.
@MainActor
@Suite("A voice call")
struct VoiceCallTests {
    private let phone: SimulatedPhone
    private let app: SimulatedPhone.App
    private let call: VoiceCall

    init() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Talk")
        call = try app.run { try VoiceCall(network: EchoNetwork(delay: 0.3)) }
    }

    /// Whether what is said is heard back, in the next second.
    private func comesBack() -> Bool {
        phone.makeSound(hertz: 440)
        phone.advance(by: .seconds(1))
        let isHeard = phone.heard(from: app).contains(hertz: 440)
        phone.makeSound([])
        phone.advance(by: .seconds(1))
        return isHeard
    }

    @Test("what is said comes back after a third of a second, in silent mode too")
    func talk() throws {
        phone.flipSwitch(.silent)
        try app.run { try call.start() }
        #expect(call.isRunning && app.isSessionActive)
        phone.makeSound(hertz: 440)
        phone.advance(by: .milliseconds(300))
        #expect(phone.heard(from: app, last: .milliseconds(300)).isSilent)
        phone.advance(by: .milliseconds(500))
        #expect(phone.heard(from: app).contains(hertz: 440))
        // And nothing is lost on the way: the level is that of the room.
        #expect(abs(phone.heard(from: app, last: .milliseconds(200)).peak - 0.25) < 0.02)
        app.run { call.hangUp() }
        phone.advance(by: .milliseconds(500))
        #expect(!call.isRunning && !app.isSessionActive && phone.heard(from: app).isSilent)
    }

    @Test("a telephone call interrupts it, and it goes on when that is declined or has ended")
    func interruption() throws {
        try app.run { try call.start() }
        #expect(comesBack())
        for isAnswered in [false, true] {
            phone.receiveCall()
            phone.advance(by: .milliseconds(200))
            #expect(!call.isRunning)
            #expect(!comesBack())
            if isAnswered {
                phone.answerCall()
                phone.advance(by: .seconds(2))
                #expect(!call.isRunning)
                phone.endCall()
            } else {
                phone.declineCall()
            }
            phone.advance(by: .milliseconds(200))
            #expect(call.isRunning)
            #expect(comesBack())
        }
    }

    @Test("one that was hung up does not go on after an interruption")
    func hungUp() throws {
        try app.run { try call.start() }
        phone.advance(by: .milliseconds(200))
        phone.receiveCall()
        phone.advance(by: .milliseconds(200))
        app.run { call.hangUp() }
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(!call.isRunning && !app.isSessionActive)
        #expect(!comesBack())
    }

    @Test("it goes on through a change of the route, and after the media services are reset")
    func route() throws {
        try app.run { try call.start() }
        phone.plug(.headphones)
        #expect(comesBack())
        phone.unplug(.headphones)
        #expect(call.isRunning)
        #expect(comesBack())
        phone.resetMediaServices()
        phone.advance(by: .seconds(1))
        #expect(call.isRunning)
        #expect(comesBack())
    }

    @Test("nothing is said without the permission to record, and what arrives is played")
    func withoutPermission() throws {
        var settings = SimulatedPhone.Settings()
        settings.microphone = .denied
        let phone = SimulatedPhone(settings)
        let app = phone.launch("Talk")
        let call = try app.run { try VoiceCall(network: EchoNetwork(delay: 0.3)) }
        try app.run { try call.start() }
        phone.makeSound(hertz: 440)
        phone.advance(by: .seconds(1))
        #expect(call.isRunning && phone.heard(from: app).isSilent)
    }
}

import AudioModel
import SoundPolicy
import Testing

@Suite("The buttons, during an emergency alert,")
struct EmergencyButtonTests {
    private let alert = StreamID(app: .phone, number: 1)

    private func phone(_ buttons: EmergencyButtons) -> Phone {
        var configuration = PolicyConfiguration()
        configuration.emergencyButtons = buttons
        return Phone(configuration)
    }

    @Test(
        "end its sound with the first press, whichever button it is, and move no volume",
        arguments: [DeviceEvent.volumePressed(.up), .volumePressed(.down), .locked])
    func silence(press: DeviceEvent) {
        var phone = phone(.silence)
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.send(.emergencyBegan)
        let effects = phone.send(press).effects
        #expect(effects == [.deviceSoundEnds(.emergencyAlert)])
        #expect(phone.machine.currentVolume(.ringer) == 0.6)
        #expect(phone.machine.currentVolume(.media) == 0.8)
        #expect(!phone.machine.isLocked)
        // The alert lasts.
        #expect(phone.machine.interrupters == [.emergency])
        #expect(phone.machine.session(of: .music)?.interruptedBy == .system(.emergency))
        // The next press is an ordinary one.
        phone.send(.volumePressed(.down))
        #expect(phone.machine.currentVolume(.ringer) == 0.6 - 1 / 16)
        // Its end ends no sound, and the next alert sounds again.
        let end = phone.send(.emergencyEnded)
        #expect(!end.effects.contains(.deviceSoundEnds(.emergencyAlert)))
        #expect(
            end.notifications(to: .music)
                == [.didBecomeActive, .interruptionEnded(shouldResume: true)])
        #expect(
            phone.send(.emergencyBegan).effects.contains(.deviceSoundBegins(.emergencyAlert)))
        #expect(
            phone.send(.volumePressed(.up)).effects.contains(.deviceSoundEnds(.emergencyAlert)))
    }

    @Test("silence a call that rings beside it with the same press")
    func ring() {
        var phone = phone(.silence)
        phone.send(.callArrived)
        phone.send(.emergencyBegan)
        let effects = phone.send(.volumePressed(.down)).effects
        #expect(effects == [.deviceSoundEnds(.ringtone), .deviceSoundEnds(.emergencyAlert)])
    }

    @Test("lower it, or do nothing to it, as is set", arguments: [false, true])
    func lower(isLowered: Bool) {
        var phone = phone(isLowered ? .lower : .nothing)
        phone.send(.emergencyBegan)
        phone.start(alert, .emergencyAlert)
        #expect(phone.machine.verdict(of: alert)?.gain == (isLowered ? 0.6 : 1))
        for _ in 0..<16 { phone.send(.volumePressed(.down)) }
        #expect(phone.machine.verdict(of: alert)?.gain == (isLowered ? 0 : 1))
        // A button that is for the ringer moves it, whatever sounds.
        #expect(phone.machine.currentVolume(.ringer) == 0)
        phone.send(.locked)
        #expect(phone.machine.isLocked)
    }
}

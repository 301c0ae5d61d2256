import AudioModel
import SoundPolicy
import Testing

@Suite("An output that the machine decides")
struct FollowedOutputTests {
    private static var configuration: PolicyConfiguration {
        var configuration = PolicyConfiguration()
        configuration.outputFollowsPicks = true
        return configuration
    }

    @Test("stays where it is in a call, and while an accessory is only plugged in")
    func call() {
        var phone = Phone(Self.configuration)
        phone.send(.portPlugged(Port(.hdmi)))
        #expect(phone.machine.route.outputs == [.speaker])
        phone.send(.callArrived)
        phone.send(.callAnswered)
        #expect(phone.machine.route.outputs == [.speaker])
        phone.send(.routePicked(Port(.hdmi)))
        #expect(phone.machine.route.outputs == [Port(.hdmi)])
        phone.send(.callEnded)
        #expect(phone.machine.route.outputs == [Port(.hdmi)])
    }

    @Test("is the same for each session and each override")
    func sessions() {
        var phone = Phone(Self.configuration)
        phone.send(.portPlugged(Port(.bluetoothA2DP)))
        phone.send(.routePicked(Port(.bluetoothA2DP)))
        phone.launch(.game, Session(category: .playAndRecord))
        phone.start(.shot)
        #expect(phone.machine.route.outputs == [Port(.bluetoothA2DP)])
        phone.after(.zero, .app(.game, .overrideOutput(.speaker)))
        #expect(phone.machine.route.outputs == [Port(.bluetoothA2DP)])
    }

    @Test("that is unplugged stops what plays, and falls back to the speaker")
    func unplugged() {
        var phone = Phone(Self.configuration)
        phone.launch(.music, Session(category: .playback), role: .musicPlayer)
        phone.send(.portPlugged(Port(.hdmi)))
        let plugged = phone.send(.portPlugged(.headphones))
        #expect(plugged.notifications(to: .music) == [])
        let picked = phone.send(.routePicked(.headphones))
        #expect(
            picked.effects.contains(
                .deviceChanged(.route(Route(outputs: [.headphones]), .newDeviceAvailable))))
        phone.start(.song)
        let gone = phone.send(.portUnplugged(.headphones))
        #expect(phone.machine.route.outputs == [.speaker])
        #expect(gone.effects.verdicts[.song] == .paused)
        #expect(
            gone.effects.contains(
                .deviceChanged(.route(Route(outputs: [.speaker]), .oldDeviceUnavailable))))
    }
}

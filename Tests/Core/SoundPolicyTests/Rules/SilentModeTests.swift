import AudioModel
import SoundPolicy
import Testing

@Suite("Silent mode")
struct SilentModeTests {
    @Test("ends a system sound that it silences as it begins, and no other")
    func silencedSystemSound() {
        var phone = Phone()
        phone.launch(.game)
        phone.send(.ringSwitchMoved(.silent))
        let start = PolicyEvent.app(.game, .startStream(number: 1, .systemSound, appVolume: 1))
        let response = phone.after(.seconds(1), start)
        let verdict = response.effects.compactMap { effect -> Verdict? in
            if case .verdict(.shot, let verdict, _) = effect { verdict } else { nil }
        }
        #expect(verdict.map(\.state) == [.stopped])
        #expect(verdict.first?.reasons.map(\.kind) == [.ringSwitch])
        #expect(verdict.first?.reasons.map(\.cause) == ["the ring switch was moved to silent"])
        #expect(phone.machine.verdict(of: .shot) == nil)
        // One that sounds already goes on, muted, as does the phone's own tone.
        phone.send(.ringSwitchMoved(.ring))
        phone.after(.zero, start)
        phone.send(.ringSwitchMoved(.silent))
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
        let tone = StreamID(app: .phone, number: 1)
        phone.start(tone, .messageTone)
        #expect(phone.machine.verdict(of: tone)?.state == .silent)
        // In headphones it is heard.
        phone.send(.portPlugged(.headphones))
        phone.after(.zero, start)
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
    }

    @Test(
        "spares what sounds from accessories",
        arguments: [Port.headphones, Port(.bluetoothA2DP), Port(.usb), Port(.airplay)])
    func accessories(port: Port) {
        var phone = Phone()
        phone.launch(.game, Session(category: .ambient))
        phone.start(.shot)
        phone.send(.ringSwitchMoved(.silent))
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
        phone.send(.portPlugged(port))
        phone.send(.routePicked(port))
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
        phone.send(.routePicked(.speaker))
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
    }

    @Test(
        "silences a ringtone and a timer in headphones too",
        arguments: [StreamKind.ringtone, .timer])
    func rings(kind: StreamKind) {
        var phone = Phone()
        phone.send(.portPlugged(.headphones))
        phone.send(.ringSwitchMoved(.silent))
        let ring = StreamID(app: .phone, number: 1)
        phone.start(ring, kind)
        #expect(phone.machine.verdict(of: ring)?.reasons.map(\.kind) == [.ringSwitch])
    }
}

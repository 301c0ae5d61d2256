import AudioModel
import SoundPolicy
import Testing

@Suite("What is neither heard nor felt")
struct SuppressedSoundTests {
    /// What a response says did not happen.
    private func sentences(_ response: PolicyResponse) -> [String] {
        sentences(response.effects)
    }

    private func sentences(_ effects: [PolicyEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .soundSuppressed(let sound) = effect else { return nil }
            return sound.sentence { $0 == .game ? "Game" : "Memo" }
        }
    }

    private func silentPhone(disabledRules: [Rule] = []) -> Phone {
        var configuration = PolicyConfiguration()
        configuration.ringSwitch = .silent
        configuration.settingsOff = [.vibrateOnSilent]
        configuration.disabledRules = disabledRules
        return Phone(configuration)
    }

    private static let bySetting =
        "the setting vibrate-on-silent is off (rule vibrate-settings-govern)"

    @Test(
        "says so of all that rings, once",
        arguments: [DeviceEvent.callArrived, .alarmFired, .timerFired, .messageArrived])
    func rings(event: DeviceEvent) {
        var phone = silentPhone()
        #expect(sentences(phone.send(event)) == ["does not vibrate: " + Self.bySetting])
        // What goes on for the same reason is not said again; what changes is.
        #expect(sentences(phone.wait(.seconds(20))).isEmpty)
        guard event != .messageArrived else { return }
        phone.send(.settingChanged(.vibrateOnSilent, isOn: true))
        #expect(phone.wait(.seconds(10)).contains(.vibrate(nil)))
        phone.send(.settingChanged(.vibrateOnSilent, isOn: false))
        #expect(sentences(phone.wait(.seconds(20))) == ["does not vibrate: " + Self.bySetting])
    }

    @Test("names the rule without which it never vibrates")
    func disabledRules() {
        var phone = silentPhone(disabledRules: [.alarmsVibrate])
        #expect(
            sentences(phone.send(.alarmFired))
                == ["does not vibrate: its rule is disabled (rule alarms-vibrate)"])
        var other = silentPhone(disabledRules: [.alertVibratesOnSilent])
        #expect(
            sentences(other.send(.messageArrived))
                == ["does not vibrate: its rule is disabled (rule alert-vibrates-on-silent)"])
    }

    @Test("names the app that asked, and the one that records")
    func apps() {
        var phone = silentPhone()
        phone.launch(.game)
        let words = "does not vibrate for Game: "
        #expect(sentences(phone.after(.zero, .app(.game, .vibrate))) == [words + Self.bySetting])
        #expect(
            sentences(phone.start(StreamID(app: .game, number: 1), .alertSound))
                == [words + Self.bySetting])
        // A recording comes first.
        phone.launch(.music, Session(category: .record))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game)
        #expect(
            sentences(phone.after(.zero, .app(.game, .vibrate)))
                == [words + "Memo records (rule recording-forbids-vibration)"])
        phone.send(.settingChanged(.vibrateOnSilent, isOn: true))
        #expect(
            sentences(phone.send(.messageArrived))
                == ["does not vibrate: Memo records (rule recording-forbids-vibration)"])
    }
}

import AudioModel
import SoundPolicy
import Testing

/// A position of the switch and the two settings, and what vibrates then.
struct VibrationRow: Sendable, CustomStringConvertible {
    var ringSwitch: RingSwitch
    var onRing, onSilent: Bool
    var alert, plain: Bool

    var description: String { "\(ringSwitch), on ring \(onRing), on silent \(onSilent)" }

    /// Typed by hand from the System Sound Services Reference and the phone's Settings.
    static let table = [
        VibrationRow(ringSwitch: .ring, onRing: true, onSilent: true, alert: true, plain: true),
        VibrationRow(ringSwitch: .ring, onRing: true, onSilent: false, alert: true, plain: true),
        VibrationRow(ringSwitch: .ring, onRing: false, onSilent: true, alert: false, plain: true),
        VibrationRow(
            ringSwitch: .ring, onRing: false, onSilent: false, alert: false, plain: true),
        VibrationRow(ringSwitch: .silent, onRing: true, onSilent: true, alert: true, plain: true),
        VibrationRow(
            ringSwitch: .silent, onRing: true, onSilent: false, alert: false, plain: false),
        VibrationRow(ringSwitch: .silent, onRing: false, onSilent: true, alert: true, plain: true),
        VibrationRow(
            ringSwitch: .silent, onRing: false, onSilent: false, alert: false, plain: false),
    ]

    func isOn(_ setting: DeviceSetting) -> Bool {
        switch setting {
        case .vibrateOnRing: onRing
        case .vibrateOnSilent: onSilent
        case .changeWithButtons, .keyboardClicks: true
        }
    }

    var configuration: PolicyConfiguration {
        var configuration = PolicyConfiguration()
        configuration.ringSwitch = ringSwitch
        configuration.settingsOff = DeviceSetting.allCases.filter { !isOn($0) }
        return configuration
    }
}

@Suite("A vibration")
struct VibrationTests {
    @Test("comes with an alert, or by itself, as the settings say", arguments: VibrationRow.table)
    func settings(row: VibrationRow) {
        let rules = RuleSet(off: [])
        #expect(
            alertVibrates(ringSwitch: row.ringSwitch, isOn: row.isOn, rules: rules) == row.alert)
        #expect(
            plainVibrationHappens(ringSwitch: row.ringSwitch, isOn: row.isOn, rules: rules)
                == row.plain)
    }

    @Test("never comes with a system sound", arguments: VibrationRow.table)
    func systemSound(row: VibrationRow) {
        var phone = Phone(row.configuration)
        phone.launch(.game)
        #expect(!phone.start(.shot, .systemSound).vibrates)
        #expect(phone.start(.shot, .alertSound).vibrates == row.alert)
        #expect(phone.after(.zero, .app(.game, .vibrate)).vibrates == row.plain)
        #expect(phone.send(.callArrived).vibrates == row.alert)
    }

    @Test("does not come with an alert that is only prepared")
    func preparedAlert() {
        var phone = Phone()
        phone.launch(.game)
        let prepared = phone.after(
            .zero, .app(.game, .prepareStream(number: StreamID.shot.number, .alertSound)))
        #expect(!prepared.vibrates)
        #expect(phone.start(.shot, .alertSound).vibrates)
    }

    @Test(
        "does not disturb a recording, unless its app lets it",
        arguments: [SessionCategory.record, .playAndRecord, .playback, .multiRoute], [false, true])
    func ownRecording(category: SessionCategory, isAllowed: Bool) {
        // Given an app whose session is active.
        var phone = Phone()
        phone.launch(.game, Session(category: category))
        phone.after(
            .zero, .app(.game, .allowHapticsAndSystemSoundsDuringRecording(isAllowed)))
        phone.after(.zero, .app(.game, .activate))
        // Then it vibrates where the session is not for recording, or where it allows that.
        let vibrates = isAllowed || category == .playback || category == .multiRoute
        #expect(phone.start(.shot, .alertSound).vibrates == vibrates)
        #expect(phone.after(.zero, .app(.game, .vibrate)).vibrates == vibrates)
    }

    @Test("of another app is kept off by a recording, not by a session that only could record")
    func otherRecording() {
        // Given a voice app that is active, and a game that mixes with it.
        var phone = Phone()
        phone.launch(.music, Session(category: .playAndRecord, options: .mixWithOthers))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game)
        #expect(phone.after(.zero, .app(.game, .vibrate)).vibrates)
        // When the voice app records.
        phone.start(.song, .recorder)
        // Then the game cannot shake the phone, until the recording is paused.
        #expect(!phone.after(.zero, .app(.game, .vibrate)).vibrates)
        phone.after(.zero, .app(.music, .pauseStream(number: StreamID.song.number)))
        #expect(phone.after(.zero, .app(.game, .vibrate)).vibrates)
    }
}

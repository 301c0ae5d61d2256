import AudioModel
import SoundPolicy
import Testing

/// A position of the switch and the two settings, and the vibrations that result.
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
        VibrationRow(ringSwitch: .ring, onRing: false, onSilent: false, alert: false, plain: true),
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
        let alert = alertVibrationObstacle(ringSwitch: row.ringSwitch, isOn: row.isOn, rules: rules)
        let plain = plainVibrationObstacle(ringSwitch: row.ringSwitch, isOn: row.isOn, rules: rules)
        #expect((alert == nil) == row.alert && (plain == nil) == row.plain)
    }

    @Test("never comes with a system sound", arguments: VibrationRow.table)
    func systemSound(row: VibrationRow) {
        var phone = Phone(row.configuration)
        phone.launch(.game)
        #expect(!phone.start(.shot, .systemSound).vibrates)
        #expect(phone.start(.shot, .alertSound).vibrates == row.alert)
        #expect(phone.after(.zero, .app(.game, .vibrate)).vibrates == row.plain)
        for event in [DeviceEvent.callArrived, .alarmFired, .timerFired] {
            #expect(phone.send(event).vibrates == row.alert, "\(event)")
        }
    }

    @Test("does not come with an alert that is only prepared")
    func preparedAlert() {
        var phone = Phone()
        phone.launch(.game)
        let prepared = phone.after(
            .zero,
            .app(
                .game, .prepareStream(number: StreamID.shot.number, .alertSound, appVolume: 1)))
        #expect(!prepared.vibrates)
        #expect(phone.start(.shot, .alertSound).vibrates)
    }

    @Test(
        "does not disturb a recording, unless its app lets it",
        arguments: [SessionCategory.record, .playAndRecord, .playback, .multiRoute], [false, true])
    func ownRecording(category: SessionCategory, isAllowed: Bool) {
        // Given an app with an active session.
        var phone = Phone()
        phone.launch(.game, Session(category: category))
        phone.after(.zero, .app(.game, .allowHapticsAndSystemSoundsDuringRecording(isAllowed)))
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
        phone.launch(
            .music, Session(category: .playAndRecord, options: .mixWithOthers), modes: ["audio"])
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

@Suite("System sounds and haptics, while an input runs,")
struct RecordingQuietTests {
    @Test(
        "are silent in whatever app, unless the one that records lets them through",
        arguments: [SessionCategory.playAndRecord, .record, .multiRoute], [false, true])
    func silent(category: SessionCategory, isAllowed: Bool) {
        // Given an app that records, and a game beside it.
        var phone = Phone()
        let options: SessionOptions = category == .record ? [] : .mixWithOthers
        phone.launch(.music, Session(category: category, options: options), modes: ["audio"])
        phone.after(.zero, .app(.music, .allowHapticsAndSystemSoundsDuringRecording(isAllowed)))
        phone.start(.song, .recorder)
        phone.launch(.game)
        // When each makes a system sound. Then it is silent, and says why, and nothing shakes.
        for stream in [StreamID.shot, StreamID(app: .music, number: 2)] {
            #expect(phone.start(stream, .alertSound).vibrates == isAllowed)
            let verdict = phone.machine.verdict(of: stream)
            #expect(verdict?.reasons.map(\.kind) == (isAllowed ? [] : [.recordingElsewhere]))
            #expect(verdict?.by == (isAllowed ? nil : .app(.music)))
            #expect(phone.after(.zero, .app(stream.app, .vibrate)).vibrates == isAllowed)
        }
        // And it is heard, if it lasts, when the recording is over.
        phone.after(.zero, .app(.music, .stopStream(number: 1)))
        phone.after(.zero, .app(.music, .deactivate(notifyingOthers: false)))
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
    }

    @Test("are heard again when the one that records goes where it may not")
    func background() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playAndRecord))
        phone.start(.song, .recorder)
        phone.start(StreamID(app: .music, number: 2), .systemSound)
        #expect(phone.machine.verdict(of: StreamID(app: .music, number: 2))?.state == .silent)
        phone.after(.zero, .appLeft(.music))
        #expect(phone.machine.verdict(of: .song)?.reasons.map(\.kind) == [.background])
        #expect(phone.machine.verdict(of: StreamID(app: .music, number: 2))?.state == .audible)
    }
}

@Suite("What rings")
struct RingVibrationTests {
    private static let rings: [(begins: DeviceEvent, ends: DeviceEvent)] = [
        (.callArrived, .callDeclined), (.callArrived, .callAnswered),
        (.callArrived, .volumePressed(.up)), (.alarmFired, .alarmDismissed),
        (.timerFired, .timerDismissed),
    ]

    @Test("vibrates every two seconds until it is over", arguments: 0..<rings.count)
    func repeats(index: Int) {
        let ring = RingVibrationTests.rings[index]
        for position in RingSwitch.allCases {
            var phone = Phone()
            phone.send(.ringSwitchMoved(position))
            #expect(phone.send(ring.begins).vibrates)
            #expect(phone.wait(.seconds(1.9)) == [])
            #expect(phone.wait(.seconds(4.2)) == [.vibrate(nil), .vibrate(nil), .vibrate(nil)])
            phone.send(ring.ends)
            #expect(phone.wait(.seconds(30)) == [])
            #expect(phone.machine.nextDeadline == nil)
        }
    }

    @Test("follows the switch and the settings while it rings")
    func settings() {
        var phone = Phone()
        phone.send(.settingChanged(.vibrateOnSilent, isOn: false))
        phone.send(.alarmFired)
        phone.send(.ringSwitchMoved(.silent))
        // It says once why it does not.
        let suppressed = SuppressedSound(
            .vibration, of: nil, .settingIsOff(.vibrateOnSilent), rule: .vibrateSettingsGovern)
        #expect(phone.wait(.seconds(5)) == [.soundSuppressed(suppressed)])
        phone.send(.settingChanged(.vibrateOnSilent, isOn: true))
        #expect(phone.wait(.seconds(2)) == [.vibrate(nil)])
    }

    @Test("goes on for the one that is left of two")
    func two() {
        var phone = Phone()
        phone.send(.callArrived)
        phone.send(.alarmFired)
        phone.send(.callDeclined)
        #expect(phone.wait(.seconds(3)) == [.vibrate(nil)])
        phone.send(.alarmSnoozed)
        #expect(phone.wait(.seconds(500)) == [])
        #expect(phone.wait(.seconds(100)).contains(.vibrate(nil)))
    }

    @Test("vibrates at the period that is set, or once", arguments: [0.0, 0.5])
    func period(seconds: Double) {
        var configuration = PolicyConfiguration()
        configuration.ringVibrationPeriod = .seconds(seconds)
        var phone = Phone(configuration)
        #expect(phone.send(.timerFired).vibrates)
        #expect(phone.wait(.seconds(2)).count == (seconds == 0 ? 0 : 4))
    }
}

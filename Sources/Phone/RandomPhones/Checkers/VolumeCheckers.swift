import AudioModel
import SoundPolicy

/// Checks that each volume-down press lowers at least one audible stream, so that repeated presses
/// lower all.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound": the user can always lower any sound.
final class ButtonsLowerEverySound: PremiseCounter, Checker {
    static let sentence = "While anything is heard, volume down lowers at least one sound"

    func check(_ step: Step) -> Finding? {
        guard step.deviceEvent == .volumePressed(.down) else { return nil }
        let lowerable = step.before.streams.filter {
            $0.isAudible && AudioVolume.governor(of: $0.kind, step.configuration) != nil
        }
        guard !lowerable.isEmpty else { return nil }
        premiseCount += 1
        // The press that silences the ring or snoozes the alarm lowers it by stopping it.
        if step.after.device.isRingSilenced, !step.before.device.isRingSilenced { return nil }
        if step.isEmergencySilenced { return nil }
        let wasAlarm = step.before.device.interrupters.contains(.alarm)
        if wasAlarm, !step.after.device.interrupters.contains(.alarm) { return nil }
        for stream in lowerable {
            // A stream that stopped counts as lowered.
            guard let after = step.after.stream(stream.stream) else { return nil }
            if after.gain < stream.gain { return nil }
        }
        return Finding("volume down lowered nothing, not even \(step.words(lowerable[0].stream))")
    }
}

/// Checks that a button press or a request changes only its own volume, by the configured step.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound"; settings: `docs/facts.md`.
final class OnlyTheAddressedVolumeMoves: PremiseCounter, Checker {
    static let sentence = "A button or a request changes only its own volume, by the right amount"

    func check(_ step: Step) -> Finding? {
        let before = step.before.device
        let after = step.after.device
        var target: VolumeKind?
        var value: Float?
        switch step.event {
        case .device(.volumePressed(let button)):
            target = VolumeButtons.target(of: button, step)
            let sign: Float = button == .up ? 1 : -1
            value = target.map { before.volume($0) + sign * step.configuration.volumeStep }
        case .device(.volumeSet(let kind, let volume)): (target, value) = (kind, volume)
        case .app(let app, .setMediaVolume(let volume)):
            // Requests of apps that do not run are ignored; the phone itself always runs.
            if app == .phone || step.before.isRunning(app) { (target, value) = (.media, volume) }
        default: break
        }
        if target != nil { premiseCount += 1 }
        let ringer = target == .ringer ? possible(value ?? 0) : before.ringerVolume
        if abs(after.ringerVolume - ringer) > 1e-6 {
            return Finding("the ringer volume is \(after.ringerVolume), expected \(ringer)")
        }
        let output = before.volumeOutput
        return unexpectedChange(
            "media", before.mediaVolumes, after.mediaVolumes, output,
            target == .media ? value.map(possible) : nil)
            ?? unexpectedChange(
                "call", before.callVolumes, after.callVolumes, output,
                target == .call ? value.map(possible) : nil)
    }

    private func unexpectedChange(
        _ name: String, _ before: [RouteVolume], _ after: [RouteVolume], _ output: Port,
        _ newVolume: Float?
    ) -> Finding? {
        for entry in before {
            guard let current = after.first(where: { $0.output == entry.output }) else {
                return Finding("the \(name) volume of \(entry.output) is missing")
            }
            let expected = entry.output == output ? newVolume ?? entry.volume : entry.volume
            guard abs(current.volume - expected) > 1e-6 else { continue }
            return Finding(
                "the \(name) volume of \(entry.output) is \(current.volume), expected \(expected)")
        }
        return nil
    }
}

/// The volume that a button changes.
///
/// Source: iPhone Human Interface Guidelines, "Using Sound"; the order of call, media and ringer is
/// that of third-party reports.
enum VolumeButtons {
    static func target(of button: VolumeButton, _ step: Step) -> VolumeKind? {
        let device = step.before.device
        let configuration = step.configuration
        let sounding = VolumeKind.inOrder.filter { isSounding($0, step, orAtZero: true) }
        let heard = VolumeKind.inOrder.filter { isSounding($0, step, orAtZero: false) }
        // The press silences the ring or an emergency alert, or snoozes the alarm, instead.
        if step.isEmergencySilenced { return nil }
        if device.call == .ringing, !device.isRingSilenced || heard.isEmpty { return nil }
        let isAlarmRinging =
            device.interrupters.contains(.alarm) && !step.cutRings.contains(.alarm)
        if isAlarmRinging, configuration.buttonsSnoozeAlarm { return nil }
        // Volume down lowers what is audible first.
        if button == .down, let kind = heard.first { return kind }
        // Otherwise the call, then a stream at volume 0, then the setting for an idle phone.
        if device.call == .connected { return .call }
        if let kind = sounding.first { return kind }
        if configuration.idleButtonsFollowActiveSession, let app = device.foregroundApp,
            step.before.app(app)?.isActive == true
        {
            return .media
        }
        return device.settingsOff.contains(.changeWithButtons) ? .media : .ringer
    }

    private static func isSounding(
        _ kind: VolumeKind, _ step: Step, orAtZero: Bool
    ) -> Bool {
        step.before.streams.contains { stream in
            guard AudioVolume.governor(of: stream.kind, step.configuration) == kind else {
                return false
            }
            return stream.isAudible
                || orAtZero && stream.verdict.reasons.allSatisfy { $0.kind == .volumeZero }
        }
    }
}

extension VolumeKind {
    /// Volumes in the order in which the buttons choose them.
    fileprivate static let inOrder: [VolumeKind] = [.call, .media, .ringer]
}

extension DeviceSnapshot {
    func volume(_ kind: VolumeKind) -> Float {
        switch kind {
        case .media: mediaVolume
        case .ringer: ringerVolume
        case .call: callVolume
        }
    }
}

/// Checks that every volume and gain factor is within 0…1.
final class VolumesStayInRange: PremiseCounter, Checker {
    static let sentence = "Every volume and every factor is within 0 and 1"

    func check(_ step: Step) -> Finding? {
        let device = step.after.device
        premiseCount += 1
        let range: ClosedRange<Float> = 0...1
        if !range.contains(device.ringerVolume) {
            return Finding("the ringer volume is \(device.ringerVolume)")
        }
        for entry in device.mediaVolumes where !range.contains(entry.volume) {
            return Finding("the media volume of \(entry.output) is \(entry.volume)")
        }
        for entry in device.callVolumes where !range.contains(entry.volume) {
            return Finding("the call volume of \(entry.output) is \(entry.volume)")
        }
        for case .verdict(let stream, let verdict, _) in step.effects {
            for factor in verdict.factors where !range.contains(factor.gain) {
                return Finding("\(step.words(stream)): \(factor.kind.rawValue) is \(factor.gain)")
            }
        }
        return nil
    }
}

/// Checks that each audible stream's gain is the product of its volume, the duck gain and the
/// route's volume.
///
/// Source: the formula of the specification, "The two volumes"; reports for a volume per output
/// (`docs/facts.md`).
final class GainsAreTheirFactors: PremiseCounter, Checker {
    static let sentence =
        "A stream's gain is its volume times the duck gain and the volume of its route"

    func check(_ step: Step) -> Finding? {
        for stream in step.streams where stream.isAudible {
            premiseCount += 1
            let expected = gain(of: stream, step)
            guard abs(stream.gain - expected) > 1e-5 * max(expected, 1e-3) else { continue }
            return Finding("\(step.words(stream.id)) has gain \(stream.gain), expected \(expected)")
        }
        return nil
    }

    private func gain(of stream: SeenStream, _ step: Step) -> Float {
        let device = step.after.device
        switch stream.kind {
        case .emergencyAlert:
            return step.configuration.emergencyButtons == .lower ? device.ringerVolume : 1
        case .callAudio:
            return volume(device.callVolumes, device, step.configuration.callVolume)
        case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .alarm, .timer:
            return device.ringerVolume
        case .recorder: return step.ledger.volumes[stream.id] ?? 1
        case .player, .queue, .unit:
            let media = volume(device.mediaVolumes, device, step.configuration.mediaVolume)
            let isDucked = step.after.streams[stream.index].verdict.state == .ducked
            return (step.ledger.volumes[stream.id] ?? 1)
                * (isDucked ? step.configuration.duckGain : 1) * media
        }
    }

    private func volume(
        _ volumes: [RouteVolume], _ device: DeviceSnapshot, _ initial: Float
    ) -> Float {
        volumes.first { $0.output == device.volumeOutput }?.volume ?? possible(initial)
    }
}

/// Checks that no gain exceeds 1.
///
/// Source: the meaning of full scale: the policy only lowers.
final class NothingIsLouderThanItsSource: PremiseCounter, Checker {
    static let sentence = "The policy makes nothing louder than its source, nor than full scale"

    func check(_ step: Step) -> Finding? {
        for case .verdict(let stream, let verdict, let directive) in step.effects {
            premiseCount += 1
            let directiveGain = directive.sessionGain * directive.duckGain
            if verdict.gain > 1 || directiveGain > 1 || !(directiveGain >= 0) {
                return Finding(
                    "\(step.words(stream)) has gain \(verdict.gain), is sent \(directiveGain)")
            }
        }
        return nil
    }
}

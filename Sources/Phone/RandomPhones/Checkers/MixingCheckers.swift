import AudioModel
import SoundPolicy

/// Source: Audio Session Programming Guide, "Fine-Tuning the Category".
final class NonMixingSoundAlone: PremiseCounter, Checker {
    static let sentence = "Two sessions that do not mix never sound together"

    func check(_ step: Step) -> Finding? {
        var alone: AppID?
        for app in step.apps where app.isActive && !app.mixes {
            if let alone {
                return Finding("\(step.name(alone)) and \(step.name(app.app)) are both active")
            }
            alone = app.app
        }
        for stream in step.streams where stream.isSessionSound && stream.isAudible {
            if alone != nil, stream.owner?.app != alone { premiseCount += 1 }
            if stream.owner?.isActive != true {
                return step.falselyAudible(stream, "is heard, its session is not active")
            }
        }
        return nil
    }
}

/// Source: as above; the public AVAudioSession header, `interruptSpokenAudioAndMixWithOthers`.
final class ActivationInterruptsOthers: PremiseCounter, Checker {
    static let sentence =
        "A session that becomes active interrupts exactly those that it may not mix with"

    func check(_ step: Step) -> Finding? {
        guard case .app(let app, let request) = step.event else { return nil }
        if case .setCategory = request { return nil }
        guard step.before.app(app)?.isActive == false,
            let active = step.apps.first(where: { $0.app == app }), active.isActive
        else { return nil }
        let asked = step.ledger.asked(by: app)
        for (before, after) in zip(step.before.apps, step.after.apps)
        where before.isActive && before.app != app && after.app == before.app {
            premiseCount += 1
            let other = step.ledger.asked(by: before.app)
            let isSpoken =
                other.isSpoken
                && asked.options.contains(.interruptSpokenAudioAndMixWithOthers)
                && (step.configuration.mixingSpokenAudioIsInterrupted || !other.mixes)
            let isRival = !active.mixes && !other.mixes || isSpoken
            if isRival, after.isActive || after.interruptedBy != .app(app) {
                return Finding("\(step.name(app)) did not interrupt \(step.name(before.app))")
            }
            if !isRival, !after.isActive {
                return Finding("\(step.name(app)) interrupted \(step.name(before.app))")
            }
        }
        return nil
    }
}

/// Source: Audio Session Programming Guide, appendix B, the Record category; the public
/// AVAudioSession header, `setAllowHapticsAndSystemSoundsDuringRecording`; an engineer of Apple's
/// in developer forum thread 672371: any input that runs keeps system sounds out.
final class RecordingSilencesOthers: PremiseCounter, Checker {
    static let sentence =
        "While a Record session is active no other app's sound is heard, nor a system sound while "
        + "any session records"

    func check(_ step: Step) -> Finding? {
        for recorder in step.apps where recorder.isActive {
            let isAlone = recorder.category == .record
            guard isAlone || step.runsInput(recorder) else { continue }
            for stream in step.streams where !stream.kind.isDeviceSound {
                let isOther = isAlone && stream.isMedia && stream.owner?.app != recorder.app
                let isSystemSound = stream.kind.isSystemSound && !recorder.letsSystemSoundsThrough
                guard isOther || isSystemSound else { continue }
                premiseCount += 1
                guard stream.isAudible else { continue }
                return step.falselyAudible(
                    stream, "is heard while \(step.name(recorder.app)) records")
            }
        }
        return nil
    }
}

/// Source: the public AVAudioSession header, `duckOthers`.
final class DuckedHaveADucker: PremiseCounter, Checker {
    static let sentence = "A ducked stream is restored when the ducker ends, dies or is reset"

    func check(_ step: Step) -> Finding? {
        for stream in step.streams {
            let verdict = step.after.streams[stream.index].verdict
            let isDucked = verdict.factors.contains { $0.kind == .duck && $0.gain < 1 }
            if !isDucked, step.before.stream(stream.id)?.verdict.state == .ducked {
                premiseCount += 1
            }
            guard isDucked || verdict.state == .ducked else { continue }
            let ducker = step.apps.first { app in
                app.isActive && app.ducks && app.app != stream.id.app
            }
            guard ducker != nil else {
                return Finding("\(step.words(stream.id)) is ducked without a ducker")
            }
            if case .app(let by) = verdict.by, !step.after.isRunning(by) {
                return Finding("\(step.words(stream.id)) is ducked by the dead \(step.name(by))")
            }
        }
        return nil
    }
}

/// Source: as above: ducking lasts from activation to deactivation, silent ducker or not.
final class DuckersDuckAll: PremiseCounter, Checker {
    static let sentence = "While a ducker is active, every other app's sound is lowered"

    func check(_ step: Step) -> Finding? {
        for ducker in step.apps where ducker.isActive && ducker.ducks {
            for stream in step.streams
            where stream.isMedia && stream.isAudible && stream.owner?.app != ducker.app {
                if stream.owner?.ducks == true, !step.configuration.duckersDuckEachOther {
                    continue
                }
                premiseCount += 1
                if step.after.streams[stream.index].verdict.state != .ducked {
                    return Finding(
                        "\(step.words(stream.id)) is not ducked by \(step.name(ducker.app))")
                }
            }
        }
        return nil
    }
}

import AudioModel
import SoundPolicy

/// Source: the specification's category table; "The two volumes"; System Sound Services Reference,
/// its table of sounds and vibrations.
final class AudibleStreamsAreHeard: PremiseCounter, Checker {
    static let sentence = "A stream that nothing silences is heard"

    func check(_ step: Step) -> Finding? {
        if let breach = strayStream(step) { return breach }
        guard !step.streams.isEmpty else { return nil }
        let device = step.after.device
        for stream in step.streams where stream.kind != .recorder {
            if stream.obeysSwitch, device.isSilent(stream.kind, step.configuration) { continue }
            guard step.model.streams[stream.index].runs, !isAtZero(stream, device) else {
                continue
            }
            if stream.kind.isSystemSound {
                guard device.interrupters.isEmpty, !step.isSystemSoundKeptOut else { continue }
            } else if stream.kind.isSessionSound {
                guard mayPlay(stream, step), !isRecordedOver(stream, step) else { continue }
            }
            premiseCount += 1
            guard !stream.isAudible else { continue }
            return unexpectedSilence(of: stream.id, at: stream.index, step)
        }
        return nil
    }

    /// Finds a stream that ended too early or should have ended.
    private func strayStream(_ step: Step) -> Finding? {
        let (model, seen) = (step.model.streams, step.after.streams)
        for (expected, actual) in zip(model, seen) where expected.id != actual.stream {
            return Finding("\(step.words(expected.id)) is gone")
        }
        if model.count > seen.count {
            return Finding("\(step.words(model[seen.count].id)) is gone")
        }
        guard seen.count > model.count else { return nil }
        return Finding("\(step.words(seen[model.count].stream)) goes on")
    }

    /// Whether another app has an active session for recording only.
    private func isRecordedOver(_ stream: SeenStream, _ step: Step) -> Bool {
        step.model.sessions.contains { session in
            session.isActive && session.app != stream.id.app
                && step.ledger.asked(by: session.app).category == .record
        }
    }

    private func isAtZero(_ stream: SeenStream, _ device: DeviceSnapshot) -> Bool {
        switch stream.governor {
        case .media: device.mediaVolume <= 0
        case .ringer: device.ringerVolume <= 0
        case .call: device.callVolume <= 0
        case nil: false
        }
    }

    private func mayPlay(_ stream: SeenStream, _ step: Step) -> Bool {
        stream.facts.hasOutput && step.mayRun(stream)
    }
}

extension Step {
    /// Whether a session sound may be heard: its session is active, its volume is above zero, and
    /// its category and its app's state let it play.
    func mayRun(_ stream: SeenStream) -> Bool {
        guard let owner = stream.owner, model.session(of: owner.app)?.isActive == true,
            ledger.volumes[stream.id] ?? 1 > 0
        else { return false }
        if after.device.isLocked, stream.facts.obeysLock { return false }
        switch owner.state {
        case .active, .inactive: return true
        case .background: return owner.hasAudioMode && stream.facts.worksInBackground
        case .suspended, .notRunning: return false
        }
    }

    /// Whether a recording keeps system sounds and vibrations out.
    ///
    /// Source: the public AVAudioSession header, `setAllowHapticsAndSystemSoundsDuringRecording`.
    var isSystemSoundKeptOut: Bool {
        model.sessions.contains { session in
            guard session.isActive else { return false }
            let asked = ledger.asked(by: session.app)
            guard !asked.letsSystemSoundsThrough else { return false }
            return asked.category == .record || isRecording(session)
        }
    }
}

/// Source: the specification, "Device inputs and settings" for the microphone; App Programming
/// Guide for iOS, "Background Execution": the background mode covers recording, and the system
/// suspends no app as long as it plays or records audible content.
final class RecordingsGoOn: PremiseCounter, Checker {
    static let sentence =
        "A recording with permission goes on, in the background too; one without is silent"

    func check(_ step: Step) -> Finding? {
        if let app = step.model.suspendedWhilePlaying.first {
            return Finding("\(step.name(app)) was suspended and sounded")
        }
        for stream in step.streams where stream.kind == .recorder {
            guard step.configuration.microphone == .granted else {
                premiseCount += 1
                guard stream.isAudible else { continue }
                return Finding("\(step.words(stream.id)) records without permission")
            }
            guard step.model.stream(stream.id)?.runs == true, stream.facts.hasInput,
                step.mayRun(stream)
            else { continue }
            premiseCount += 1
            guard !stream.isAudible else { continue }
            return unexpectedSilence(of: stream.id, at: stream.index, step)
        }
        return nil
    }
}

/// Describes the verdict that the stream has instead of `audible`, with its first reason.
private func unexpectedSilence(of stream: StreamID, at index: Int, _ step: Step) -> Finding {
    let verdict = step.after.streams[index].verdict
    let reason = verdict.reasons.first?.sentence ?? "no reason"
    return Finding("\(step.words(stream)) is \(verdict.state.rawValue): \(reason)")
}

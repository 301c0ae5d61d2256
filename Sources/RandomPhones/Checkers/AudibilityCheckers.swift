import AudioModel
import SoundPolicy

/// Source: the specification's category table; "The two volumes"; System Sound Services Reference,
/// its table of sounds and vibrations.
final class AudibleStreamsAreHeard: Checker {
    static let sentence = "Whatever nothing silences is heard"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        if let missing = missingStream(step) { return Breach("\(step.words(missing)) is gone") }
        guard !step.streams.isEmpty else { return nil }
        let device = step.after.device
        let isSilent = device.isSilent(step.configuration)
        let recorders = step.model.sessions.filter {
            $0.isActive && step.ledger.asked(by: $0.app).category == .record
        }
        for stream in step.streams where stream.kind != .recorder {
            if isSilent, stream.obeysSwitch { continue }
            guard step.model.stream(stream.id)?.runs == true, !isAtZero(stream, device) else {
                continue
            }
            if stream.kind.isSystemSound {
                guard device.interrupters.isEmpty, !step.isSystemSoundKeptOut else { continue }
            } else if stream.kind.isSessionSound {
                if recorders.contains(where: { $0.app != stream.id.app }) { continue }
                guard mayPlay(stream, step) else { continue }
            }
            premiseCount += 1
            guard !stream.isHeard else { continue }
            let verdict = step.after.streams[stream.index].verdict
            let reason = verdict.reasons.first?.sentence ?? "no reason"
            return Breach("\(step.words(stream.id)) is \(verdict.state.rawValue): \(reason)")
        }
        return nil
    }

    private func missingStream(_ step: Step) -> StreamID? {
        for (stream, seen) in zip(step.model.streams, step.after.streams)
        where stream.id != seen.stream {
            return stream.id
        }
        return step.model.streams.dropFirst(step.after.streams.count).first?.id
    }

    private func isAtZero(_ stream: SeenStream, _ device: DeviceSight) -> Bool {
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
    /// Whether a session sound is in an active session, at a volume, and where its category and
    /// its app let it sound.
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
final class RecordingsGoOn: Checker {
    static let sentence =
        "With permission a recording goes on, in the background too, where nothing that sounds is "
        + "suspended; without it is silent"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        if let app = step.model.suspendedWhilePlaying.first {
            return Breach("\(step.name(app)) was suspended and sounded")
        }
        for stream in step.streams where stream.kind == .recorder {
            guard step.configuration.microphone == .granted else {
                premiseCount += 1
                guard stream.isHeard else { continue }
                return Breach("\(step.words(stream.id)) records without permission")
            }
            guard step.model.stream(stream.id)?.runs == true, stream.facts.hasInput,
                step.mayRun(stream)
            else { continue }
            premiseCount += 1
            guard !stream.isHeard else { continue }
            let verdict = step.after.streams[stream.index].verdict
            let reason = verdict.reasons.first?.sentence ?? "no reason"
            return Breach("\(step.words(stream.id)) is \(verdict.state.rawValue): \(reason)")
        }
        return nil
    }
}

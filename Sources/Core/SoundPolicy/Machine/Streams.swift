import AudioModel

// The streams of apps and the device.

extension PolicyMachine {
    mutating func startStream(
        _ id: StreamID, _ kind: StreamKind, _ volume: Float, isHeld: Bool
    ) throws(SessionError) {
        guard id.app == .phone || !kind.isDeviceOnly else {
            throw refused(.badParam, nil, "a sound of kind \(kind.rawValue) is the phone's own")
        }
        try allowInput(for: kind, of: id.app)
        if kind.isSessionSound, rules.hold(.startActivates) { try activate(id.app) }
        streams[id] = nil
        streams.append(
            StreamRecord(kind: kind, appVolume: clamped(volume), isHeldByApp: isHeld), as: id)
        if !isHeld { notePlayback(kind, of: id.app) }
        if kind == .alertSound, !isHeld {
            vibrate(
                with: id, for: id.app,
                unless: recordingObstacle(for: id.app) ?? alertVibrationObstacle)
        }
        if kind.isSystemSound, !isHeld { endIfSilenced(id) }
    }

    /// Ends an app's system sound that the switch silences as it begins. Its completion follows at
    /// once, by which apps find out whether the phone is in silent mode.
    ///
    /// Source: developers' reports, and libraries that rely on it (`docs/facts.md`).
    private mutating func endIfSilenced(_ id: StreamID) {
        guard id.app != .phone, isOutputSilent, rules.hold(.systemSoundsObeySwitch),
            rules.hold(.silencedSystemSoundsEnd)
        else { return }
        endStream(id, .silencedSystemSoundsEnd, .ringSwitchEndsSystemSounds)
    }

    private mutating func allowInput(for kind: StreamKind, of app: AppID) throws(SessionError) {
        guard kind == .recorder, rules.hold(.inputNeedsCategory),
            let session = apps[app]?.session
        else { return }
        guard !session.takesInput else { return }
        throw refused(
            .cannotStartRecording, .inputNeedsCategory,
            "recording needs category record, playAndRecord or multiRoute; the category is "
                + session.category.rawValue)
    }

    /// Pauses an app's recorders after a change to a category without input.
    mutating func holdRecorders(of app: AppID) {
        guard rules.hold(.inputNeedsCategory) else { return }
        for id in streams.of(app)
        where streams[id]?.kind == .recorder && streams[id]?.isHeld == false {
            streams[id]?.systemHold = .inputLost
        }
    }

    mutating func pauseStream(_ id: StreamID) {
        streams[id]?.isHeldByApp = true
    }

    /// Resumes a stream. Activates the session first, as a start does.
    mutating func resumeStream(_ id: StreamID) throws(SessionError) {
        guard let stream = streams[id] else { return }
        if stream.isHeld { try allowInput(for: stream.kind, of: id.app) }
        if stream.kind.isSessionSound, rules.hold(.startActivates) { try activate(id.app) }
        streams[id]?.isHeldByApp = false
        streams[id]?.systemHold = nil
        notePlayback(stream.kind, of: id.app)
    }

    mutating func stopStream(_ id: StreamID) {
        guard rules.hold(.soundsEnd) else { return }
        endStream(id, .soundsEnd, .stoppedByApp)
    }

    mutating func vibratePlainly(_ app: AppID) {
        let obstacle =
            recordingObstacle(for: app)
            ?? plainVibrationObstacle(
                ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
        vibrate(for: app, unless: obstacle)
    }
}

import AudioModel

// The sounds that apps and the device start.

extension PolicyMachine {
    mutating func startStream(
        _ id: StreamID, _ kind: StreamKind, _ volume: Float, isHeld: Bool
    ) throws(SessionError) {
        guard id.app == .phone || !kind.isOfDeviceAlone else { throw .badParam }
        if kind == .recorder, rules.hold(.inputNeedsCategory),
            let session = apps[id.app]?.session, !takesInput(session.category)
        {
            throw .cannotStartRecording
        }
        if kind.isSessionSound, rules.hold(.startActivates) { try activate(id.app) }
        forget(id)
        streams[id] = StreamRecord(kind: kind, appVolume: clamped(volume), isHeldByApp: isHeld)
        liveStreams.append(id)
        if !isHeld { notePlayback(kind, of: id.app) }
        if kind == .alertSound, mayVibrate(for: id.app),
            alertVibrates(ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
        {
            changeEffects.append(.vibrate(id))
        }
    }

    mutating func pauseStream(_ id: StreamID) {
        streams[id]?.isHeldByApp = true
    }

    /// Activates the session again first, as starting does.
    mutating func resumeStream(_ id: StreamID) throws(SessionError) {
        guard let stream = streams[id] else { return }
        if stream.kind.isSessionSound, rules.hold(.startActivates) { try activate(id.app) }
        streams[id]?.isHeldByApp = false
        streams[id]?.systemHold = nil
        notePlayback(stream.kind, of: id.app)
    }

    mutating func stopStream(_ id: StreamID) {
        guard rules.hold(.soundsEnd) else { return }
        endStream(id, .stopped, .soundsEnd, "its app stopped it")
    }

    /// - Returns: Whether there was one.
    @discardableResult
    mutating func forget(_ id: StreamID) -> Bool {
        guard let stream = streams[id] else { return false }
        streams[id] = nil
        liveStreams.remove(id, counted: stream.traits)
        apps.touch(id.app)
        return true
    }

    mutating func vibratePlainly(_ app: AppID) {
        guard mayVibrate(for: app),
            plainVibrationHappens(ringSwitch: device.ringSwitch, isOn: device.isOn, rules: rules)
        else { return }
        changeEffects.append(.vibrate(nil))
    }

    /// Whether no recording would be disturbed by a vibration.
    ///
    /// Source: System Sound Services Reference; the public AVAudioSession header,
    /// `setAllowHapticsAndSystemSoundsDuringRecording`.
    mutating func mayVibrate(for app: AppID) -> Bool {
        guard rules.hold(.recordingForbidsVibration) else { return true }
        refreshRoles()
        return !roles.holders(of: .forbidsVibration).contains { holder in
            let other = holder.app
            return apps[other]?.session.category == .record || other == app || isRecording(other)
        }
    }

    private func isRecording(_ app: AppID) -> Bool {
        liveStreams.of(app).contains {
            streams[$0]?.kind == .recorder && streams[$0]?.isHeld == false
        }
    }
}

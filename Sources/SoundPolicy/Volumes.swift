import AudioModel

// The switch, the volumes, the buttons and the settings.

extension PolicyMachine {
    /// The media volume of the output that sound goes to now.
    var mediaVolume: Float {
        let output = volumeOutput
        return device.mediaVolumes.first { $0.output == output }?.volume
            ?? configuration.mediaVolume
    }

    /// The output whose media volume counts. While nothing may sound it is the speaker's.
    var volumeOutput: Port {
        guard rules.hold(.volumeBelongsToRoute) else { return .speaker }
        return currentRoute.outputs.first ?? .speaker
    }

    func volume(of kind: VolumeKind) -> Float {
        switch kind {
        case .media: mediaVolume
        case .ringer: device.ringerVolume
        case .call: device.callVolume
        }
    }

    mutating func setVolume(_ kind: VolumeKind, to volume: Float) {
        let volume = clamped(volume)
        guard volume != self.volume(of: kind) else { return }
        standingCauses[kind.standingState] = StandingCause(sentence: cause, since: now)
        switch kind {
        case .media:
            let output = volumeOutput
            if let index = device.mediaVolumes.firstIndex(where: { $0.output == output }) {
                device.mediaVolumes[index].volume = volume
            } else {
                device.mediaVolumes.append(RouteVolume(output: output, volume: volume))
            }
            tellVolume()
        case .ringer: device.ringerVolume = volume
        case .call: device.callVolume = volume
        }
        changeEffects.append(.deviceChanged(.volume(kind, volume)))
    }

    mutating func tellVolume() {
        guard rules.hold(.volumeIsToldToApps) else { return }
        for app in audience { tell(app, .outputVolumeChanged(mediaVolume)) }
    }

    mutating func press(_ button: VolumeButton) {
        if device.call == .ringing, rules.hold(.buttonSilencesRing) {
            guard !device.isRingSilenced else { return }
            device.isRingSilenced = true
            changeEffects.append(.deviceSoundEnds(.ringtone))
            return
        }
        guard
            let target = buttonTarget(
                isCallConnected: device.call == .connected, isMediaSounding: isMediaSounding,
                isRingerSounding: isRingerSounding,
                changesWithButtons: device.isOn(.changeWithButtons), rules: rules)
        else { return }
        let step = rules.hold(.buttonMovesOneStep) ? configuration.volumeStep : 0
        setVolume(target, to: volume(of: target) + (button == .up ? step : -step))
    }

    private var isMediaSounding: Bool {
        isAnySounding { $0.isSessionSound && $0 != .recorder }
    }

    private var isRingerSounding: Bool {
        isAnySounding { $0.isSystemSound || [.ringtone, .alarm, .timer].contains($0) }
    }

    /// Whether a stream of such a kind is heard, or only a volume at zero keeps it from that.
    private func isAnySounding(_ isOfKind: (StreamKind) -> Bool) -> Bool {
        liveStreams.contains { id in
            guard let stream = streams[id], isOfKind(stream.kind), let verdict = stream.verdict
            else { return false }
            return verdict.reasons.allSatisfy { $0.kind == .volumeZero }
        }
    }

    mutating func moveRingSwitch(to position: RingSwitch) {
        guard device.ringSwitch != position else { return }
        device.ringSwitch = position
        standingCauses[.ringSwitch] =
            position == .silent ? StandingCause(sentence: cause, since: now) : nil
        changeEffects.append(.deviceChanged(.ringSwitch(position)))
    }

    mutating func change(_ setting: DeviceSetting, isOn: Bool) {
        guard device.isOn(setting) != isOn else { return }
        if isOn {
            device.settingsOff.removeAll { $0 == setting }
        } else {
            device.settingsOff.append(setting)
        }
        changeEffects.append(.deviceChanged(.setting(setting, isOn: isOn)))
    }
}

extension VolumeKind {
    var standingState: StandingState {
        switch self {
        case .media: .mediaVolume
        case .ringer: .ringerVolume
        case .call: .callVolume
        }
    }
}

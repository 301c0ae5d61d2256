import AudioModel

// The switch, the volumes, the buttons and the settings.

extension PolicyMachine {
    /// The media volume of the present output.
    var mediaVolume: Float {
        let output = volumeOutput
        return device.mediaVolumes.first { $0.output == output }?.volume
            ?? configuration.mediaVolume
    }

    /// The output that the media volume belongs to; the speaker when the route has no output.
    var volumeOutput: Port {
        guard rules.hold(.volumeBelongsToRoute) else { return .speaker }
        return currentRoute.outputs.first ?? .speaker
    }

    func volume(of kind: VolumeKind) -> Float {
        switch kind {
        case .media: mediaVolume
        case .ringer: device.ringerVolume
        case .call: callVolume
        }
    }

    /// The call volume of the present output.
    var callVolume: Float {
        let output = volumeOutput
        return device.callVolumes.first { $0.output == output }?.volume ?? configuration.callVolume
    }

    mutating func setVolume(_ kind: VolumeKind, to volume: Float) {
        let volume = clamped(volume)
        guard volume != self.volume(of: kind) else { return }
        stateCauses[kind.silencingState] = presentCause
        switch kind {
        case .media:
            device.mediaVolumes.set(volume, for: volumeOutput)
            tellVolume()
        case .ringer: device.ringerVolume = volume
        case .call: device.callVolumes.set(volume, for: volumeOutput)
        }
        changeEffects.append(.deviceChanged(.volume(kind, volume)))
    }

    mutating func tellVolume() {
        guard rules.hold(.volumeIsToldToApps) else { return }
        let volume = mediaVolume
        for app in audience { tell(app, .outputVolumeChanged(volume)) }
    }

    /// Silences a ringing call, as any button of the device does; the call keeps ringing.
    ///
    /// - Returns: Whether a ringing call was silenced.
    private mutating func silenceRing() -> Bool {
        guard rules.hold(.buttonSilencesRing), device.isCallRinging, !device.isRingSilenced
        else { return false }
        device.isRingSilenced = true
        endRingVibration()
        changeEffects.append(.deviceSoundEnds(.ringtone))
        return true
    }

    /// Ends the sound of an emergency alert for good; the alert lasts.
    ///
    /// Source: pages about such alerts (`docs/facts.md`); the side button, and that the alert lasts,
    /// are ours.
    ///
    /// - Returns: Whether a sound was ended.
    private mutating func silenceEmergency() -> Bool {
        guard configuration.emergencyButtons == .silence, device.isEmergencySounding,
            !device.cutRings.contains(.emergency)
        else { return false }
        device.cutRings.append(.emergency)
        changeEffects.append(.deviceSoundEnds(.emergencyAlert))
        return true
    }

    /// Silences a ringing call and an emergency alert, as the first press of a button does.
    ///
    /// - Returns: Whether that was what the press did.
    mutating func silenceByButton() -> Bool {
        let isRingSilenced = silenceRing()
        return silenceEmergency() || isRingSilenced
    }

    mutating func press(_ button: VolumeButton) {
        if silenceByButton() { return }
        // A press concerns the call, unless another audible sound can be lowered.
        if device.isCallRinging, rules.hold(.buttonSilencesRing),
            !isAnyAudible
        {
            return
        }
        if device.isAlarmRinging, configuration.buttonsSnoozeAlarm { return alarmIsSnoozed() }
        // Any audible sound can be lowered; a volume that is already zero gives way to the others.
        let standsBack = button == .down && isAnyAudible
        func isSounding(_ kind: VolumeKind) -> Bool {
            standsBack ? isAnyAudible(under: kind) : isAnyAudibleWithVolume(under: kind)
        }
        let isOnCall = device.call == .connected || isAppCallUnderCallVolume
        let isCallSounding = standsBack ? isSounding(.call) : isOnCall
        let isRingerSounding = isSounding(.ringer)
        let isFollowed = configuration.idleButtonsFollowActiveSession && isActiveInFront
        guard
            let target = buttonTarget(
                isCallConnected: isCallSounding,
                isMediaSounding: isSounding(.media) || isFollowed && !isRingerSounding,
                isRingerSounding: isRingerSounding,
                changesWithButtons: device.isOn(.changeWithButtons), rules: rules)
        else { return }
        if target == .ringer, !isRingerSounding, device.ringSwitch == .silent,
            !configuration.idleButtonsWorkInSilentMode
        {
            return
        }
        let step = rules.hold(.buttonMovesOneStep) ? configuration.volumeStep : 0
        setVolume(target, to: volume(of: target) + (button == .up ? step : -step))
    }

    private var isAppCallUnderCallVolume: Bool {
        speakingApp.map { isUnderCallVolume($0, device.appCall, rules: rules) } ?? false
    }

    private var isActiveInFront: Bool {
        device.foregroundApp.flatMap { apps[$0] }?.session.isActive ?? false
    }

    /// Whether any stream that a volume governs is audible.
    private var isAnyAudible: Bool {
        streams.values.indices.contains {
            streams.values[$0].governor != nil && streams.values[$0].isAudible
        }
    }

    private func isAnyAudible(under volume: VolumeKind) -> Bool {
        streams.values.indices.contains {
            streams.values[$0].governor == volume && streams.values[$0].isAudible
        }
    }

    private func isAnyAudibleWithVolume(under volume: VolumeKind) -> Bool {
        streams.values.indices.contains {
            streams.values[$0].governor == volume && streams.values[$0].isAudibleWithVolume
        }
    }

    mutating func moveRingSwitch(to position: RingSwitch) {
        guard device.ringSwitch != position else { return }
        device.ringSwitch = position
        stateCauses[.ringSwitch] = position == .silent ? presentCause : nil
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

extension [RouteVolume] {
    mutating func set(_ volume: Float, for output: Port) {
        if let index = firstIndex(where: { $0.output == output }) {
            self[index].volume = volume
        } else {
            append(RouteVolume(output: output, volume: volume))
            guard count > rememberedOutputsMax else { return }
            // The oldest entry of an accessory is dropped.
            remove(at: firstIndex { !$0.output.kind.isBuiltIn } ?? 0)
        }
    }
}

/// The largest number of outputs with a stored volume.
package let rememberedOutputsMax = 64

extension VolumeKind {
    var silencingState: SilencingState {
        switch self {
        case .media: .mediaVolume
        case .ringer: .ringerVolume
        case .call: .callVolume
        }
    }
}

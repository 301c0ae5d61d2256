public import AudioModel

/// Whether every option may be set with this category.
///
/// Options that a category implies are accepted, except for AirPlay.
///
/// Source: the public AVAudioSession header, comments of the category options; for recording with
/// ducking Apple's sample of speech recognition; for AirPlay reports from devices
/// (`docs/facts.md`).
///
/// - Parameter takesImpliedAirPlay: Whether output-only categories accept AirPlay's option.
public func areValid(
    _ options: SessionOptions, with category: SessionCategory, takesImpliedAirPlay: Bool = false
) -> Bool {
    var allowed = allowedOptions(for: category)
    if takesImpliedAirPlay, givesOutput(category), !takesInput(category) {
        allowed.insert(.allowAirPlay)
    }
    // The two bits of this option count as one; the mix bit alone is another option.
    let spoken = SessionOptions.interruptSpokenAudioAndMixWithOthers
    let isWhole =
        options.isDisjoint(with: spoken.subtracting(.mixWithOthers)) || options.contains(spoken)
    return isWhole && allowed.isSuperset(of: options)
}

private func allowedOptions(for category: SessionCategory) -> SessionOptions {
    switch category {
    case .ambient, .userInterfaceSoundEffects: [.mixWithOthers, .duckOthers, .allowBluetoothA2DP]
    case .soloAmbient: .allowBluetoothA2DP
    case .playback, .liveAudio:
        [
            .mixWithOthers, .duckOthers, .allowBluetoothA2DP,
            .interruptSpokenAudioAndMixWithOthers,
        ]
    case .record: [.duckOthers, .allowBluetooth, .overrideMutedMicrophoneInterruption]
    case .playAndRecord:
        [
            .mixWithOthers, .duckOthers, .allowBluetooth, .defaultToSpeaker, .allowAirPlay,
            .allowBluetoothA2DP, .interruptSpokenAudioAndMixWithOthers,
            .overrideMutedMicrophoneInterruption,
        ]
    case .multiRoute:
        [
            .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
            .overrideMutedMicrophoneInterruption,
        ]
    case .audioProcessing: []
    }
}

/// Whether a category supports a mode; if not, the session behaves as in the default mode.
///
/// Source: Audio Session Programming Guide, table B-2; the public AVAudioSession header, which
/// names no category for spoken audio and prompts; reports from devices of these with
/// `playAndRecord` and of spoken audio with `soloAmbient` (`docs/facts.md`).
public func isSupported(_ mode: SessionMode, by category: SessionCategory) -> Bool {
    let category = category == .liveAudio ? .playback : category
    return switch mode {
    case .default: true
    case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
    case .videoRecording: category == .playAndRecord || category == .record
    case .measurement: [.playAndRecord, .record, .playback].contains(category)
    case .moviePlayback: category == .playback
    case .spokenAudio: [.playback, .playAndRecord, .soloAmbient].contains(category)
    case .voicePrompt: category == .playback || category == .playAndRecord
    }
}

/// Returns the options that are in effect: ducking others implies mixing with them, except for a
/// category that cannot mix.
///
/// Source: the public AVAudioSession header, `duckOthers`; for recording Apple's sample of speech
/// recognition, which interrupts music.
public func effective(
    _ options: SessionOptions, with category: SessionCategory
) -> SessionOptions {
    options.contains(.duckOthers) && category != .record ? options.union(.mixWithOthers) : options
}

/// The options that a change of the mode resets, as a change of the category resets all.
///
/// Source: the public AVAudioSession header, comments of these two.
let droppedByModes: SessionOptions = [.allowBluetooth, .defaultToSpeaker]

/// Whether this route-sharing policy may be set with the rest.
///
/// Source: the public AVAudioSession header, comments of the policies: long-form content plays and
/// does nothing else; `independent` is the system's to set.
public func isValid(
    _ policy: RouteSharingPolicy, with category: SessionCategory, mode: SessionMode,
    options: SessionOptions
) -> Bool {
    switch policy {
    case .default: true
    case .independent: false
    case .longFormAudio, .longFormVideo:
        category == .playback && options.isEmpty
            && [.default, .moviePlayback, .spokenAudio].contains(mode)
    }
}

import AudioModel

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
    let category = category == .liveAudio ? .playback : category
    var rest = options
    // The two bits of this option count as one; the mix bit alone is another option.
    if options.contains(.interruptSpokenAudioAndMixWithOthers) {
        guard [.playAndRecord, .playback, .multiRoute].contains(category) else { return false }
        rest.remove(.interruptSpokenAudioAndMixWithOthers)
    }
    for (_, option) in SessionOptions.named where rest.contains(option) {
        let isImplied = option == .allowAirPlay && takesImpliedAirPlay && playsOnly(category)
        guard isImplied || categories(for: option).contains(category) else { return false }
        rest.remove(option)
    }
    return rest.isEmpty
}

private func categories(for option: SessionOptions) -> [SessionCategory] {
    switch option {
    case .mixWithOthers:
        [.ambient, .userInterfaceSoundEffects, .playback, .playAndRecord, .multiRoute]
    case .duckOthers:
        [.ambient, .userInterfaceSoundEffects, .playback, .record, .playAndRecord, .multiRoute]
    case .allowBluetooth: [.record, .playAndRecord]
    case .defaultToSpeaker, .allowAirPlay: [.playAndRecord]
    case .allowBluetoothA2DP:
        [.ambient, .userInterfaceSoundEffects, .soloAmbient, .playback, .playAndRecord]
    case .overrideMutedMicrophoneInterruption: [.record, .playAndRecord, .multiRoute]
    default: []
    }
}

private func playsOnly(_ category: SessionCategory) -> Bool {
    givesOutput(category) && !takesInput(category)
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

import AudioModel

/// Whether every option may be set with this category.
///
/// Options that a category implies are accepted with it.
///
/// Source: the public AVAudioSession header, comments of the category options.
public func areValid(_ options: SessionOptions, with category: SessionCategory) -> Bool {
    let category = category == .liveAudio ? .playback : category
    var rest = options
    // Its two bits are one option; the mix bit alone is another.
    if options.contains(.interruptSpokenAudioAndMixWithOthers) {
        guard [.playAndRecord, .playback, .multiRoute].contains(category) else { return false }
        rest.remove(.interruptSpokenAudioAndMixWithOthers)
    }
    for (_, option) in SessionOptions.named where rest.contains(option) {
        guard categories(for: option).contains(category) else { return false }
        rest.remove(option)
    }
    return rest.isEmpty
}

private func categories(for option: SessionOptions) -> [SessionCategory] {
    switch option {
    case .mixWithOthers:
        [.ambient, .userInterfaceSoundEffects, .playback, .playAndRecord, .multiRoute]
    case .duckOthers:
        [.ambient, .userInterfaceSoundEffects, .playback, .playAndRecord, .multiRoute]
    case .allowBluetooth: [.record, .playAndRecord]
    case .defaultToSpeaker: [.playAndRecord]
    case .allowBluetoothA2DP:
        [.ambient, .userInterfaceSoundEffects, .soloAmbient, .playback, .playAndRecord]
    case .allowAirPlay:
        [.ambient, .userInterfaceSoundEffects, .soloAmbient, .playback, .playAndRecord]
    case .overrideMutedMicrophoneInterruption: [.record, .playAndRecord, .multiRoute]
    default: []
    }
}

/// Whether this mode may be set with this category.
///
/// Source: Audio Session Programming Guide, table B-2; the public AVAudioSession header.
public func isValid(_ mode: SessionMode, with category: SessionCategory) -> Bool {
    let category = category == .liveAudio ? .playback : category
    return switch mode {
    case .default: true
    case .voiceChat, .gameChat, .videoChat: category == .playAndRecord
    case .videoRecording: category == .playAndRecord || category == .record
    case .measurement: [.playAndRecord, .record, .playback].contains(category)
    case .moviePlayback, .spokenAudio, .voicePrompt: category == .playback
    }
}

/// The options as they take effect: ducking others means mixing with them.
///
/// Source: the public AVAudioSession header, `duckOthers`.
public func effective(_ options: SessionOptions) -> SessionOptions {
    options.contains(.duckOthers) ? options.union(.mixWithOthers) : options
}

/// Options that a change of the mode drops, as every option is by a change of the category.
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

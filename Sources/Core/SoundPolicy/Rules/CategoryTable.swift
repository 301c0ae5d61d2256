public import AudioModel

// The behaviour of the categories, column by column.
//
// Source: Audio Session Programming Guide, appendix B; the iPhone OS 2 guidelines for
// userInterfaceSoundEffects and liveAudio.

/// Whether the ring/silent switch silences the category.
public func obeysSwitch(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient, .soloAmbient: true
    case .playback, .liveAudio, .record, .playAndRecord, .audioProcessing, .multiRoute: false
    }
}

/// Whether the category mixes with other apps by default.
public func mixesByDefault(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient: true
    case .soloAmbient, .playback, .liveAudio, .record, .playAndRecord, .audioProcessing,
        .multiRoute:
        false
    }
}

/// Whether an option can make the category mixable.
public func mayMix(_ category: SessionCategory) -> Bool {
    switch category {
    case .playback, .liveAudio, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .record, .audioProcessing: false
    }
}

/// Whether the screen lock silences the category.
public func isSilencedByLock(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient, .soloAmbient: true
    case .playback, .liveAudio, .record, .playAndRecord, .audioProcessing, .multiRoute: false
    }
}

/// Whether the category plays in the background, given the background mode.
public func worksInBackground(_ category: SessionCategory) -> Bool {
    switch category {
    case .playback, .liveAudio, .record, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .audioProcessing: false
    }
}

/// Whether the category allows input.
public func takesInput(_ category: SessionCategory) -> Bool {
    switch category {
    case .record, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
        .audioProcessing:
        false
    }
}

/// Whether the category allows output.
public func givesOutput(_ category: SessionCategory) -> Bool {
    switch category {
    case .record, .audioProcessing: false
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
        .playAndRecord, .multiRoute:
        true
    }
}

/// Returns the output without accessories.
public func defaultOutput(
    of category: SessionCategory, mode: SessionMode, options: SessionOptions
) -> Port {
    guard category == .playAndRecord else { return .speaker }
    return options.contains(.defaultToSpeaker) || mode == .videoChat ? .speaker : .receiver
}

import AudioModel

// The behaviour of the categories, column by column.
//
// Source: Audio Session Programming Guide, appendix B; the iPhone OS 2 guidelines for
// userInterfaceSoundEffects and liveAudio.

/// Silenced by the ring/silent switch.
public func obeysSwitch(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient, .soloAmbient: true
    case .playback, .liveAudio, .record, .playAndRecord, .audioProcessing, .multiRoute: false
    }
}

/// Lets other apps sound without being asked to.
public func mixesByDefault(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient: true
    case .soloAmbient, .playback, .liveAudio, .record, .playAndRecord, .audioProcessing,
        .multiRoute:
        false
    }
}

/// Mixes when an option asks for it.
public func mayMix(_ category: SessionCategory) -> Bool {
    switch category {
    case .playback, .liveAudio, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .record, .audioProcessing: false
    }
}

/// Silenced when the screen is locked.
public func isSilencedByLock(_ category: SessionCategory) -> Bool {
    switch category {
    case .userInterfaceSoundEffects, .ambient, .soloAmbient: true
    case .playback, .liveAudio, .record, .playAndRecord, .audioProcessing, .multiRoute: false
    }
}

/// Goes on in the background, given the background mode.
public func worksInBackground(_ category: SessionCategory) -> Bool {
    switch category {
    case .playback, .liveAudio, .record, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .audioProcessing: false
    }
}

/// May record.
public func takesInput(_ category: SessionCategory) -> Bool {
    switch category {
    case .record, .playAndRecord, .multiRoute: true
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
        .audioProcessing:
        false
    }
}

/// May play.
public func givesOutput(_ category: SessionCategory) -> Bool {
    switch category {
    case .record, .audioProcessing: false
    case .userInterfaceSoundEffects, .ambient, .soloAmbient, .playback, .liveAudio,
        .playAndRecord, .multiRoute:
        true
    }
}

/// Where sound goes with nothing plugged in.
public func defaultOutput(
    of category: SessionCategory, mode: SessionMode, options: SessionOptions
) -> Port {
    guard category == .playAndRecord else { return .speaker }
    return options.contains(.defaultToSpeaker) || mode == .videoChat ? .speaker : .receiver
}

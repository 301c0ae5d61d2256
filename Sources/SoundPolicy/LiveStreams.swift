import AudioModel

/// The streams that have not ended, in the order of starting: all of them, and each app's.
///
/// Keeps count of what they amount to, so that nobody has to look at them all for that.
package struct LiveStreams: Sequence, Sendable {
    private var all = OrderedIDs<StreamID>()
    private var byApp: [AppID: AppStreams] = [:]
    /// How many are heard under the media volume, and how many under the ringer's.
    private(set) var mediaSoundingCount = 0
    private(set) var ringerSoundingCount = 0
    /// How many are heard, under each volume.
    private var heardCounts = HeardCounts()

    private struct AppStreams {
        var ids = OrderedIDs<StreamID>()
        var tally = AppTally()
    }

    package var count: Int { all.count }
    package var isEmpty: Bool { all.isEmpty }
    package func makeIterator() -> OrderedIDs<StreamID>.Iterator { all.makeIterator() }

    /// Whether something is heard that any volume governs.
    var isAnyHeard: Bool { VolumeKind.allCases.contains { isAnyHeard(under: $0) } }

    func isAnyHeard(under volume: VolumeKind) -> Bool {
        switch volume {
        case .media: heardCounts.media > 0
        case .ringer: heardCounts.ringer > 0
        case .call: heardCounts.call > 0
        }
    }

    /// One app's, running or not.
    func of(_ app: AppID) -> OrderedIDs<StreamID> { byApp[app]?.ids ?? [] }

    func tally(of app: AppID) -> AppTally { byApp[app]?.tally ?? AppTally() }

    /// Larger for those that started later.
    func position(of id: StreamID) -> Int? { all.position(of: id) }

    mutating func append(_ id: StreamID) {
        all.append(id)
        byApp[id.app, default: AppStreams()].ids.append(id)
    }

    /// - Parameter traits: As last counted.
    mutating func remove(_ id: StreamID, counted traits: StreamTraits) {
        recount(id.app, from: traits, to: [])
        all.remove(id)
        byApp[id.app]?.ids.remove(id)
        if byApp[id.app]?.ids.isEmpty == true { byApp[id.app] = nil }
    }

    /// A stream of the app is of another kind than before.
    mutating func recount(_ app: AppID, from before: StreamTraits, to now: StreamTraits) {
        guard before != now else { return }
        func step(_ trait: StreamTraits) -> Int {
            (now.contains(trait) ? 1 : 0) - (before.contains(trait) ? 1 : 0)
        }
        mediaSoundingCount += step(.soundsUnderMediaVolume)
        ringerSoundingCount += step(.soundsUnderRingerVolume)
        heardCounts.media += step(.isHeardUnderMediaVolume)
        heardCounts.ringer += step(.isHeardUnderRingerVolume)
        heardCounts.call += step(.isHeardUnderCallVolume)
        byApp[app]?.tally.playingCount += step(.plays)
        byApp[app]?.tally.keepingCount += step(.keepsAppRunning)
    }

    /// Begins to count anew; every stream has to be counted again.
    mutating func forgetCounts() {
        mediaSoundingCount = 0
        ringerSoundingCount = 0
        heardCounts = HeardCounts()
        for app in byApp.keys { byApp[app]?.tally = AppTally() }
    }
}

private struct HeardCounts {
    var media = 0
    var ringer = 0
    var call = 0
}

/// What one app's streams amount to.
struct AppTally: Hashable, Sendable {
    var playingCount = 0
    var keepingCount = 0
}

/// What a stream counts as, for those who ask whether there is any such.
struct StreamTraits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// An app's sound that is on its way to be heard: not held, nor stopped by the background or
    /// the lock; a mute does not count.
    static let plays = StreamTraits(rawValue: 1)
    /// Keeps an app that may play in the background from being suspended.
    static let keepsAppRunning = StreamTraits(rawValue: 2)
    /// Heard, or kept from that only by a volume at zero.
    static let soundsUnderMediaVolume = StreamTraits(rawValue: 4)
    static let soundsUnderRingerVolume = StreamTraits(rawValue: 8)
    static let isHeardUnderMediaVolume = StreamTraits(rawValue: 16)
    static let isHeardUnderRingerVolume = StreamTraits(rawValue: 32)
    static let isHeardUnderCallVolume = StreamTraits(rawValue: 64)
}

extension StreamRecord {
    func traits(under verdict: Verdict) -> StreamTraits {
        var traits: StreamTraits = []
        let isSessionSound = kind.isSessionSound
        let isPlayback = isSessionSound && kind != .recorder
        if isSessionSound, !isHeld {
            if appVolume > 0 { traits.insert(.keepsAppRunning) }
            let isStopped = verdict.reasons.contains {
                $0.kind == .background || $0.kind == .locked
            }
            if isPlayback, !isStopped { traits.insert(.plays) }
        }
        guard verdict.reasons.allSatisfy({ $0.kind == .volumeZero }) else { return traits }
        if isPlayback { traits.insert(.soundsUnderMediaVolume) }
        if kind.isSystemSound || kind == .ringtone || kind == .alarm || kind == .timer {
            traits.insert(.soundsUnderRingerVolume)
        }
        guard verdict.reasons.isEmpty, let governor = kind.governor else { return traits }
        switch governor {
        case .media: traits.insert(.isHeardUnderMediaVolume)
        case .ringer: traits.insert(.isHeardUnderRingerVolume)
        case .call: traits.insert(.isHeardUnderCallVolume)
        }
        return traits
    }
}

extension StreamKind {
    /// The volume that the buttons move for it; none for recordings and emergencies.
    fileprivate var governor: VolumeKind? {
        switch self {
        case .player, .queue, .unit: .media
        case .systemSound, .alertSound, .ringtone, .alarm, .timer: .ringer
        case .callAudio: .call
        case .recorder, .emergencyAlert: nil
        }
    }
}

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

    private struct AppStreams {
        var ids = OrderedIDs<StreamID>()
        var tally = AppTally()
    }

    package var count: Int { all.count }
    package var isEmpty: Bool { all.isEmpty }
    package func makeIterator() -> OrderedIDs<StreamID>.Iterator { all.makeIterator() }

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
        byApp[app]?.tally.playingCount += step(.plays)
        byApp[app]?.tally.keepingCount += step(.keepsAppRunning)
    }

    /// Begins to count anew; every stream has to be counted again.
    mutating func forgetCounts() {
        mediaSoundingCount = 0
        ringerSoundingCount = 0
        for app in byApp.keys { byApp[app]?.tally = AppTally() }
    }
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
        return traits
    }
}

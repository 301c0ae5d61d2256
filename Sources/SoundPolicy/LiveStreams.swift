import AudioModel

/// The streams that have not ended, of all apps and of each, in the order of their start.
///
/// Maintains counts of their traits, so that queries need not visit all streams.
package struct LiveStreams: Sequence, Sendable {
    private var all = OrderedIDs<StreamID>()
    private var byApp: [AppID: AppStreams] = [:]
    private var soundingCounts = VolumeCounts()
    private var heardCounts = VolumeCounts()

    private struct AppStreams {
        var ids = OrderedIDs<StreamID>()
        var tally = AppStreamCounts()
    }

    package var count: Int { all.count }
    package var isEmpty: Bool { all.isEmpty }
    package func makeIterator() -> OrderedIDs<StreamID>.Iterator { all.makeIterator() }

    /// Whether any stream that a volume governs is audible.
    var isAnyHeard: Bool { VolumeKind.allCases.contains { isAnyHeard(under: $0) } }

    func isAnyHeard(under volume: VolumeKind) -> Bool { heardCounts[volume] > 0 }

    /// Whether a stream under the volume is audible, or would be if the volume were not zero.
    func isAnySounding(under volume: VolumeKind) -> Bool { soundingCounts[volume] > 0 }

    /// The streams of one app, running or not.
    func of(_ app: AppID) -> OrderedIDs<StreamID> { byApp[app]?.ids ?? [] }

    func tally(of app: AppID) -> AppStreamCounts { byApp[app]?.tally ?? AppStreamCounts() }

    /// The position of a stream; larger for streams that started later.
    func position(of id: StreamID) -> Int? { all.position(of: id) }

    mutating func append(_ id: StreamID) {
        all.append(id)
        byApp[id.app, default: AppStreams()].ids.append(id)
    }

    /// - Parameter traits: The traits as last counted.
    mutating func remove(_ id: StreamID, counted traits: StreamTraits) {
        recount(id.app, from: traits, to: [])
        all.remove(id)
        byApp[id.app]?.ids.remove(id)
        if byApp[id.app]?.ids.isEmpty == true { byApp[id.app] = nil }
    }

    /// Updates the counts for changed traits of a stream.
    mutating func recount(_ app: AppID, from before: StreamTraits, to now: StreamTraits) {
        guard before != now else { return }
        func step(_ trait: StreamTraits) -> Int {
            (now.contains(trait) ? 1 : 0) - (before.contains(trait) ? 1 : 0)
        }
        for volume in VolumeKind.allCases {
            soundingCounts[volume] += step(.sounds(under: volume))
            heardCounts[volume] += step(.isHeard(under: volume))
        }
        guard let place = byApp.index(forKey: app) else { return }
        byApp.values[place].tally.playingCount += step(.plays)
        byApp.values[place].tally.keepingCount += step(.keepsAppRunning)
        byApp.values[place].tally.recordingCount += step(.records)
    }

    /// Resets the counts; every stream has to be counted again.
    mutating func forgetCounts() {
        soundingCounts = VolumeCounts()
        heardCounts = VolumeCounts()
        for app in byApp.keys { byApp[app]?.tally = AppStreamCounts() }
    }
}

/// The number of streams under each volume.
private struct VolumeCounts {
    private var media = 0
    private var ringer = 0
    private var call = 0

    subscript(volume: VolumeKind) -> Int {
        get {
            switch volume {
            case .media: media
            case .ringer: ringer
            case .call: call
            }
        }
        set {
            switch volume {
            case .media: media = newValue
            case .ringer: ringer = newValue
            case .call: call = newValue
            }
        }
    }
}

/// The counts of one app's streams.
struct AppStreamCounts: Hashable, Sendable {
    var playingCount = 0
    var keepingCount = 0
    var recordingCount = 0
}

/// The traits by which a stream is counted.
struct StreamTraits: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// A playing stream of an app: not paused, nor stopped by the background or the lock; a muted
    /// stream counts.
    static let plays = StreamTraits(rawValue: 1)
    /// A stream that keeps an app with the background mode from being suspended.
    static let keepsAppRunning = StreamTraits(rawValue: 2)

    /// A stream that is audible, or would be if the volume were not zero.
    static func sounds(under volume: VolumeKind) -> StreamTraits {
        StreamTraits(rawValue: 4 << volume.place)
    }

    static func isHeard(under volume: VolumeKind) -> StreamTraits {
        StreamTraits(rawValue: 32 << volume.place)
    }

    /// A recorder that is not paused.
    static let records = StreamTraits(rawValue: 256)
}

extension StreamRecord {
    /// Whether the stream records, unless the policy denies it the input.
    var isRecording: Bool { kind == .recorder && !isHeld }

    func traits(under verdict: Verdict, emergencyObeysVolume: Bool) -> StreamTraits {
        var traits: StreamTraits = isRecording ? .records : []
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
        let isGoverned = kind == .emergencyAlert && emergencyObeysVolume
        guard let governor = isGoverned ? .ringer : kind.governor else { return traits }
        traits.insert(.sounds(under: governor))
        if verdict.reasons.isEmpty { traits.insert(.isHeard(under: governor)) }
        return traits
    }
}

extension VolumeKind {
    fileprivate var place: UInt16 {
        switch self {
        case .media: 0
        case .ringer: 1
        case .call: 2
        }
    }
}

extension StreamKind {
    /// The volume that governs the stream; `nil` for recordings and emergency alerts.
    fileprivate var governor: VolumeKind? {
        switch self {
        case .player, .queue, .unit: .media
        case .systemSound, .alertSound, .messageTone, .keyClick, .ringtone, .alarm, .timer:
            .ringer
        case .callAudio: .call
        case .recorder, .emergencyAlert: nil
        }
    }
}

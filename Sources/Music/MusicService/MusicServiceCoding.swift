import AudioFiles
import DBus
import Playback

// Items, snapshots and events as values of messages.

/// The type of an item: identifier, album's identifier, path (empty without one), and the seconds
/// at which it begins and ends (negative for the file's end).
let itemType = DBusType.structure([.uint64, .uint64, .string, .double, .double])

extension MusicItem {
    var busValue: DBusValue {
        .structure([
            .uint64(id), .uint64(albumID), .string(path ?? ""), .double(startSeconds),
            .double(endSeconds ?? -1),
        ])
    }

    /// - Returns: `nil` for a value of another type, or a path that no file has.
    init?(_ value: DBusValue) {
        guard case .structure(let parts) = value.unwrapped, parts.map(\.type) == Self.types,
            case .uint64(let id) = parts[0], case .uint64(let albumID) = parts[1],
            case .string(let path) = parts[2],
            path.utf8.count <= MusicServiceLimits.pathBytesMax, let start = parts[3].finite,
            let end = parts[4].finite
        else { return nil }
        self.init(id: id, albumID: albumID, path: path.isEmpty ? nil : path)
        startSeconds = max(start, 0)
        endSeconds = end < 0 ? nil : end
    }

    private static let types: [DBusType] = [.uint64, .uint64, .string, .double, .double]

    /// - Returns: `nil` when one of the values is no item.
    static func list(_ value: DBusValue) -> [MusicItem]? {
        guard case .array(itemType, let values) = value else { return nil }
        let items = values.compactMap { MusicItem($0) }
        return items.count == values.count ? items : nil
    }
}

/// What the service tells of itself: the player's snapshot, when it was taken, and what belongs to
/// the service alone.
struct ServiceSnapshot: Hashable, Sendable {
    var player = MusicPlayerSnapshot()
    /// The time of the monotonic clock, in seconds, at which the position was `player.seconds`.
    var time = 0.0
    /// Increases whenever the items or their order change.
    var queueRevision: UInt64 = 0
    var volume = 1.0

    /// The position after some time.
    func seconds(at now: Double) -> Double {
        guard player.state == .playing else { return player.seconds }
        let reached = player.seconds + max(now - time, 0) * player.rate
        return min(reached, player.duration ?? .infinity)
    }

    /// The snapshot without what changes as time goes by.
    var lasting: ServiceSnapshot {
        var copy = self
        copy.time = 0
        copy.player.seconds = 0
        return copy
    }

    var busValue: DBusValue {
        var entries: [(String, DBusValue)] = [
            ("State", .uint32(UInt32(player.state.rawValue))),
            ("ItemCount", .uint32(UInt32(clamping: player.itemCount))),
            ("Seconds", .double(player.seconds)), ("Time", .double(time)),
            ("Rate", .double(player.rate)),
            ("RepeatMode", .uint32(UInt32(player.repeatMode.rawValue))),
            ("ShuffleMode", .uint32(UInt32(player.shuffleMode.rawValue))),
            ("IsPrepared", .boolean(player.isPrepared)),
            ("QueueRevision", .uint64(queueRevision)), ("Volume", .double(volume)),
        ]
        if let item = player.item { entries.append(("Item", item.busValue)) }
        if let place = player.place { entries.append(("Place", .uint32(UInt32(clamping: place)))) }
        if let duration = player.duration { entries.append(("Duration", .double(duration))) }
        return .properties(entries)
    }

    init() {}

    /// - Returns: `nil` unless all that must be there is there, and valid.
    init?(_ value: DBusValue) {
        guard let members = value.members,
            let state = members["State"]?.int.flatMap(MusicPlayerState.init),
            let itemCount = members["ItemCount"]?.int, let seconds = members["Seconds"]?.finite,
            let time = members["Time"]?.finite, let rate = members["Rate"]?.finite,
            let repeatMode = members["RepeatMode"]?.int.flatMap(RepeatMode.init),
            let shuffleMode = members["ShuffleMode"]?.int.flatMap(ShuffleMode.init),
            let isPrepared = members["IsPrepared"]?.bool, let volume = members["Volume"]?.finite,
            case .uint64(let revision)? = members["QueueRevision"]
        else { return nil }
        player.state = state
        player.itemCount = itemCount
        player.seconds = seconds
        player.rate = rate
        player.repeatMode = repeatMode
        player.shuffleMode = shuffleMode
        player.isPrepared = isPrepared
        player.item = members["Item"].flatMap { MusicItem($0) }
        player.place = members["Place"]?.int
        player.duration = members["Duration"]?.finite
        self.time = time
        self.volume = volume
        queueRevision = revision
    }
}

extension DBusValue {
    var int: Int? { integer.flatMap(Int.init(exactly:)) }
    /// A number that is one.
    var finite: Double? { number.flatMap { $0.isFinite ? $0 : nil } }
}

extension MusicPlayerEvent {
    /// The event's name, and what belongs to it.
    var busValues: [DBusValue] {
        func values(_ name: String, _ entries: [(String, DBusValue)] = []) -> [DBusValue] {
            [.string(name), .properties(entries)]
        }
        switch self {
        case .stateChanged(let state):
            return values("stateChanged", [("State", .uint32(UInt32(state.rawValue)))])
        case .itemChanged(let item):
            return values("itemChanged", item.map { [("Item", $0.busValue)] } ?? [])
        case .queueChanged: return values("queueChanged")
        case .finished(let item): return values("finished", [("Item", item.busValue)])
        case .skipped(let item, let second, let isForward):
            return values(
                "skipped",
                [
                    ("Item", item.busValue), ("Second", .double(second)),
                    ("IsForward", .boolean(isForward)),
                ])
        case .bookmarked(let item, let second):
            return values("bookmarked", [("Item", item.busValue), ("Second", .double(second))])
        case .preparedChanged: return values("preparedChanged")
        case .failed(let item, let error):
            return values(
                "failed", [("Item", item.busValue), ("Error", .string(errorName(of: error)))])
        }
    }

    /// - Returns: `nil` for an event of a later version, or one that lacks something.
    init?(_ values: [DBusValue]) {
        guard values.count >= 2, let name = values[0].text, let members = values[1].members else {
            return nil
        }
        let item = members["Item"].flatMap { MusicItem($0) }
        switch (name, item) {
        case ("stateChanged", _):
            guard let state = members["State"]?.int.flatMap(MusicPlayerState.init) else {
                return nil
            }
            self = .stateChanged(state)
        case ("itemChanged", let item): self = .itemChanged(item)
        case ("queueChanged", _): self = .queueChanged
        case ("finished", let item?): self = .finished(item)
        case ("skipped", let item?):
            self = .skipped(
                item, atSecond: members["Second"]?.finite ?? 0,
                isForward: members["IsForward"]?.bool ?? true)
        case ("bookmarked", let item?):
            self = .bookmarked(item, atSecond: members["Second"]?.finite ?? 0)
        case ("preparedChanged", _): self = .preparedChanged
        case ("failed", let item?):
            self = .failed(item, fileError(named: members["Error"]?.text ?? ""))
        default: return nil
        }
    }
}

private let errorNames: [(name: String, error: AudioFileError)] = [
    ("noSuchFile", .noSuchFile), ("notPermitted", .notPermitted), ("tooManyFiles", .tooManyFiles),
    ("outOfMemory", .outOfMemory), ("unknownFileType", .unknownFileType),
    ("unsupportedCoding", .unsupportedCoding), ("damaged", .damaged), ("endOfFile", .endOfFile),
    ("notSupported", .notSupported), ("wrongArgument", .wrongArgument),
]

/// Errors that opening a file for playback does not have are told as a damaged file.
private func errorName(of error: AudioFileError) -> String {
    if case .systemFailed(let number) = error { return "system \(number)" }
    return errorNames.first { $0.error == error }?.name ?? "damaged"
}

private func fileError(named name: String) -> AudioFileError {
    if name.hasPrefix("system "), let number = Int32(name.dropFirst("system ".count)) {
        return .systemFailed(errno: number)
    }
    return errorNames.first { $0.name == name }?.error ?? .damaged
}

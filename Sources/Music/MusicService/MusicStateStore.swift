import Dispatch
import Foundation
import Glibc
import Playback
import SoundClient
import Synchronization

/// What is kept of the player while there is no service: the queue, the position, the volume.
struct SavedMusic: Equatable, Sendable {
    var queue: MusicQueue
    var seconds: Double
    var volume: Double
}

/// Keeps the player's queue and position in two files: a large one for the queue, which is written
/// when it changes, and a small one for the position. Both are replaced as a whole, so that a
/// process that is killed leaves a state behind that was true a moment before. Any thread.
final class MusicStateStore: Sendable {
    /// The shortest time between two writes.
    private static let interval = DispatchTimeInterval.seconds(1)
    private static let fileBytesMax = 134_217_728
    private static let version = 1

    private struct Position: Codable {
        var version: Int
        /// The revision of the queue that the place is one of.
        var revision: UInt64
        var place: Int?
        var seconds: Double
        var volume: Double
        var repeats: Int
    }

    private struct Item: Codable {
        var id: String
        var album: String
        var path: String?
        /// Where the item begins and ends, where that is not where its file does.
        var start: Double?
        var end: Double?
    }

    private struct Queue: Codable {
        var version: Int
        var revision: UInt64
        var seed: String
        var shuffle: Int
        var items: [Item]
        var order: [Int]
    }

    private struct State {
        var revision: UInt64 = 0
        var isQueueDirty = false
        /// Whether something has changed since the last write began.
        var isDirty = false
        var isScheduled = false
        var hasFailed = false
    }

    private let folder: String
    private let read: @Sendable () -> SavedMusic?
    private let log: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "sori.music.state")

    /// - Parameters:
    ///   - folder: Made when there is something to keep.
    ///   - read: The player's present state; `nil` once there is no player.
    ///   - log: Receives messages for the user.
    init(
        folder: String, log: @escaping @Sendable (String) -> Void,
        read: @escaping @Sendable () -> SavedMusic?
    ) {
        self.folder = folder
        self.log = log
        self.read = read
    }

    private var positionPath: String { folder + "/music.json" }
    private var queuePath: String { folder + "/music-queue.json" }

    // MARK: Writing

    /// Notes that something has changed: it is written soon.
    func changed(isQueue: Bool) {
        let isFirst = state.withLock { state in
            if isQueue { state.isQueueDirty = true }
            state.isDirty = true
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        queue.async { [self] in
            write()
            // What changes from now on waits for the interval to pass.
            queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in self?.writeRest() }
        }
    }

    private func writeRest() {
        let isDirty = state.withLock { state in
            state.isScheduled = false
            return state.isDirty
        }
        if isDirty { changed(isQueue: false) }
    }

    /// Writes everything, and returns when it is written.
    func flush() {
        // Also a queue of which no event has told yet.
        state.withLock { $0.isQueueDirty = true }
        queue.sync { write() }
    }

    /// On the store's queue.
    private func write() {
        guard let saved = read() else { return }
        let arrangement = saved.queue.arrangement
        let (isDirty, revision) = state.withLock { state in
            defer {
                state.isQueueDirty = false
                state.isDirty = false
            }
            if state.isQueueDirty { state.revision += 1 }
            return (state.isQueueDirty, state.revision)
        }
        do {
            if isDirty {
                try write(
                    Queue(
                        version: Self.version, revision: revision,
                        seed: String(arrangement.seed, radix: 16),
                        shuffle: arrangement.shuffle.rawValue,
                        items: arrangement.items.map {
                            Item(
                                id: String($0.id, radix: 16),
                                album: String($0.albumID, radix: 16), path: $0.path,
                                start: $0.startSeconds > 0 ? $0.startSeconds : nil,
                                end: $0.endSeconds)
                        }, order: arrangement.order), to: queuePath)
            }
            try write(
                Position(
                    version: Self.version, revision: revision, place: arrangement.position,
                    seconds: saved.seconds, volume: saved.volume,
                    repeats: arrangement.repeats.rawValue), to: positionPath)
            state.withLock { $0.hasFailed = false }
        } catch {
            let isFirst = state.withLock { state in
                state.isQueueDirty = state.isQueueDirty || isDirty
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isFirst {
                log("\(folder): the queue cannot be kept (\(reason(error))), make room there")
            }
        }
    }

    private func write(_ value: some Encodable, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let bytes = try JSONEncoder().encode(value)
        let part = path + ".\(getpid()).part"
        try bytes.write(to: URL(fileURLWithPath: part))
        guard rename(part, path) == 0 else {
            let number = errno
            unlink(part)
            throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
        }
    }

    private func reason(_ error: any Error) -> String {
        (error as NSError).localizedDescription
    }

    // MARK: Reading

    /// The state that an earlier service has kept; `nil` without one.
    ///
    /// Files that cannot be understood are set aside, with a message.
    func load() -> SavedMusic? {
        do {
            guard let position: Position = try load(positionPath),
                let kept: Queue = try load(queuePath)
            else { return nil }
            let items = try kept.items.map { item in
                guard let id = UInt64(item.id, radix: 16),
                    let album = UInt64(item.album, radix: 16)
                else { throw Damage() }
                var result = MusicItem(id: id, albumID: album, path: item.path)
                result.startSeconds = max(item.start ?? 0, 0)
                result.endSeconds = item.end
                return result
            }
            guard position.version == Self.version, kept.version == Self.version,
                items.count <= MusicServiceLimits.itemsMax, position.seconds.isFinite,
                (0...1).contains(position.volume), let seed = UInt64(kept.seed, radix: 16),
                let shuffle = ShuffleMode(rawValue: kept.shuffle),
                let repeats = RepeatMode(rawValue: position.repeats)
            else { throw Damage() }
            // A process that was killed between the two files has kept the queue alone.
            let isSame = kept.revision == position.revision
            let arrangement = MusicQueue.Arrangement(
                items: items, order: kept.order, position: isSame ? position.place : nil,
                shuffle: shuffle, repeats: repeats, seed: seed)
            guard let queue = MusicQueue(arrangement) else { throw Damage() }
            state.withLock { $0.revision = kept.revision }
            return SavedMusic(
                queue: queue, seconds: isSame ? max(position.seconds, 0) : 0,
                volume: position.volume)
        } catch {
            for path in [positionPath, queuePath] { rename(path, path + ".damaged") }
            log(
                "\(positionPath): the kept queue is damaged and was set aside, "
                    + "the player begins without one")
            return nil
        }
    }

    private struct Damage: Error {}

    /// - Returns: `nil` when there is no file.
    private func load<Value: Decodable>(_ path: String) throws -> Value? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.fileBytesMax else {
            throw Damage()
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode(Value.self, from: bytes)
    }

    /// The folder of what programs keep between their runs.
    package static func standardFolder(_ environment: (String) -> String?) -> String {
        stateFolder(environment) ?? "/tmp/.local/state/sori"
    }
}

import Synchronization

/// Decodes a player's files ahead, in the order in which they are scheduled. Any thread but the
/// render thread; in offline rendering that one too, as it may wait.
///
/// Ownership: `state` guards the feeds with their readers, and the memory of decoded frames;
/// `changes` is what other threads hand over without waiting for a decoder.
final class PlayerDecoder: Sendable {
    /// The largest number of chunks decoded ahead: 0.7 s at 44.1 kHz.
    static let chunksMax = 16

    private struct State {
        var sampleRate: Double
        var pool: PlayerChunkPool
        var feeds: [(id: Int, feed: PlayerFileFeed)] = []
    }

    private struct Changes {
        var added: [(id: Int, feed: PlayerFileFeed)] = []
        var removed: Set<Int> = []
    }

    private let state = Mutex(State(sampleRate: 44_100, pool: PlayerChunkPool(channelCount: 2)))
    private let changes = Mutex(Changes())
    /// Whether a file may have frames that are not decoded.
    private let mayHaveMore = Atomic<Bool>(false)

    /// Whether `decodeAhead` may have work to do, now or when more has been played.
    var hasFilesToDecode: Bool { mayHaveMore.load(ordering: .acquiring) }

    deinit {
        state.withLock { $0.pool.removeAll() }
    }

    /// Adds a file behind the others.
    func add(_ feed: PlayerFileFeed, id: Int) {
        changes.withLock { $0.added.append((id, feed)) }
        mayHaveMore.store(true, ordering: .releasing)
    }

    /// Removes a file that the render thread has released.
    func remove(id: Int) {
        changes.withLock { _ = $0.removed.insert(id) }
    }

    /// Decodes until `chunkCount` chunks are ahead, or all files are decoded.
    func decodeAhead(chunkCount: Int = chunksMax) {
        while state.withLock({ decodeNext(&$0, chunkCount: chunkCount) }) {}
    }

    private func decodeNext(_ state: inout State, chunkCount: Int) -> Bool {
        mayHaveMore.store(false, ordering: .releasing)
        applyChanges(&state)
        var pendingCount = 0
        for (_, feed) in state.feeds {
            feed.reclaim(into: &state.pool)
            pendingCount += feed.pendingChunkCount
            if feed.isFinished { continue }
            mayHaveMore.store(true, ordering: .releasing)
            guard pendingCount < chunkCount else { return false }
            return feed.decode(sampleRate: state.sampleRate, from: &state.pool)
        }
        return false
    }

    /// Decodes the next chunk of the first file that is not released: the one that a starved player
    /// waits for.
    ///
    /// - Returns: Whether there is more for the render thread to play.
    func decodeNow(id: Int) -> Bool {
        state.withLock { state in
            applyChanges(&state)
            guard let feed = state.feeds.first(where: { $0.id == id })?.feed else { return false }
            return feed.decode(sampleRate: state.sampleRate, from: &state.pool)
                || feed.pendingChunkCount > 0
        }
    }

    private func applyChanges(_ state: inout State) {
        let changes = changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
        state.feeds += changes.added
        guard !changes.removed.isEmpty else { return }
        state.feeds.removeAll { changes.removed.contains($0.id) }
    }

    /// Changes the format, which drops all decoded frames. Not while another thread renders.
    ///
    /// - Parameter firstFrame: Returns the first frame to decode of a file, at the new rate.
    func setFormat(
        sampleRate: Double, channelCount: Int, firstFrame: (_ id: Int, _ ratio: Double) -> Int
    ) {
        state.withLock { state in
            applyChanges(&state)
            guard state.sampleRate != sampleRate || state.pool.channelCount != channelCount
            else { return }
            let ratio = sampleRate / state.sampleRate
            state.sampleRate = sampleRate
            state.pool.removeAll()
            state.pool = PlayerChunkPool(channelCount: channelCount)
            mayHaveMore.store(!state.feeds.isEmpty, ordering: .releasing)
            for (id, feed) in state.feeds {
                feed.restart(atFrame: firstFrame(id, ratio))
            }
        }
    }
}

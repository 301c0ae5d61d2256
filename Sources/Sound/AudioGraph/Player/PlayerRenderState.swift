import AudioEffects
import Realtime

/// A block that a player renders.
struct PlayerBlock: BitwiseCopyable {
    let output: PlanarSamples
    let channelCount: Int
    let frameCount: Int
    let sampleRate: Double
    /// The node's time of the first frame.
    let nodeTime: Int64
    /// The host time of the first frame in nanoseconds; `nil` in manual rendering.
    let hostTime: Int64?

    /// Returns the number of the block's frames before a host time, negative for a past one; `nil`
    /// where frames have no host time.
    @_noLocks @_noAllocation
    func frames(until time: Int64) -> Int? {
        guard let hostTime else { return nil }
        let nanoseconds = time.subtractingReportingOverflow(hostTime)
        if nanoseconds.overflow { return time < hostTime ? -Self.farFrames : Self.farFrames }
        return nearestInteger(Double(nanoseconds.partialValue) * sampleRate / 1e9)
    }

    /// Returns the host time of a frame, in nanoseconds.
    @_noLocks @_noAllocation
    func hostTime(ofFrame frame: Int) -> Int64? {
        guard let hostTime else { return nil }
        return hostTime &+ Int64(nearestInteger(Double(frame) * 1e9 / sampleRate))
    }

    /// A number of frames beyond any block.
    private static let farFrames = 1 << 50

    /// Rounds, and limits to ±`farFrames`.
    @_noLocks @_noAllocation
    private func nearestInteger(_ value: Double) -> Int {
        let limit = Double(Self.farFrames)
        guard value > -limit else { return -Self.farFrames }
        guard value < limit else { return Self.farFrames }
        return Int(value < 0 ? value - 0.5 : value + 0.5)
    }
}

/// The render thread's state of a player: what plays when, exact to the frame.
///
/// The result is a function of the commands and of the frames before which they are applied; how
/// the frames are divided into blocks does not matter.
struct PlayerRenderState: BitwiseCopyable {
    /// The items in their order, the playing one first.
    private var items = PlayerItemList()
    /// The last interrupter that has not started, and what is scheduled behind it.
    private var pending = PlayerItemList()
    /// Items for the control side to free.
    private var released = PlayerItemList()
    private var isPlaying = false
    /// The start that has not been reached; `nil` when the timeline runs.
    private var awaitedStart: PlayerStart?
    private(set) var report = PlayerReport()

    /// The largest number of commands that wait, and that are applied before a block.
    static let commandsMax = 1024

    // MARK: Commands

    /// Applies the commands sent so far.
    @_noLocks @_noAllocation
    mutating func apply(_ commands: borrowing RingBufferReader<PlayerCommand>) {
        var commandsLeft = Self.commandsMax
        while commandsLeft > 0, let command = commands.read() {
            commandsLeft &-= 1
            report.commandCount &+= 1
            switch command {
            case .schedule(let first, let last): schedule(first, last: last)
            case .play(let start):
                guard !isPlaying else { continue }
                isPlaying = true
                awaitedStart = start
            case .pause:
                isPlaying = false
                report.anchor = nil
            case .stop: stop()
            }
        }
    }

    @_noLocks @_noAllocation
    private mutating func schedule(
        _ first: UnsafeMutablePointer<PlayerItem>, last: UnsafeMutablePointer<PlayerItem>
    ) {
        if first.pointee.options.isInterrupter {
            // The last interrupter wins.
            released.takeAll(of: &pending)
            pending.append(first, last: last)
        } else if pending.isEmpty {
            items.append(first, last: last)
        } else {
            pending.append(first, last: last)
        }
    }

    @_noLocks @_noAllocation
    private mutating func stop() {
        released.takeAll(of: &items)
        released.takeAll(of: &pending)
        isPlaying = false
        report.playerTime = 0
        report.anchor = nil
    }

    // MARK: Rendering

    /// What `render` has done.
    struct Progress: BitwiseCopyable {
        /// The frame behind the last one written.
        var frame: Int
        var isSilent = true
        /// Whether the rest waits for frames of the playing file.
        var isStarved = false

        @_noLocks @_noAllocation
        init(frame: Int) { self.frame = frame }
    }

    /// Renders a block from a frame on.
    ///
    /// - Parameter returnsStarved: Whether to return where a file's frames are missing, to be called
    ///   again when they are there; otherwise silence is played until they are.
    @_noLocks @_noAllocation
    mutating func render(_ block: PlayerBlock, from frame: Int, returnsStarved: Bool) -> Progress {
        var progress = Progress(frame: frame)
        while progress.frame < block.frameCount {
            let rest = block.frameCount &- progress.frame
            guard isPlaying else {
                startDueInterrupter(block, at: progress.frame)
                clear(rest, of: block, &progress)
                break
            }
            let wait = framesBeforeStart(block, at: progress.frame)
            if wait > 0 {
                startDueInterrupter(block, at: progress.frame)
                clear(min(wait, rest), of: block, &progress)
                continue
            }
            let limit = min(rest, startDueInterrupter(block, at: progress.frame))
            guard let item = items.first else {
                playSilence(limit, of: block, &progress)
                continue
            }
            if !item.pointee.hasBegun {
                let gap = frames(until: item.pointee.start, block, at: progress.frame)
                if gap > 0 {
                    playSilence(min(gap, limit), of: block, &progress)
                    continue
                }
                item.pointee.hasBegun = true
            }
            switch item.pointee.source {
            case .buffer(let buffer): play(buffer, of: item, limit, of: block, &progress)
            case .file(let chunks):
                if play(chunks, of: item, limit, of: block, &progress) { continue }
                if returnsStarved {
                    progress.isStarved = true
                    return progress
                }
                report.underrunFrameCount &+= limit
                playSilence(limit, of: block, &progress)
            }
        }
        report.nextNodeTime = block.nodeTime &+ Int64(block.frameCount)
        report.nextHostTime = block.hostTime(ofFrame: block.frameCount)
        return progress
    }

    /// Returns the number of frames until the player starts; 0 when it has.
    @_noLocks @_noAllocation
    private mutating func framesBeforeStart(_ block: PlayerBlock, at frame: Int) -> Int {
        var wait = 0
        if let start = awaitedStart {
            switch start {
            case .now: break
            case .nodeTime(let time):
                let frames = time.subtractingReportingOverflow(block.nodeTime &+ Int64(frame))
                wait = frames.overflow ? (time < 0 ? 0 : .max) : max(Int(frames.partialValue), 0)
            case .hostTime(let time):
                if let frames = block.frames(until: time) { wait = max(frames &- frame, 0) }
            }
            if wait == 0 { awaitedStart = nil }
        }
        report.anchor =
            block.nodeTime &+ Int64(frame) &+ Int64(min(wait, 1 << 60)) &- report.playerTime
        return wait
    }

    /// Makes the pending interrupter the first item if it starts at this frame.
    ///
    /// - Returns: The number of frames until it has to be asked about again.
    @_noLocks @_noAllocation
    @discardableResult
    private mutating func startDueInterrupter(_ block: PlayerBlock, at frame: Int) -> Int {
        guard let interrupter = pending.first else { return .max }
        let wait = frames(until: interrupter.pointee.start, block, at: frame)
        guard wait == 0 else { return wait }
        if interrupter.pointee.options.waitsForPassEnd, let item = items.first,
            item.pointee.position != 0
        {
            // Playing stops at the end of each pass and comes back here.
            return .max
        }
        released.takeAll(of: &items)
        items.takeAll(of: &pending)
        return .max
    }

    /// Returns the number of frames from a frame of the block to an item's start; 0 for a past one.
    @_noLocks @_noAllocation
    private func frames(until start: PlayerItemStart, _ block: PlayerBlock, at frame: Int) -> Int {
        switch start {
        case .next: return 0
        case .playerTime(let time):
            let frames = time.subtractingReportingOverflow(report.playerTime)
            if frames.overflow { return time < 0 ? 0 : .max }
            return max(Int(frames.partialValue), 0)
        case .hostTime(let time):
            guard let frames = block.frames(until: time) else { return 0 }
            return max(frames &- frame, 0)
        }
    }

    // MARK: Items

    @_noLocks @_noAllocation
    private mutating func play(
        _ buffer: PlayerBufferView, of item: UnsafeMutablePointer<PlayerItem>, _ limit: Int,
        of block: PlayerBlock, _ progress: inout Progress
    ) {
        let isLoop = item.pointee.options.isLoop
        if isLoop, buffer.frameCount == 0 {
            // An empty loop is silence without end.
            return playSilence(limit, of: block, &progress)
        }
        let position = item.pointee.position
        let count = min(limit, buffer.frameCount &- position)
        copyFrames(
            of: buffer, from: position, frameCount: count, to: block.output,
            channelCount: block.channelCount, offset: progress.frame)
        item.pointee.position = position &+ count
        advance(count, &progress)
        if count > 0 { progress.isSilent = false }
        guard item.pointee.position == buffer.frameCount else { return }
        item.pointee.position = 0
        if !isLoop { finishFirst(block, at: progress.frame) }
    }

    /// - Returns: Whether the next chunk was there.
    @_noLocks @_noAllocation
    private mutating func play(
        _ chunks: UnsafeMutablePointer<RingBufferReader<PlayerChunk>>,
        of item: UnsafeMutablePointer<PlayerItem>, _ limit: Int, of block: PlayerBlock,
        _ progress: inout Progress
    ) -> Bool {
        let waiting = chunks.pointee.readable()
        guard let first = waiting.baseAddress, !waiting.isEmpty else { return false }
        let chunk = first.pointee
        let position = item.pointee.chunkPosition
        let count = min(limit, chunk.frameCount &- position)
        copyFrames(
            of: chunk, from: position, frameCount: count, to: block.output,
            channelCount: block.channelCount, offset: progress.frame)
        item.pointee.position &+= count
        item.pointee.chunkPosition = position &+ count
        advance(count, &progress)
        if count > 0 { progress.isSilent = false }
        guard item.pointee.chunkPosition == chunk.frameCount else { return true }
        item.pointee.chunkPosition = 0
        chunks.pointee.discard(1)
        if chunk.isLast { finishFirst(block, at: progress.frame) }
        return true
    }

    /// Releases the first item, which has played to its end.
    @_noLocks @_noAllocation
    private mutating func finishFirst(_ block: PlayerBlock, at frame: Int) {
        guard let item = items.removeFirst() else { return }
        item.pointee.hasFinished = true
        item.pointee.endHostTime = block.hostTime(ofFrame: frame)
        released.append(item, last: item)
    }

    @_noLocks @_noAllocation
    private mutating func playSilence(
        _ count: Int, of block: PlayerBlock, _ progress: inout Progress
    ) {
        clear(count, of: block, &progress)
        report.playerTime &+= Int64(count)
    }

    @_noLocks @_noAllocation
    private mutating func advance(_ count: Int, _ progress: inout Progress) {
        progress.frame &+= count
        report.playerTime &+= Int64(count)
    }

    @_noLocks @_noAllocation
    private func clear(_ count: Int, of block: PlayerBlock, _ progress: inout Progress) {
        clearFrames(
            block.output, channelCount: block.channelCount, from: progress.frame, frameCount: count)
        progress.frame &+= count
    }

    // MARK: Releasing

    /// Hands released items to the control side, as many as fit.
    @_noLocks @_noAllocation
    mutating func release(to ring: borrowing RingBufferWriter<UnsafeMutablePointer<PlayerItem>>) {
        // The control side may free an item as soon as it is written.
        while ring.writableCount > 0, let item = released.removeFirst() {
            _ = ring.write(item)
        }
    }

    /// Whether released items wait for room.
    var hasReleased: Bool { !released.isEmpty }

    /// The identifier of the item that plays next.
    var firstItemID: Int? { items.first?.pointee.id }
}

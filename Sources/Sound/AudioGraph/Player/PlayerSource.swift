package import AudioEffects
package import AudioModel
import Realtime
import Synchronization

/// Plays scheduled buffers and files, to the exact frame: what `AVAudioPlayerNode` does.
///
/// Any thread schedules, plays, pauses and stops; the effect begins with the next block rendered.
/// `service` frees what has been played and makes completions available; call it after each block
/// or a few, on the control side.
///
/// Ownership: the thread that has set `isBusy` has `renderState` and the render thread's halves of
/// the queues; `control` guards the other halves and everything that is freed.
package final class PlayerSource: GraphSource, @unchecked Sendable {
    private let commands: RingBufferReader<PlayerCommand>
    private let released: RingBufferWriter<UnsafeMutablePointer<PlayerItem>>
    private var reports: LatestValueWriter<PlayerReport>
    private let renderState: UnsafeMutablePointer<PlayerRenderState>
    private let control: Mutex<PlayerControl>
    private let decoder = PlayerDecoder()
    private var channelCount = 2
    private var sampleRate = 44_100.0
    private let waitsForFiles = Atomic<Bool>(false)
    /// Whether a thread has the render thread's part.
    private let isBusy = Atomic<Bool>(false)

    package init() {
        let commands = RingBuffer<PlayerCommand>(capacity: PlayerRenderState.commandsMax)
        let released = RingBuffer<UnsafeMutablePointer<PlayerItem>>(
            capacity: PlayerRenderState.commandsMax)
        let reports = LatestValue(PlayerReport())
        self.commands = commands.reader
        self.released = released.writer
        self.reports = reports.writer
        renderState = .allocate(capacity: 1)
        renderState.initialize(to: PlayerRenderState())
        control = Mutex(
            PlayerControl(
                commands: commands.writer, released: released.reader, reports: reports.reader))
    }

    deinit {
        renderState.deallocate()
    }

    // MARK: Rendering

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        control.withLock { control in
            self.sampleRate = sampleRate
            self.channelCount = channelCount
            decoder.setFormat(sampleRate: sampleRate, channelCount: channelCount) { id, ratio in
                control.restartFile(id: id, ratio: ratio)
            }
        }
    }

    package func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        let block = PlayerBlock(
            output: output, channelCount: channelCount, frameCount: frameCount,
            sampleRate: sampleRate, nodeTime: time.sampleTime, hostTime: time.hostTime?.nanoseconds)
        guard !isBusy.exchange(true, ordering: .acquiring) else {
            // The control side applies a stop, having found no engine running.
            clearFrames(output, channelCount: channelCount, from: 0, frameCount: frameCount)
            return true
        }
        defer { isBusy.store(false, ordering: .releasing) }
        guard waitsForFiles.load(ordering: .relaxed) else { return renderNow(block) }
        return renderWaiting(block)
    }

    /// Renders a block; files that are not decoded in time are late.
    ///
    /// Real time: no allocation, no locks.
    @_noLocks @_noAllocation
    private func renderNow(_ block: PlayerBlock) -> Bool {
        renderState.pointee.apply(commands)
        let progress = renderState.pointee.render(block, from: 0, returnsStarved: false)
        renderState.pointee.release(to: released)
        reports.publish(renderState.pointee.report)
        return progress.isSilent
    }

    /// Renders a block, decoding files where their frames are missing. For offline rendering, where
    /// the thread may wait.
    private func renderWaiting(_ block: PlayerBlock) -> Bool {
        repeat {
            renderState.pointee.apply(commands)
        } while control.withLock { $0.sendWaiting() }
        var progress = renderState.pointee.render(block, from: 0, returnsStarved: true)
        var isSilent = progress.isSilent
        while progress.isStarved {
            let isDecoded = renderState.pointee.firstItemID.map { decoder.decodeNow(id: $0) }
            progress = renderState.pointee.render(
                block, from: progress.frame, returnsStarved: isDecoded == true)
            isSilent = isSilent && progress.isSilent
        }
        renderState.pointee.release(to: released)
        reports.publish(renderState.pointee.report)
        return isSilent
    }

    /// Drops all items and sets the timeline to 0, like `stop`.
    package func reset() {
        stop()
    }

    // MARK: Control

    /// Whether rendering waits for files instead of playing silence: in offline rendering.
    package func setWaitsForFiles(_ waits: Bool) {
        waitsForFiles.store(waits, ordering: .relaxed)
    }

    /// Schedules a buffer.
    package func schedule(
        _ buffer: PlayerBuffer, at start: PlayerItemStart, options: PlayerItemOptions = [],
        callbackType: PlayerCallbackType = .dataConsumed,
        handler: (@Sendable (PlayerCallbackType) -> Void)? = nil
    ) {
        let callback = PlayerCallback(callbackType, handler)
        control.withLock { control in
            if control.isFull { return control.refuse(callback) }
            control.schedule(buffer, at: start, options, callback)
        }
    }

    /// Schedules a file or a part of one. `decodeAhead` makes it ready in time.
    package func schedule(
        _ file: any PlayerFile, at start: PlayerItemStart,
        callbackType: PlayerCallbackType = .dataConsumed,
        handler: (@Sendable (PlayerCallbackType) -> Void)? = nil
    ) {
        let callback = PlayerCallback(callbackType, handler)
        let feed = PlayerFileFeed(file)
        control.withLock { control in
            if control.isFull { return control.refuse(callback) }
            decoder.add(feed, id: control.schedule(feed, at: start, callback))
        }
    }

    /// Starts the player, or continues after a pause. Without effect while it plays.
    package func play(at start: PlayerStart = .now) {
        control.withLock { $0.play(at: start) }
    }

    /// Stops the player's timeline where it is.
    package func pause() {
        control.withLock { $0.pause() }
    }

    /// Stops the player's timeline for good: until `stop` it stays silent, whatever is called, and a
    /// player that plays counts as playing. Without effect on a player that does not play.
    package func stall() {
        control.withLock { $0.stall() }
    }

    /// Whether the player is silent until `stop`.
    package var isStalled: Bool { control.withLock { $0.isStalled } }

    /// Drops all items and sets the timeline to 0. Their completions are available on return.
    package func stop() {
        control.withLock { $0.stop() }
    }

    /// Whether the player plays, be it silence.
    package var isPlaying: Bool { control.withLock { $0.isPlaying } }

    /// The number of items that have not been released.
    package var itemCount: Int { control.withLock { $0.itemCount } }

    /// The number of frames of silence rendered because a file was not decoded in time.
    package var underrunFrameCount: Int {
        control.withLock { $0.report().underrunFrameCount }
    }

    /// The player's position on the node's timeline; `nil` unless the player plays, or before the
    /// first block.
    package var timing: PlayerTiming? { control.withLock { $0.timing() } }

    /// Applies what was commanded, and frees what is dropped thereby, although nothing renders:
    /// otherwise a player that is scheduled and stopped again and again would grow.
    package func applyWhileIdle() {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return }
        repeat {
            renderState.pointee.apply(commands)
            renderState.pointee.release(to: released)
            _ = service()
        } while commands.readableCount > 0 || renderState.pointee.hasReleased
        reports.publish(renderState.pointee.report)
        isBusy.store(false, ordering: .releasing)
    }

    /// Frees what the render thread has released, and finds the completions that are due.
    ///
    /// - Returns: Whether `nextCompletion` has some.
    package func service() -> Bool {
        control.withLock { control in
            for id in control.service() { decoder.remove(id: id) }
            return control.hasCompletions
        }
    }

    /// Returns the completion that is due next, without removing it.
    package var firstCompletion: PlayerCompletion? { control.withLock { $0.firstCompletion } }

    /// Removes and returns the completion that is due next. Completions come in the order in which
    /// the items were scheduled, each once.
    package func nextCompletion() -> PlayerCompletion? {
        control.withLock { $0.nextCompletion() }
    }

    /// Whether files may have frames to decode, now or when more has been played.
    package var hasFilesToDecode: Bool { decoder.hasFilesToDecode }

    /// Decodes files ahead, at most as much as fits. Any thread but the render thread.
    package func decodeAhead() {
        decoder.decodeAhead()
    }

    /// Decodes the first `frameCount` frames of the files ahead, at most as much as fits.
    package func decodeAhead(frameCount: Int) {
        let frames = PlayerChunkPool.frameCount
        let chunkCount = min(max(frameCount, 0) / frames + 1, PlayerDecoder.chunksMax)
        decoder.decodeAhead(chunkCount: chunkCount)
    }
}

/// A player's position on its node's timeline.
package struct PlayerTiming: Sendable {
    /// The node's time at which the player's time was or would be 0.
    package var anchor: Int64
    /// A node time and its host time; the latter is `nil` in manual rendering.
    package var nodeTime: Int64
    package var hostTime: HostTime?
}

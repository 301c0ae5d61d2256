import AudioModel
import MediaSources
import Synchronization

// What is buffered, and whether it is enough to play.

extension MediaItemPlayer {
    /// Seconds of sound that are enough to start, and to go on after a stall.
    private static let enoughSeconds = (start: 2.0, stalled: 4.0)
    /// The same for media of unknown length.
    private static let enoughSecondsOfUnknown = 5.0
    /// What of the measured throughput is counted on.
    private static let throughputReserve = 1.1

    /// Reads what an item's source has buffered, and reports what has changed.
    func refreshBuffer(of entry: MediaEntry, in state: inout State) {
        let item = entry.item
        guard item.status == .ready else { return }
        let buffer = item.source.buffer
        let isCurrent = entry === state.current
        let frame = isCurrent ? state.run?.itemFrame : nil
        let hasFrames = isCurrent && state.run?.hasFrames ?? false
        let rate = Double(state.rate > 0 ? state.rate : state.preparedRate)
        let hasStalled = isCurrent && state.hasStalled
        let changes = item.state.withLock { item -> [MediaItemEvent] in
            var changes: [MediaItemEvent] = []
            func set<Value: Equatable>(
                _ value: inout Value, _ new: Value, _ event: MediaItemEvent
            ) {
                guard value != new else { return }
                value = new
                changes.append(event)
            }
            let loaded = item.ranges(buffer.loaded)
            let seekable = item.ranges(buffer.seekable)
            let position = Double(frame ?? item.frame) / item.sampleRate
            let seconds = buffer.seconds(from: position)
            let rest = item.endFrame.map { Double($0) / item.sampleRate - position }
            let isEnough = Self.isEnough(
                buffer, seconds: seconds, rest: rest, rate: rate, hasStalled: hasStalled)
            set(&item.loadedRanges, loaded, .loadedRanges)
            set(&item.seekableRanges, seekable, .seekableRanges)
            set(&item.isLikelyToKeepUp, isEnough, .likelyToKeepUp)
            set(&item.isBufferFull, buffer.isFull, .bufferFull)
            let isEmpty = seconds <= 0 && !hasFrames && (rest ?? 1) > 0
            set(&item.isBufferEmpty, isEmpty, .bufferEmpty)
            return changes
        }
        for change in changes { state.report(item, change) }
    }

    /// Whether playback is likely to go on without a stall.
    ///
    /// - Parameters:
    ///   - seconds: What is buffered from the position on.
    ///   - rest: Seconds until the end; `nil` while unknown.
    private static func isEnough(
        _ buffer: MediaBuffer, seconds: Double, rest: Double?, rate: Double, hasStalled: Bool
    ) -> Bool {
        if buffer.isFull || buffer.isComplete { return seconds > 0 || buffer.isComplete }
        guard let rest else { return seconds >= enoughSecondsOfUnknown * rate }
        if seconds >= rest - 0.01 { return true }
        let enough = hasStalled ? enoughSeconds.stalled : enoughSeconds.start
        guard seconds >= min(enough * rate, rest) else { return false }
        // What has come too fast to be measured will do.
        guard let arrival = buffer.arrivalRate else { return true }
        guard arrival > 0 else { return false }
        // The last frame arrives before it is due.
        return (rest - seconds) * throughputReserve / arrival <= rest / rate
    }

    /// Why a player waits for an item.
    func waitingReason(for item: MediaItem, in state: State) -> MediaWaitingReason {
        if state.hasStalled || item.source is FileMedia { return .toMinimizeStalls }
        let buffer = item.source.buffer
        let isKnown = buffer.arrivalRate != nil || buffer.isFull || buffer.isComplete
        return isKnown ? .toMinimizeStalls : .evaluatingBufferingRate
    }
}

extension MediaItem.State {
    /// Ranges of seconds as times of the item: one that reaches its end ends exactly there.
    fileprivate func ranges(_ ranges: [Range<Double>]) -> [MediaTimeRange] {
        let timescale = MediaTime(frame: 0, sampleRate: sampleRate).timescale
        return ranges.map { range in
            var end = MediaTime(seconds: range.upperBound, timescale: timescale)
            if let duration, end.seconds >= duration.seconds - 0.000_1 { end = duration }
            return MediaTimeRange(
                start: MediaTime(seconds: range.lowerBound, timescale: timescale), end: end)
        }
    }
}

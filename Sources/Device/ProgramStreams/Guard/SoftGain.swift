/// The gain of one stream, set on top of its user's volume by the node's soft set of gains.
///
/// A node has two sets, and the last writer chooses the one in force: each mixer that sets a volume
/// puts the channel set in force, also when the volume does not change. The soft set is written
/// again after each such event. To tell them from the echoes of own writes, each write carries a
/// mark: its volumes are changed by less than a part in 10,000.
package struct SoftGain {
    /// What a node reports. Its `volume` is a factor of both sets, and none of the guard's.
    package struct Report: Equatable {
        package var isMuted = false
        package var channelVolumes: [Float] = []
        package var isSoftMuted = false
        package var softVolumes: [Float] = []

        package init() {}

        fileprivate var channelSet: ChannelSet {
            ChannelSet(isMuted: isMuted, volumes: channelVolumes)
        }

        /// Whether the soft set is one that a hold has written.
        package var isHeld: Bool {
            isSoftMuted && !softVolumes.isEmpty
                && softVolumes.allSatisfy {
                    $0 > SoftGain.inaudible && $0 < SoftGain.inaudible * 1.001
                }
        }

        /// What puts the channel set in force.
        package var release: [Write] { channelSet.release }

        /// Whether the soft set is one that a guard may have left.
        package var mayBeLeftOver: Bool {
            isSoftMuted && !isMuted
                || !softVolumes.allSatisfy { $0 == 1 }
                    && softVolumes != channelVolumes
        }
    }

    fileprivate struct ChannelSet: Equatable {
        var isMuted = false
        var volumes: [Float] = []

        /// Puts this set in force, and leaves a soft set that sounds the same.
        var release: [Write] {
            [
                .soft(isMuted: isMuted, volumes: volumes.isEmpty ? [1] : volumes),
                .channel(isMuted: isMuted, volumes: volumes),
            ]
        }
    }

    package enum Write: Equatable {
        /// Puts the soft set in force.
        case soft(isMuted: Bool, volumes: [Float])
        /// Puts the channel set in force, with the values that it has.
        case channel(isMuted: Bool, volumes: [Float])
    }

    private struct Ramp {
        var start: Float
        var startTime: UInt64
        var duration: UInt64
    }

    /// The gain that holds after a ramp.
    package private(set) var target: Float = 1
    private var ramp: Ramp?
    /// The gain in force.
    package private(set) var current: Float = 1
    /// Whether the soft set is to be in force.
    package private(set) var isEnforced = false

    private var channelSet = ChannelSet()
    /// The channel set that the last write was made for.
    private var writtenFor = ChannelSet()
    private var lastWriteTime: UInt64 = 0
    /// Marks of the writes that have not been reported yet, the oldest first.
    private var outstandingMarks: [Float] = []
    private var lastReportedMark: Float?
    private var sequence: UInt32 = 0
    private var rewriteWindow = (start: UInt64(0), count: 0)
    /// Whether a write waits for `advance`, because another program keeps writing.
    package private(set) var isDeferred = false

    /// Writes in answer to others, in each second.
    package static let rewritesMax = 200

    package init() {}
    private static let outstandingMax = 64
    private static let second: UInt64 = 1_000_000_000
    /// A volume that no output resolves, in place of zero.
    private static let inaudible: Float = 1e-9

    package var isRamping: Bool { ramp != nil }
    /// Whether `advance` has something to do.
    package var needsTimer: Bool { isRamping || isDeferred }

    /// Silences the stream, whatever is known of it.
    package mutating func hold(at now: UInt64) -> [Write] {
        set(0, over: 0, at: now)
    }

    /// Sets the gain: 0 is exact silence, and 1 leaves the stream to its user's volume.
    ///
    /// - Parameters:
    ///   - gain: Clamped to 0…1; NaN is 0.
    ///   - duration: Nanoseconds of a linear ramp.
    package mutating func set(_ gain: Float, over duration: UInt64, at now: UInt64) -> [Write] {
        target = gain >= 0 ? min(gain, 1) : 0
        ramp = nil
        if duration > 0, target != current {
            ramp = Ramp(start: current, startTime: now, duration: duration)
            return []
        }
        return apply(target, at: now)
    }

    /// Ends a ramp at once, with the gain that it leads to.
    package mutating func endRamp(at now: UInt64) -> [Write] {
        guard ramp != nil else { return [] }
        ramp = nil
        return apply(target, at: now)
    }

    /// Whether a ramp leads to its gain within `duration` nanoseconds of its beginning.
    package func hasRamp(within duration: UInt64) -> Bool {
        ramp.map { $0.duration <= duration } ?? false
    }

    /// Continues a ramp, and writes what was deferred.
    package mutating func advance(to now: UInt64) -> [Write] {
        if let ramp {
            let elapsed = now >= ramp.startTime ? now - ramp.startTime : 0
            guard elapsed < ramp.duration else {
                self.ramp = nil
                return apply(target, at: now)
            }
            let part = Float(Double(elapsed) / Double(ramp.duration))
            return apply(ramp.start + (target - ramp.start) * part, at: now)
        }
        guard isDeferred else { return [] }
        isDeferred = false
        return isEnforced ? [softWrite(at: now)] : []
    }

    /// Takes what the node reports after each change of either set.
    package mutating func report(_ report: Report, at now: UInt64) -> [Write] {
        let mark = report.softVolumes.first
        channelSet = report.channelSet
        defer { lastReportedMark = mark }
        guard isEnforced else { return [] }
        if now > lastWriteTime + SoftGain.second { outstandingMarks = [] }
        if let mark, let index = outstandingMarks.firstIndex(of: mark) {
            outstandingMarks.removeFirst(index + 1)
            if channelSet == writtenFor { return [] }
        } else if !outstandingMarks.isEmpty, channelSet == writtenFor {
            // The node has not seen the last write yet: that will be in force. A new mark that is
            // not ours is one that the node has averaged over another number of channels.
            if mark != lastReportedMark { outstandingMarks.removeFirst() }
            return []
        }
        return rewrite(at: now)
    }

    private mutating func rewrite(at now: UInt64) -> [Write] {
        if now >= rewriteWindow.start + SoftGain.second { rewriteWindow = (now, 0) }
        rewriteWindow.count += 1
        guard rewriteWindow.count <= SoftGain.rewritesMax else {
            isDeferred = true
            return []
        }
        return [softWrite(at: now)]
    }

    private mutating func apply(_ gain: Float, at now: UInt64) -> [Write] {
        current = gain
        guard gain == 1, ramp == nil else {
            isEnforced = true
            return [softWrite(at: now)]
        }
        guard isEnforced else { return [] }
        isEnforced = false
        isDeferred = false
        outstandingMarks = []
        return channelSet.release
    }

    private mutating func softWrite(at now: UInt64) -> Write {
        sequence = sequence % 15 + 1
        let mark = 1 + Float(sequence) * 0x1p-18
        let user = channelSet.volumes
        // A volume that is not known yet is not exceeded by silence.
        let isSilent =
            current == 0 || channelSet.isMuted || user.allSatisfy { !($0 > 0) }
        let count = max(user.count, 1)
        let volumes =
            isSilent
            ? [Float](repeating: SoftGain.inaudible * mark, count: count)
            : user.map { max($0 * current, SoftGain.inaudible) * mark }
        writtenFor = channelSet
        lastWriteTime = now
        if outstandingMarks.count == SoftGain.outstandingMax { outstandingMarks.removeFirst() }
        outstandingMarks.append(volumes[0])
        return .soft(isMuted: isSilent, volumes: volumes)
    }
}

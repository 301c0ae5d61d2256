package import AudioModel

/// Computes when each block of a device without hardware is due.
package struct Pacer {
    private let blockFrames: Int
    private let sampleRate: Double
    private var origin: HostTime
    private var blockCount = 0

    /// Largest lag; beyond it, missed blocks are skipped rather than delivered in a burst.
    static let lagMax = HostInterval.milliseconds(100)

    package init(blockFrames: Int, sampleRate: Double, startingAt now: HostTime) {
        self.blockFrames = blockFrames
        self.sampleRate = sampleRate
        origin = now
    }

    /// When the next block is due; `now` only decides whether blocks are skipped.
    package mutating func nextDeadline(now: HostTime) -> HostTime {
        blockCount += 1
        // Computed from the origin: a sum of rounded steps would drift.
        let elapsed = Double(blockCount) * Double(blockFrames) / sampleRate
        let deadline = origin + .seconds(elapsed)
        guard now - deadline <= Self.lagMax else {
            origin = now
            blockCount = 0
            return now
        }
        return deadline
    }
}

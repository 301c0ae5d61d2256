import AudioModel

/// When each block of a device without hardware is due.
package struct Pacer {
    private let blockFrames: Int
    private let sampleRate: Double
    private var origin: HostTime
    private var blockCount = 0

    /// Further behind than this, the blocks missed are left out: a burst helps nobody.
    static let lagMax = HostInterval.milliseconds(100)

    package init(blockFrames: Int, sampleRate: Double, startingAt now: HostTime) {
        self.blockFrames = blockFrames
        self.sampleRate = sampleRate
        origin = now
    }

    /// When the next block is due; `now` decides only whether time has been lost.
    package mutating func nextDeadline(now: HostTime) -> HostTime {
        blockCount += 1
        // From the origin each time: a sum of rounded steps would drift.
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

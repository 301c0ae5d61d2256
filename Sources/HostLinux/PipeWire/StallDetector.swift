import AudioModel

/// Notices that the sound server has stopped dealing with a stream.
///
/// Without a peer nothing deals with it, and nothing will say so; a server that hangs says nothing
/// either.
package struct StallDetector {
    private var cycleCount: UInt64 = 0
    private var progressTime: HostTime

    /// Moving to another peer takes milliseconds.
    static let patienceWithoutPeer = HostInterval.seconds(1)
    /// A wireless headset may take seconds to wake; what is discarded meanwhile is lost.
    static let patienceWithPeer = HostInterval.seconds(5)

    package init(startingAt now: HostTime) {
        progressTime = now
    }

    package mutating func isStalled(cycleCount: UInt64, hasPeer: Bool, now: HostTime) -> Bool {
        if cycleCount != self.cycleCount {
            self.cycleCount = cycleCount
            progressTime = now
        }
        let patience = hasPeer ? Self.patienceWithPeer : Self.patienceWithoutPeer
        return now - progressTime >= patience
    }
}

package import AudioModel

/// Detects that the sound server no longer processes a stream. Neither a missing peer nor a hung
/// server is reported as an event.
package struct StallDetector {
    private var cycleCount: UInt64 = 0
    private var progressTime: HostTime

    /// Timeout without a peer; moving to another peer takes milliseconds.
    static let patienceWithoutPeer = HostInterval.seconds(1)
    /// Timeout with a peer; a wireless headset may take seconds to wake, and its sound would be
    /// lost.
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

import AudioModel

/// Notices that the sound server has stopped asking for sound.
///
/// Without a sink nothing asks, and nothing will say so; a server that hangs says nothing either.
package struct StallWatch {
    private var cycleCount: UInt64 = 0
    private var progressTime: HostTime

    /// Moving to another sink takes milliseconds.
    static let patienceWithoutSink = HostInterval.seconds(1)
    /// A wireless headset may take seconds to wake; what is discarded meanwhile is lost.
    static let patienceWithSink = HostInterval.seconds(5)

    package init(startingAt now: HostTime) {
        progressTime = now
    }

    package mutating func isStalled(cycleCount: UInt64, hasSink: Bool, now: HostTime) -> Bool {
        if cycleCount != self.cycleCount {
            self.cycleCount = cycleCount
            progressTime = now
        }
        let patience = hasSink ? Self.patienceWithSink : Self.patienceWithoutSink
        return now - progressTime >= patience
    }
}

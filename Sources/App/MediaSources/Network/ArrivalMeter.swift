import AudioModel

/// Measures how fast bytes arrive, while they are wanted.
struct ArrivalMeter {
    private var byteCount = 0.0
    private var seconds = 0.0
    private var last: HostTime?

    /// Seconds that are measured before there is a figure.
    private static let secondsMin = 0.2
    /// Seconds after which older bytes count half.
    private static let secondsMax = 4.0
    /// Seconds for which a longer silence counts: a stall says little of what follows it.
    private static let silenceMax = 2.0

    /// Bytes have arrived.
    mutating func add(_ count: Int, at now: HostTime) {
        // What came with the first bytes took an unknown time.
        if let last {
            byteCount += Double(count)
            seconds += min(max((now - last).seconds, 0), Self.silenceMax)
        }
        last = now
        if seconds > Self.secondsMax {
            seconds /= 2
            byteCount /= 2
        }
    }

    /// Nothing is to arrive for a while.
    mutating func pause() {
        last = nil
    }

    /// Bytes a second; `nil` while unknown.
    var rate: Double? { seconds >= Self.secondsMin ? byteCount / seconds : nil }
}

import AudioModel

// The queue's time line and its device's.

extension OutputQueue {
    /// Longest that a start may lie ahead.
    private static let startDelaySecondsMax = 24.0 * 3600

    /// Frames of the queue until a time on the device's line.
    func delay(until time: QueueStartTime?) -> Int {
        let seconds: Double
        switch time {
        case nil: return 0
        case .sample(let sample): seconds = (sample - deviceTime.sample) / app.mixer.outputRate
        case .host(let host): seconds = (host - app.environment.now).seconds
        }
        guard seconds > 0 else { return 0 }
        return Int((min(seconds, Self.startDelaySecondsMax) * format.sampleRate).rounded())
    }
}

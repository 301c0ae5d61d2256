import AudioModel

// Conversions between the queue's time line and the device's.

extension OutputQueue {
    /// Longest delay of a start, in seconds.
    private static let startDelaySecondsMax = 24.0 * 3600

    /// Frames of the queue until a time on the device's time line.
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

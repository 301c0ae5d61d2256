import SoundMixer
import SoundClient
import AudioModel

extension OutputQueue {
    /// Longest delay of a start, in seconds. Keeps the frame count in range.
    private static let startDelaySecondsMax = 24.0 * 3600

    /// The delay until a time of the device, in frames at the queue's sample rate: zero for `nil`
    /// or a past time, at most 24 hours.
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

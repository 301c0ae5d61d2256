import AudioQueues
import TimePitch

/// The time-pitch effect of an output queue.
///
/// One engine implements all of Apple's algorithms except varispeed. As on Apple's systems, only
/// the spectral algorithm changes the pitch independently.
final class QueueTimePitch: TimePitchProcessor {
    private let engine: TimePitch
    private let changesPitch: Bool

    /// - Returns: `nil` without SoundTouch, for more than 16 channels, and for rates above 384 kHz.
    init?(_ algorithm: TimePitchAlgorithm, sampleRate: Double, channelCount: Int) {
        let engineAlgorithm: TimePitch.Algorithm
        switch algorithm {
        case .varispeed: engineAlgorithm = .varispeed
        case .spectral, .timeDomain, .lowQualityZeroLatency: engineAlgorithm = .timeDomain
        }
        guard
            let engine = TimePitch(
                sampleRate: sampleRate, channelCount: channelCount, algorithm: engineAlgorithm)
        else { return nil }
        self.engine = engine
        changesPitch = algorithm == .spectral
    }

    var rate: Double {
        get { engine.rate }
        set { engine.rate = newValue }
    }

    /// Stored without effect for algorithms that do not change the pitch.
    var pitchCents: Double = 0 {
        didSet {
            if changesPitch { engine.pitchCents = pitchCents }
        }
    }

    var readyFrameCount: Int { engine.readyFrameCount }
    var pendingFrameCount: Int { engine.pendingFrameCount }

    func write(_ samples: UnsafePointer<Float>, frameCount: Int) -> Bool {
        engine.write(samples, frameCount: frameCount)
    }

    func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        engine.read(into: samples, frameCount: frameCount)
    }

    func flush() -> Bool { engine.flush() }

    func reset() { engine.reset() }
}

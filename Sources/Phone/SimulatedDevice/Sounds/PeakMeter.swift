package import SoundClient
import Synchronization

/// The largest absolute sample of a recording since the last call of `takePeak`. Any thread.
package final class PeakMeter: Sendable {
    private let peak = Mutex<Float>(0)

    package init() {}

    /// Measures more of the recording.
    package func take(_ sound: CapturedSound) {
        let loudest = sound.samples.reduce(Float(0)) { max($0, abs($1)) }
        peak.withLock { $0 = max($0, loudest) }
    }

    /// Returns the peak, and starts over.
    package func takePeak() -> Float {
        peak.withLock { peak in
            defer { peak = 0 }
            return peak
        }
    }
}

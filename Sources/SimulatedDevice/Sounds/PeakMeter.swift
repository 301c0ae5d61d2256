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

/// The largest absolute sample. The samples are finite.
func peak(of samples: UnsafeBufferPointer<Float>) -> Float {
    // Without their sign, floats are in the order of their bits.
    var peaks = SIMD8<Int32>()
    let wholeCount = samples.count & ~7
    var index = 0
    while index < wholeCount {
        let bits = UnsafeRawPointer(samples.baseAddress! + index)
            .loadUnaligned(as: SIMD8<Int32>.self)
        let magnitudes = bits & Int32.max
        peaks.replace(with: magnitudes, where: magnitudes .> peaks)
        index += 8
    }
    let peak = Float(bitPattern: UInt32(peaks.max()))
    return samples[wholeCount...].reduce(peak) { max($0, abs($1)) }
}

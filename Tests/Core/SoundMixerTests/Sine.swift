import Foundation

/// A sine that starts at phase 0.
func sine(_ frequency: Double, peak: Double, sampleRate: Double, frameCount: Int) -> [Float] {
    (0..<frameCount).map {
        Float(peak * sin(2 * .pi * frequency * Double($0) / sampleRate))
    }
}

/// Signal to noise in decibels: how far `samples` are from the sine they should be, phase included.
func signalToNoise(
    of samples: [Float], frequency: Double, peak: Double, sampleRate: Double, frames: Range<Int>
) -> Double {
    var signal = 0.0
    var error = 0.0
    for frame in frames {
        let ideal = peak * sin(2 * .pi * frequency * Double(frame) / sampleRate)
        signal += ideal * ideal
        error += (Double(samples[frame]) - ideal) * (Double(samples[frame]) - ideal)
    }
    return 10 * log10(signal / error)
}

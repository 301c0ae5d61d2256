import Foundation

/// A drum, which the program synthesises itself.
public enum Drum: CaseIterable, Sendable {
    case kick
    case snare
    case hat

    /// The longest duration of a sound, in seconds: that of four steps at the highest tempo.
    static let longestSeconds = 0.25

    /// Makes the drum's sound: mono samples within ±1, the same each time.
    ///
    /// - Parameter sampleRate: In Hz.
    public func samples(sampleRate: Double) -> [Float] {
        let seconds = self == .hat ? 0.06 : self == .snare ? 0.18 : Self.longestSeconds
        let count = Int(seconds * sampleRate)
        var noise = Noise()
        var phase = 0.0
        return (0..<count).map { frame in
            let time = Double(frame) / sampleRate
            let rest = 1 - Double(frame) / Double(count)
            let sample: Double
            switch self {
            case .kick:
                // A sine that falls from 150 to 50 Hz.
                phase += 2 * .pi * (50 + 100 * exp(-time * 30)) / sampleRate
                sample = 0.5 * sin(phase) * exp(-time * 10)
            case .snare:
                let tone = sin(2 * .pi * 190 * time)
                sample = (0.12 * tone + 0.12 * noise.next()) * exp(-time * 18)
            case .hat:
                sample = 0.12 * noise.next() * exp(-time * 60)
            }
            return Float(sample * rest)
        }
    }
}

/// White noise within ±1 (a linear congruential generator).
private struct Noise {
    private var state: UInt32 = 1

    mutating func next() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return Double(state >> 8) / Double(1 << 23) - 1
    }
}

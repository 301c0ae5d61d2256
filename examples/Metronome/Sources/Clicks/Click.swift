import Foundation

/// The sound of a click: a tone that is loudest at its first frame and dies away.
struct Click: Sendable {
    /// The first of a bar is higher.
    static let accent = Click(hertz: 1760)
    static let beat = Click(hertz: 880)

    let samples: [Float]

    /// The rate of the samples: that of the metronome's callback, whatever the hardware's is.
    static let sampleRate = 48_000.0

    private init(hertz: Double) {
        samples = (0..<Int(0.03 * Self.sampleRate)).map { frame in
            let seconds = Double(frame) / Self.sampleRate
            return Float(0.8 * exp(-150 * seconds) * cos(2 * .pi * hertz * seconds))
        }
    }
}

import Foundation

/// A sound in memory: mono, 44,100 frames a second.
public struct Song: Sendable {
    public static let sampleRate = 44_100.0

    /// ±1 is full scale.
    public var samples: [Float]

    public init(samples: [Float]) {
        self.samples = samples
    }

    /// A second of a tone, which tests can tell by its frequency.
    public static func tone(hertz: Int) -> Song {
        let radiansPerFrame = 2 * Double.pi * Double(hertz) / sampleRate
        return Song(
            samples: (0..<Int(sampleRate)).map { Float(0.5 * sin(Double($0) * radiansPerFrame)) })
    }
}

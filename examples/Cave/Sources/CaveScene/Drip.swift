import Foundation

/// A place in the cave where water drips into a puddle.
public struct Drip: Sendable {
    /// Metres to the east and to the north of the entrance.
    public let east: Double
    public let north: Double
    /// The pitch of the puddle in Hz: the smaller, the higher.
    let hertz: Double
    /// The time from one drop to the next, and the time of the first, in seconds.
    let interval: Double
    let start: Double

    /// The drips of the cave.
    public static let all = [
        Drip(east: 0, north: 6, hertz: 620, interval: 1.3, start: 0.1),
        Drip(east: 6, north: 0, hertz: 880, interval: 1.7, start: 0.6),
        Drip(east: -5, north: -3, hertz: 440, interval: 2.3, start: 0.9),
    ]

    static let sampleRate = 22_050.0

    /// The sound of a drop: a tone that rises as the bubble closes, and dies away.
    var samples: [Int16] {
        let frameCount = Int(0.25 * Self.sampleRate)
        var phase = 0.0
        return (0..<frameCount).map { frame in
            let seconds = Double(frame) / Self.sampleRate
            phase += 2 * .pi * hertz * (1 + 1.5 * seconds) / Self.sampleRate
            return Int16(20_000 * exp(-16 * seconds) * sin(phase))
        }
    }

    /// Whether a drop falls between two times of the cave, in seconds.
    func falls(from time: Double, to end: Double) -> Bool {
        let before = ((time - start) / interval).rounded(.up)
        return before >= 0 && start + before * interval < end
    }
}

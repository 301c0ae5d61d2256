import Foundation
package import SoundClient

/// Decides from the level of a sound whether someone speaks, in windows of 20 ms.
///
/// Speech is well above the level of the pauses, which the noise floor follows: down at once, up by
/// 5 dB a second, so that a steady noise is no speech for long. Speech begins after 100 ms, and ends
/// after 500 ms without any.
package struct SpeechActivityDetector {
    /// What has happened.
    package enum Event: Sendable {
        case started, ended
    }

    private let windowFrames: Int
    private var frameCount = 0
    private var power = 0.0
    /// In decibels of full scale.
    private var floor = -60.0
    private var activeWindows = 0
    private var quietWindows = 0
    package private(set) var isActive = false

    private static let windowSeconds = 0.02
    private static let floorRise = 0.1
    /// The lowest level of speech, in decibels of full scale, and above the noise floor.
    private static let levelMin = -45.0
    private static let levelAboveFloor = 10.0
    private static let startWindows = 5
    private static let endWindows = 25

    package init(sampleRate: Double) {
        windowFrames = max(Int(sampleRate * Self.windowSeconds), 1)
    }

    /// Takes captured sound.
    ///
    /// - Returns: The beginnings and ends of speech, in order.
    package mutating func detect(_ sound: CapturedSound) -> [Event] {
        let channelCount = max(sound.channelCount, 1)
        return detect(frameCount: sound.frameCount, channelCount: channelCount) {
            sound.samples[$0 * channelCount + $1]
        }
    }

    /// Takes frames.
    ///
    /// - Parameter sample: Returns a sample by its frame and its channel.
    /// - Returns: The beginnings and ends of speech, in order.
    package mutating func detect(
        frameCount: Int, channelCount: Int, _ sample: (_ frame: Int, _ channel: Int) -> Float
    ) -> [Event] {
        var events: [Event] = []
        for frame in 0..<frameCount {
            var sum = 0.0
            for channel in 0..<channelCount { sum += Double(sample(frame, channel)) }
            let mean = sum / Double(channelCount)
            power += mean.isFinite ? mean * mean : 0
            self.frameCount += 1
            guard self.frameCount == windowFrames else { continue }
            if let event = endWindow(level: decibels(power / Double(windowFrames))) {
                events.append(event)
            }
            (self.frameCount, power) = (0, 0)
        }
        return events
    }

    private mutating func endWindow(level: Double) -> Event? {
        floor = min(level, floor + Self.floorRise)
        if level > Self.levelMin, level > floor + Self.levelAboveFloor {
            activeWindows += 1
            quietWindows = 0
        } else {
            activeWindows = 0
            quietWindows += 1
        }
        if !isActive, activeWindows >= Self.startWindows {
            isActive = true
            return .started
        }
        if isActive, quietWindows >= Self.endWindows {
            isActive = false
            return .ended
        }
        return nil
    }

    /// Returns the level of a mean square; −120 for silence.
    private func decibels(_ power: Double) -> Double {
        power > 1e-12 ? 10 * log10(power) : -120
    }
}

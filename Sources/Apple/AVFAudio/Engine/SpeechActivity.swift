import Foundation
import SoundClient
import Synchronization

/// Decides from the level of a sound whether someone speaks, in windows of 20 ms.
///
/// Speech is well above the level of the pauses, which the noise floor follows: down at once, up by
/// 5 dB a second, so that a steady noise is no speech for long. Speech begins after 100 ms, and ends
/// after 500 ms without any.
struct SpeechActivityDetector {
    private let windowFrames: Int
    private var frameCount = 0
    private var power = 0.0
    /// In decibels of full scale.
    private var floor = -60.0
    private var activeWindows = 0
    private var quietWindows = 0
    private(set) var isActive = false

    private static let windowSeconds = 0.02
    private static let floorRise = 0.1
    /// The lowest level of speech, in decibels of full scale, and above the noise floor.
    private static let levelMin = -45.0
    private static let levelAboveFloor = 10.0
    private static let startWindows = 5
    private static let endWindows = 25

    init(sampleRate: Double) {
        windowFrames = max(Int(sampleRate * Self.windowSeconds), 1)
    }

    /// Takes captured sound.
    ///
    /// - Returns: The beginnings and ends of speech, in order.
    mutating func detect(_ sound: CapturedSound) -> [AVAudioVoiceProcessingSpeechActivityEvent] {
        var events: [AVAudioVoiceProcessingSpeechActivityEvent] = []
        let channelCount = max(sound.channelCount, 1)
        for frame in 0..<sound.frameCount {
            var sum = 0.0
            for channel in 0..<channelCount {
                sum += Double(sound.samples[frame * channelCount + channel])
            }
            let sample = sum / Double(channelCount)
            power += sample.isFinite ? sample * sample : 0
            frameCount += 1
            guard frameCount == windowFrames else { continue }
            if let event = endWindow(level: decibels(power / Double(windowFrames))) {
                events.append(event)
            }
            (frameCount, power) = (0, 0)
        }
        return events
    }

    private mutating func endWindow(level: Double) -> AVAudioVoiceProcessingSpeechActivityEvent? {
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

/// Calls an app's block when someone speaks although the input is muted.
///
/// Ownership: a mutex guards the detector; the block is called on a serial queue.
final class SpeechActivityMonitor: Sendable {
    private let detector = Mutex<SpeechActivityDetector?>(nil)
    private let queue: any WorkQueue
    private let listener: Listener

    /// An app's block, which is called on one queue only.
    ///
    /// Ownership: constant; the queue calls the block.
    private struct Listener: @unchecked Sendable {
        let block: (AVAudioVoiceProcessingSpeechActivityEvent) -> Void
    }

    init(
        _ queue: any WorkQueue,
        _ block: @escaping (AVAudioVoiceProcessingSpeechActivityEvent) -> Void
    ) {
        self.queue = queue
        listener = Listener(block: block)
    }

    /// Takes the captured sound of a muted input.
    func capture(_ sound: CapturedSound, sampleRate: Double) {
        let events = detector.withLock { detector in
            var present = detector ?? SpeechActivityDetector(sampleRate: sampleRate)
            defer { detector = present }
            return present.detect(sound)
        }
        for event in events { queue.async { [listener] in listener.block(event) } }
    }

    /// Begins again: the input is muted or not muted any more.
    func reset() { detector.withLock { $0 = nil } }
}

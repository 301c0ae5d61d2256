import AudioUnits
import SoundClient
import Synchronization

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
        for event in events {
            queue.async { [listener] in listener.block(event == .started ? .started : .ended) }
        }
    }

    /// Begins again: the input is muted or not muted any more.
    func reset() { detector.withLock { $0 = nil } }
}

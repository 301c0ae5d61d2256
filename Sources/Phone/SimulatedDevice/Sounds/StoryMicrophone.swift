import AudioModel
import SoundClient
import SoundMixer
import Synchronization

/// The microphone of one app of a story: it mixes the sounds of the app's recordings and delivers
/// silence where they have none.
final class StoryMicrophone {
    private let mixer = Mixer(outputRate: Double(OutputFrames.rate))
    /// Voices by number of the recording; `nil` for a recording without a sound.
    private var voices: [Int: Mixer.VoiceID?] = [:]
    private var stereo = [Float](repeating: 0, count: 2 * OutputFrames.blockFrames)
    private var mono = [Float](repeating: 0, count: OutputFrames.blockFrames)

    /// Begins a recording's sound. The sound continues while the recording is paused.
    ///
    /// - Parameter source: The sound; `nil` for silence.
    func begin(_ number: Int, hearing source: VoiceSource?) {
        voices[number] = source.flatMap { mixer.addVoice($0, app: 1, session: 1, duck: 1) }
    }

    func end(_ number: Int) {
        guard let voice = voices.removeValue(forKey: number) else { return }
        if let voice { mixer.cut(voice) }
    }

    /// Delivers the next frames to the app's library.
    ///
    /// - Parameters:
    ///   - frameCount: Frames, at most a block.
    ///   - time: Time of the first frame.
    /// - Returns: The largest absolute sample; `nil` if the app records nothing.
    func listen(frameCount: Int, at time: HostTime, into sink: InputSink) -> Float? {
        guard !voices.isEmpty else { return nil }
        stereo.withUnsafeMutableBufferPointer { stereo in
            guard let start = stereo.baseAddress else { return }
            mixer.renderer.render(into: start, frameCount: frameCount)
        }
        if mixer.renderer.hasEvents { _ = mixer.collectEvents() }
        var peak: Float = 0
        for frame in 0..<frameCount {
            mono[frame] = (stereo[2 * frame] + stereo[2 * frame + 1]) / 2
            peak = max(peak, abs(mono[frame]))
        }
        if sink.deliver(mono, frameCount: frameCount, at: time) { sink.service() }
        return peak
    }
}

/// The samples of a recording that have not been taken yet. Any thread.
final class RecordedSamples: Sendable {
    private let samples = Mutex<[Float]>([])

    func append(_ sound: CapturedSound) {
        samples.withLock { $0 += sound.samples }
    }

    func take() -> [Float] {
        samples.withLock { samples in
            defer { samples.removeAll(keepingCapacity: true) }
            return samples
        }
    }
}

import AudioModel
import SoundClient
import SoundMixer
import Synchronization

/// The microphone of one app of a story: it hears the sounds of all of the app's recordings
/// together, and silence where they give none.
final class StoryMicrophone {
    private let mixer = Mixer(outputRate: Double(OutputFrames.rate))
    /// By the number of the recording; `nil` for one without a sound.
    private var voices: [Int: Mixer.VoiceID?] = [:]
    private var stereo = [Float](repeating: 0, count: 2 * OutputFrames.blockFrames)
    private var mono = [Float](repeating: 0, count: OutputFrames.blockFrames)

    /// Lets a recording's sound be heard from now on, as if the app had no say in it: it goes on
    /// while the recording is held.
    ///
    /// - Parameter source: `nil` for silence.
    func begin(_ number: Int, hearing source: VoiceSource?) {
        voices[number] = source.flatMap { mixer.addVoice($0, app: 1, session: 1, duck: 1) }
    }

    func end(_ number: Int) {
        guard let voice = voices.removeValue(forKey: number) else { return }
        if let voice { mixer.cut(voice) }
    }

    /// Gives the next frames to the app's library.
    ///
    /// - Parameters:
    ///   - frameCount: At most a block.
    ///   - time: The time of the first of them.
    /// - Returns: The largest absolute sample; `nil` where the app records nothing.
    func listen(frameCount: Int, at time: HostTime, into sink: InputSink) -> Float? {
        guard !voices.isEmpty else { return nil }
        stereo.withUnsafeMutableBufferPointer { stereo in
            guard let start = stereo.baseAddress else { return }
            mixer.render(into: start, frameCount: frameCount)
        }
        if mixer.hasEvents { _ = mixer.collectEvents() }
        var peak: Float = 0
        for frame in 0..<frameCount {
            mono[frame] = (stereo[2 * frame] + stereo[2 * frame + 1]) / 2
            peak = max(peak, abs(mono[frame]))
        }
        if sink.deliver(mono, frameCount: frameCount, at: time) { sink.attend() }
        return peak
    }
}

/// What a recording has been given and nobody has looked at yet. Any thread.
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

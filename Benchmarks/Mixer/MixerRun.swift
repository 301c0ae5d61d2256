import AudioModel
import SoundMixer

/// A mixer with voices that loop without end.
final class MixerRun {
    private static let soundCount = 16
    /// Long, so that few blocks have the end of a loop.
    private static let soundFrames = 32_768
    /// The meters of new voices are measured for a second.
    private static let framesBefore = 96_000

    private let mixer: Mixer
    private let work: MixerWork
    private var voices: [Mixer.VoiceID] = []
    private let output: UnsafeMutablePointer<Float>
    private var blockIndex = 0

    /// - Returns: `nil` if the mixer refuses a voice.
    init?(_ work: MixerWork, voiceCount: Int) {
        self.work = work
        mixer = Mixer(outputRate: 48_000, voicesMax: voiceCount)
        output = .allocate(capacity: 2 * MixerBench.blockFrames)
        var sounds: [SoundBuffer] = []
        for index in 0..<voiceCount {
            if index < Self.soundCount || work == .ownRates {
                sounds.append(Self.noise(sampleRate: work.sampleRate(ofVoice: index)))
            }
            guard
                let voice = mixer.addVoice(
                    .buffer(sounds[index % sounds.count], loopCount: -1), app: 0.5, session: 0.9,
                    duck: 1, pan: 0.1)
            else { return nil }
            voices.append(voice)
        }
        for _ in 0..<Self.framesBefore / MixerBench.blockFrames { renderBlock() }
    }

    deinit { output.deallocate() }

    /// Renders one block. Not inlined: scripts/test-instructions counts what it executes.
    @inline(never)
    func render() { renderBlock() }

    private func renderBlock() {
        blockIndex += 1
        if work == .ramps {
            let block = HostInterval(
                nanoseconds: Int64(MixerBench.blockFrames) * 1_000_000_000 / 48_000)
            for (index, voice) in voices.enumerated() {
                let gain = 0.5 + 0.01 * Float((index + blockIndex) % 7)
                mixer.setGain(voice, .app, to: gain, ramp: block)
            }
        }
        mixer.renderer.render(into: output, frameCount: MixerBench.blockFrames)
    }

    private static func noise(sampleRate: Double) -> SoundBuffer {
        SoundBuffer(frameCount: soundFrames, channelCount: 2, sampleRate: sampleRate) {
            var state: UInt32 = 1
            for index in $0.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                $0[index] = Float(state >> 8) / Float(1 << 24) - 0.5
            }
        }
    }
}

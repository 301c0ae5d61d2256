import AudioModel
import SoundMixer

/// A mixer with voices that loop without end.
final class MixerRun {
    /// The meters of new voices are measured for a second.
    private static let framesBefore = 96_000

    /// The block that was rendered last, interleaved stereo.
    let output = OutputBlock()
    private let mixer: Mixer
    private let work: MixWork
    private var voices: [Mixer.VoiceID] = []
    /// What the voices' gains are set to in turn; computed before, because that is measured too.
    private let gains: [Float]
    private var blockIndex = 0

    /// - Parameter sources: What the voices play, in turn.
    /// - Returns: `nil` if the mixer refuses a voice.
    init?(_ work: MixWork, voiceCount: Int, _ sources: [MixSource]) {
        self.work = work
        mixer = Mixer(outputRate: 48_000, voicesMax: voiceCount)
        gains = (0..<7).map { (0.5 + 0.01 * Float($0)) / Float(voiceCount) }
        var sounds: [SoundBuffer] = []
        for index in 0..<voiceCount {
            if index < sources.count || work == .ownRates {
                let source = sources[index % sources.count]
                sounds.append(source.sound(sampleRate: work.sampleRate(ofVoice: index)))
            }
            guard
                let voice = mixer.addVoice(
                    .buffer(sounds[index % sounds.count], loopCount: -1),
                    app: 0.5 / Float(voiceCount), session: 0.9, duck: 1, pan: 0.1)
            else { return nil }
            voices.append(voice)
        }
        for _ in 0..<Self.framesBefore / MixSource.blockFrames { renderBlock() }
    }

    /// Renders one block. Not inlined: scripts/test-instructions counts what it executes.
    @inline(never)
    func render() { renderBlock() }

    private func renderBlock() {
        blockIndex += 1
        if work == .ramp {
            let block = HostInterval(
                nanoseconds: Int64(MixSource.blockFrames) * 1_000_000_000 / 48_000)
            var next = blockIndex % gains.count
            for voice in voices {
                mixer.setGain(voice, .app, to: gains[next], ramp: block)
                next += 1
                if next == gains.count { next = 0 }
            }
        }
        mixer.renderer.render(into: output.samples, frameCount: MixSource.blockFrames)
    }
}

/// Room for one block of stereo output.
final class OutputBlock {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * MixSource.blockFrames)

    init() { samples.initialize(repeating: 0, count: 2 * MixSource.blockFrames) }
    deinit { samples.deallocate() }
}

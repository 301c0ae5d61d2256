import AudioModel
import ScenarioLanguage
import SoundMixer

extension StorySounds {
    /// The key by which measured steps are cached.
    struct MeasuredSound: Hashable {
        var spec: SoundSpec
        /// The seed of noise; other sounds are the same in every stream.
        var seed: String
        var rate: Double
        var isLooped: Bool
    }

    /// Returns `largestStep(of:loops:)`, measured once for a sound that is played many times.
    ///
    /// - Parameter seed: The seed that the sound was made with.
    func largestStep(of played: PlayedSound, seed: String) -> Float {
        if case .address(let url) = played.spec {
            // A sound that only the server has may have any step.
            guard let served = servedSounds[url],
                let sound = try? sound(for: served, seed: "server")
            else { return 2 }
            // A server sends 16 bits.
            return largestStep(of: sound, loops: played.loops) + 2 / 32_768
        }
        let isNoise = if case .noise = played.spec { true } else { false }
        let key = MeasuredSound(
            spec: played.spec, seed: isNoise ? seed : "", rate: played.rate,
            isLooped: played.loops != 0)
        if let known = largestSteps[key] { return known }
        let step = largestStep(of: played.sound, loops: played.loops)
        largestSteps[key] = step
        return step
    }

    /// The largest step between neighbouring samples of a sound as the output would carry it at
    /// full gain, its beginning and end included.
    ///
    /// The sound is rendered alone; of a long or endless sound only its first minute. A sound of
    /// another sample rate meets the output's frames at any phase, and what a converter makes of a
    /// steep edge depends on the phase: it is measured on a grid four times as fine, which misses
    /// at most 8 % of the step (cos π/8, for a component at the edge of the band).
    package func largestStep(of sound: StorySound, loops: Int) -> Float {
        let isConverted = rate(of: sound) != Double(OutputFrames.rate)
        let step = largestStep(of: sound, loops: loops, oversampling: isConverted ? 4 : 1)
        return isConverted ? step * 1.1 : step
    }

    private func rate(of sound: StorySound) -> Double {
        switch sound {
        case .buffer(let buffer): buffer.sampleRate
        case .stream(let make, _): (try? make())?.sampleRate ?? Double(OutputFrames.rate)
        }
    }

    private func largestStep(of sound: StorySound, loops: Int, oversampling: Int) -> Float {
        let mixer = Mixer(outputRate: Double(oversampling * OutputFrames.rate))
        var feeder: Feeder?
        let voice: Mixer.VoiceID?
        switch sound {
        case .buffer(let buffer):
            // A second repetition shows the step at the seam.
            voice = mixer.addVoice(
                .buffer(buffer, loopCount: loops == 0 ? 0 : 1), app: 1, session: 1, duck: 1)
        case .stream(let make, _):
            guard let generator = try? make() else { return 0 }
            let feed = VoiceFeedWriter(
                channelCount: generator.channelCount, sampleRate: generator.sampleRate,
                capacityFrames: Feeder.capacityFrames)
            feeder = Feeder(
                feed: feed, generator: generator, loops: 0,
                owner: StreamID(app: .phone, number: 0)
            ) { nil }
            voice = mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1)
        }
        guard voice != nil else { return 0 }
        let frameCount = OutputFrames.blockFrames
        // Holds the frames before a block, for comparison with its first frames.
        var samples = [Float](repeating: 0, count: 2 * (oversampling + frameCount))
        var step: Float = 0
        let blockCount = 60 * oversampling * OutputFrames.rate / frameCount
        for _ in 0..<blockCount {
            // One more block than the sound lasts shows the step down where the sound ends with a
            // block.
            let isOver = mixer.voiceCount == 0
            feeder?.topUp()
            samples.withUnsafeMutableBufferPointer { samples in
                guard let start = samples.baseAddress else { return }
                mixer.renderer.render(into: start + 2 * oversampling, frameCount: frameCount)
                step = max(
                    step,
                    largestDifference(
                        from: start, distance: 2 * oversampling, count: 2 * frameCount))
                start.update(from: start + 2 * frameCount, count: 2 * oversampling)
            }
            _ = mixer.collectEvents()
            if isOver { break }
        }
        return step
    }
}

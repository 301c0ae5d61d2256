import AudioModel
import SoundMixer

extension StorySounds {
    /// What tells sounds apart that differ in their steps.
    struct MeasuredSound: Hashable {
        var spec: SoundSpec
        /// Of noise; other sounds are the same in every stream.
        var seed: String
        var rate: Double
        var isLooped: Bool
    }

    /// As `largestStep(of:loops:)`, measured once for a sound that is played many times.
    ///
    /// - Parameters:
    ///   - spec: What the sound was made from.
    ///   - seed: What it was made with.
    ///   - rate: Times as fast as what it was made from.
    func largestStep(
        of sound: StorySound, from spec: SoundSpec, seed: String, rate: Double, loops: Int
    ) -> Float {
        let isNoise = if case .noise = spec { true } else { false }
        let key = MeasuredSound(
            spec: spec, seed: isNoise ? seed : "", rate: rate, isLooped: loops != 0)
        if let known = largestSteps[key] { return known }
        let step = largestStep(of: sound, loops: loops)
        largestSteps[key] = step
        return step
    }

    /// The largest step between neighbouring samples of a sound as the output would carry it at
    /// full gain, its beginning and end included.
    ///
    /// Measured by rendering it alone; of an endless or long sound, its first minute. A sound of
    /// another rate meets the output's frames at any distance from its own, and what a converter
    /// makes of a steep edge depends on that: it is measured on a grid four times as fine, which
    /// misses at most 8 % of the step (cos π/8, for what lies at the edge of the band).
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
            // Once more shows the seam.
            voice = mixer.addVoice(
                .buffer(buffer, loopCount: loops == 0 ? 0 : 1), app: 1, session: 1, duck: 1)
        case .stream(let make, _):
            guard let generator = try? make() else { return 0 }
            let feed = VoiceFeed(
                channelCount: generator.channelCount, sampleRate: generator.sampleRate,
                capacityFrames: Feeder.capacityFrames)
            feeder = Feeder(
                feed: feed, generator: generator, loops: 0,
                owner: StreamID(app: .phone, number: 0)
            ) { nil }
            voice = mixer.addVoice(.feed(feed), app: 1, session: 1, duck: 1)
        }
        guard voice != nil else { return 0 }
        let frameCount = OutputFrames.blockFrames
        // What came before, for the first frames of a block to be held against.
        var samples = [Float](repeating: 0, count: 2 * (oversampling + frameCount))
        var step: Float = 0
        let blockCount = 60 * oversampling * OutputFrames.rate / frameCount
        for _ in 0..<blockCount {
            // One block more than it lasts shows the step down where it ends with a block.
            let isOver = mixer.voiceCount == 0
            feeder?.topUp()
            samples.withUnsafeMutableBufferPointer { samples in
                guard let start = samples.baseAddress else { return }
                mixer.render(into: start + 2 * oversampling, frameCount: frameCount)
                for index in 0..<2 * frameCount {
                    step = max(step, abs(start[index + 2 * oversampling] - start[index]))
                }
                start.update(from: start + 2 * frameCount, count: 2 * oversampling)
            }
            _ = mixer.collectEvents()
            if isOver { break }
        }
        return step
    }
}

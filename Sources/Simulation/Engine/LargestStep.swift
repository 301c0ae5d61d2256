import AudioModel
import SoundMixer

extension StorySounds {
    /// The largest step between neighbouring samples of a sound as the output would carry it at
    /// full gain, its beginning and end included.
    ///
    /// Measured by rendering it alone; of an endless or long sound, its first minute.
    func largestStep(of sound: StorySound, loops: Int) -> Float {
        let mixer = Mixer(outputRate: Double(OutputFrames.rate))
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
        var samples = [Float](repeating: 0, count: 2 * OutputFrames.blockFrames)
        var step: Float = 0
        var last: (Float, Float) = (0, 0)
        for _ in 0..<60 * OutputFrames.rate / OutputFrames.blockFrames where mixer.voiceCount > 0 {
            feeder?.topUp()
            samples.withUnsafeMutableBufferPointer {
                mixer.render(into: $0.baseAddress!, frameCount: OutputFrames.blockFrames)
            }
            for frame in 0..<OutputFrames.blockFrames {
                let next = (samples[2 * frame], samples[2 * frame + 1])
                step = max(step, abs(next.0 - last.0), abs(next.1 - last.1))
                last = next
            }
            _ = mixer.collectEvents()
        }
        return step
    }
}

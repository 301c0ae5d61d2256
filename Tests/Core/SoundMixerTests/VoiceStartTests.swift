import AudioModel
import SoundMixer
import Testing

@Suite("A voice's start")
struct VoiceStartTests {
    private func feed(_ samples: [Float], sampleRate: Double = 48_000) -> VoiceFeedReader {
        let feed = VoiceFeedWriter(
            channelCount: 1, sampleRate: sampleRate, capacityFrames: samples.count)
        _ = feed.write(samples, frameCount: samples.count)
        feed.finish()
        return feed.reader
    }

    private func output(_ mixer: Mixer, _ blocks: [Int]) -> [Float] {
        blocks.flatMap { mixer.rendered($0).left }
    }

    @Test(
        "comes with the output frame that it is scheduled for, whatever the blocks",
        arguments: [[1000], [250, 1, 49, 700], [300, 700], Array(repeating: 10, count: 100)])
    func scheduled(blocks: [Int]) throws {
        let mixer = Mixer(outputRate: 48_000)
        let sound = noise(200, seed: 30)
        let voice = try #require(
            mixer.addVoice(
                .feed(feed(sound)), app: 1, session: 1, duck: 1,
                start: VoiceStart(outputFrame: 300)))
        #expect(
            output(mixer, blocks)
                == [Float](repeating: 0, count: 300) + sound
                + [Float](repeating: 0, count: 500))
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test(
        "is the same for a resampled voice, too, while another plays",
        arguments: [8_000.0, 22_050, 44_100, 96_000, 44_101])
    func scheduledResampled(sampleRate: Double) {
        func output(blockFrames: Int) -> [Float] {
            let mixer = Mixer(outputRate: 48_000)
            _ = mixer.play(SoundBuffer(mono: noise(9_000, seed: 32), sampleRate: sampleRate))
            _ = mixer.rendered(100)
            _ = mixer.addVoice(
                .feed(feed(noise(900, seed: 33), sampleRate: sampleRate)), app: 1, session: 1,
                duck: 1, start: VoiceStart(outputFrame: 601))
            // Its filter sounds before its start only where both are in one block.
            return Array(mixer.rendered(1_900, blockFrames: blockFrames).left[501...])
        }
        let whole = output(blockFrames: 480)
        for blockFrames in [1, 3, 512] { #expect(output(blockFrames: blockFrames) == whole) }
    }

    @Test("is at once when its frame has passed")
    func passed() {
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.rendered(500)
        let sound = noise(100, seed: 31)
        _ = mixer.addVoice(
            .feed(feed(sound)), app: 1, session: 1, duck: 1, start: VoiceStart(outputFrame: 300))
        #expect(mixer.rendered(100).left == sound)
    }

    @Test("is the same frame for all voices of a rate, however late they were added")
    func together() {
        let sound = (0..<400).map { _ in Float(0.25) }
        var results: [[Float]] = []
        for rendered in [0, 37, 200] {
            let mixer = Mixer(outputRate: 48_000)
            let start = VoiceStart(outputFrame: 300)
            _ = mixer.addVoice(
                .feed(feed(sound, sampleRate: 44_100)), app: 1, session: 1, duck: 1, start: start)
            var result = mixer.rendered(rendered).left
            _ = mixer.addVoice(
                .feed(feed(sound.map { -$0 }, sampleRate: 44_100)), app: 1, session: 1, duck: 1,
                start: start)
            result += mixer.rendered(900 - rendered).left
            results.append(result)
        }
        // The voices cancel each other out, to the last bit.
        #expect(results.allSatisfy { $0 == [Float](repeating: 0, count: 900) })
    }

    @Test("may be held, changed and stopped before it comes")
    func waiting() throws {
        let mixer = Mixer(outputRate: 48_000)
        let sound = [Float](repeating: 0.5, count: 10_000)
        let start = VoiceStart(outputFrame: 2_000)
        let held = try #require(
            mixer.addVoice(.feed(feed(sound)), app: 1, session: 1, duck: 1, start: start))
        let quiet = try #require(
            mixer.addVoice(.feed(feed(sound)), app: 1, session: 1, duck: 1, start: start))
        let stopped = try #require(
            mixer.addVoice(.feed(feed(sound)), app: 1, session: 1, duck: 1, start: start))
        mixer.hold(held)
        mixer.setGain(quiet, .app, to: 0.5, ramp: .milliseconds(20))
        mixer.stop(stopped)
        let heard = mixer.rendered(3_000).left
        #expect(heard[..<2_000].allSatisfy { $0 == 0 } && heard[2_000...].allSatisfy { $0 == 0.25 })
        #expect(mixer.collectEvents() == [.stopped(stopped)])
        #expect(mixer.meter(of: held)?.framesPlayed == 0)
    }

    @Test("fades in from silence when it is told to")
    func fadesIn() {
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.addVoice(
            .feed(feed([Float](repeating: 1, count: 2_000))), app: 0.5, session: 1, duck: 1,
            start: VoiceStart(fadesIn: true, outputFrame: 100))
        let heard = mixer.rendered(1_000).left
        #expect(heard[..<101].allSatisfy { $0 == 0 })
        for frame in 100..<580 {
            #expect(abs(heard[frame] - 0.5 * Float(frame - 100) / 480) < 1e-6)
        }
        #expect(heard[580...].allSatisfy { $0 == 0.5 })
    }

    @Test("has its balance from the first frame")
    func pans() {
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.addVoice(
            .feed(feed([Float](repeating: 1, count: 100))), app: 1, session: 1, duck: 1, pan: -0.5)
        let heard = mixer.rendered(100)
        #expect(heard.left.allSatisfy { $0 == 1 })
        #expect(heard.samples.enumerated().allSatisfy { $0.offset % 2 == 0 || $0.element == 0.5 })
    }
}

@Suite("A feed's end")
struct FeedEndTests {
    @Test("comes at a frame before the last one written, or not at all")
    func cut() throws {
        let sound = noise(1_000, seed: 33)
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 48_000, capacityFrames: 1_000)
        _ = feed.write(sound, frameCount: 600)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        feed.finish()
        var heard = mixer.rendered(100).left
        // The end is taken back before it comes, and more is written.
        feed.finish(atFrame: .max)
        _ = feed.write(Array(sound[600...]), frameCount: 400)
        #expect(feed.writtenFrames == 1_000)
        heard += mixer.rendered(600).left
        feed.finish(atFrame: 750)
        heard += mixer.rendered(300).left
        #expect(heard == Array(sound[..<750]) + [Float](repeating: 0, count: 250))
        #expect(mixer.collectEvents() == [.ended(voice)])
        #expect(feed.takenFrames == 750 && feed.underrunFrameCount == 0)
    }

    @Test("is at once at a frame that has passed")
    func passed() throws {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 48_000, capacityFrames: 1_000)
        _ = feed.write(noise(1_000, seed: 34), frameCount: 1_000)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        _ = mixer.rendered(500)
        feed.finish(atFrame: 200)
        #expect(mixer.rendered(100).left.allSatisfy { $0 == 0 })
        #expect(mixer.collectEvents() == [.ended(voice)])
    }
}

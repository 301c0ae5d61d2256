import AudioModel
import SoundMixer
import Testing

@Suite("A feed's writer")
struct FeedRefillTests {
    private func play(_ frames: Int, at rate: Double = 48_000) throws -> (Mixer, VoiceFeedWriter) {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: rate, capacityFrames: 10_000)
        let mixer = Mixer(outputRate: 48_000)
        _ = feed.write([Float](repeating: 1, count: frames), frameCount: frames)
        _ = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        return (mixer, feed)
    }

    @Test("is told once, by the render that takes the frame it asked for")
    func mark() throws {
        // Given a feed with a refill threshold of 1000 frames.
        let (mixer, feed) = try play(4800)
        feed.setRefillThreshold(atFrame: 1000)
        // When fewer have been taken, no refill is requested,
        _ = mixer.rendered(960)
        #expect(!mixer.renderer.hasEvents && !feed.reader.takeRefillRequest())
        // and when it is reached, one is, once.
        _ = mixer.rendered(40)
        #expect(mixer.renderer.hasEvents)
        #expect(mixer.collectEvents() == [])
        #expect(feed.reader.takeRefillRequest())
        _ = mixer.rendered(960)
        #expect(!mixer.renderer.hasEvents && !feed.reader.takeRefillRequest())
        #expect(feed.takenFrames == 1960 && feed.freeFrames == 7160)
    }

    @Test("is told at the next render of what is past, also when there is nothing to take")
    func past() throws {
        let (mixer, feed) = try play(100)
        _ = mixer.rendered(480)
        #expect(feed.takenFrames == 100 && feed.underrunFrameCount == 380)
        feed.setRefillThreshold(atFrame: 100)
        _ = mixer.rendered(480)
        #expect(mixer.renderer.hasEvents && feed.reader.takeRefillRequest())
    }

    @Test("has gains move at the very frame", arguments: [1, 7, 480, 4096])
    func changes(blockFrames: Int) throws {
        // Given a full-scale voice that falls to a quarter at frame 1001 and moves to the right at
        // 3000.
        let (mixer, feed) = try play(4800)
        #expect(feed.schedule(FeedChange(frame: 1001, stage: .appGain, value: 0.25, rampFrames: 0)))
        #expect(feed.schedule(FeedChange(frame: 3000, stage: .pan, value: 1, rampFrames: 0)))
        let output = mixer.rendered(4800, blockFrames: blockFrames)
        // Then the change begins there, whatever the blocks, and is complete within 6 ms.
        #expect(output.left[0...1001].allSatisfy { $0 == 1 })
        #expect(output.left[1002] < 1)
        #expect(output.left[1289...3000].allSatisfy { abs($0 - 0.25) < 1e-6 })
        #expect(output.left[3001] < 0.25)
        #expect(output.left[3289...].allSatisfy { abs($0) < 1e-6 })
        #expect(output.right[3289...].allSatisfy { abs($0 - 0.25) < 1e-6 })
    }

    @Test("may have so many changes wait, and no more")
    func changesMax() throws {
        let (mixer, feed) = try play(4800)
        let change = FeedChange(frame: 10, stage: .appGain, value: 0.5, rampFrames: 0)
        for _ in 0..<VoiceFeedWriter.changesMax { #expect(feed.schedule(change)) }
        #expect(!feed.schedule(change))
        // All changes of one frame have been applied when it has passed.
        _ = mixer.rendered(480)
        #expect(feed.schedule(change))
    }

    @Test("can tell what a mixer has rendered")
    func renderedFrames() throws {
        let (mixer, _) = try play(10)
        _ = mixer.rendered(1000)
        #expect(mixer.renderer.renderedFrames == 1000)
    }
}

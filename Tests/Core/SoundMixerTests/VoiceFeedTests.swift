import AudioModel
import SoundMixer
import Testing

@Suite("A voice that is fed")
struct VoiceFeedTests {
    private func write(_ samples: [Float], to feed: VoiceFeedWriter) -> Int {
        feed.write(samples, frameCount: samples.count / feed.channelCount)
    }

    @Test("plays what was written, bit by bit, and ends after the last frame")
    func plays() throws {
        // Given a stereo feed that is kept full during rendering.
        let samples = noise(8000, seed: 20)
        let feed = VoiceFeedWriter(channelCount: 2, sampleRate: 48_000, capacityFrames: 600)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        var written = 0
        var output = StereoFrames(samples: [])
        while written < 4000 {
            let taken = write(Array(samples[(2 * written)...]), to: feed)
            written += taken
            if written == 4000 { feed.finish() }
            output = output + mixer.rendered(100)
        }
        output = output + mixer.rendered(4100 - output.samples.count / 2)
        // Then every frame was output once, and there was no underrun.
        #expect(output.samples == samples + [Float](repeating: 0, count: 200))
        #expect(mixer.meter(of: voice)?.framesPlayed == 4000)
        #expect(mixer.meter(of: voice)?.underrunFrames == 0)
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test("plays what is written in place, around the end of its memory", arguments: [1, 2])
    func writtenInPlace(channelCount: Int) throws {
        // Given a feed that is filled in place, in parts of up to 70 frames.
        let samples = noise(4000 * channelCount, seed: 23)
        let feed = VoiceFeedWriter(
            channelCount: channelCount, sampleRate: 48_000, capacityFrames: 300)
        let mixer = Mixer(outputRate: 48_000)
        _ = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        var output = StereoFrames(samples: [])
        while feed.writtenFrames < 4000 {
            let (first, room) = (feed.writtenFrames, feed.freeFrames)
            let written = feed.write(atMost: 70) { memory, frameCount in
                #expect((1...min(room, 70)).contains(frameCount))
                let count = min(frameCount, 4000 - first)
                for index in 0..<count * channelCount {
                    memory[index] = samples[first * channelCount + index]
                }
                return count
            }
            #expect(feed.writtenFrames == first + written && feed.freeFrames == room - written)
            if feed.freeFrames < 100 { output = output + mixer.rendered(97) }
        }
        // When all of it is rendered.
        output = output + mixer.rendered(4000 - output.samples.count / 2)
        // Then every frame was output once, and a full feed takes nothing.
        let expected = channelCount == 2 ? samples : samples.flatMap { [$0, $0] }
        #expect(output.samples == expected)
        while feed.write(atMost: .max, { $1 }) > 0 {}
        #expect(feed.freeFrames == 0)
    }

    @Test("is silent while there is nothing, counts it, and goes on")
    func shortage() throws {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 48_000, capacityFrames: 1000)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        let samples = noise(150, seed: 21)
        // When 100 frames are queued and 480 are rendered, and then 50 more are written.
        _ = write(Array(samples[..<100]), to: feed)
        let first = mixer.rendered(480).left
        _ = write(Array(samples[100...]), to: feed)
        let second = mixer.rendered(50).left
        // Then the rest is silence, and nothing is lost.
        #expect(first == Array(samples[..<100]) + [Float](repeating: 0, count: 380))
        #expect(second == Array(samples[100...]))
        #expect(mixer.meter(of: voice)?.framesPlayed == 150)
        #expect(mixer.meter(of: voice)?.underrunFrames == 380)
        #expect(mixer.collectEvents().isEmpty)
    }

    @Test("takes no more than fits, and says how much that is")
    func room() {
        let feed = VoiceFeedWriter(channelCount: 2, sampleRate: 48_000, capacityFrames: 100)
        #expect(feed.freeFrames == 100)
        #expect(write(noise(160, seed: 22), to: feed) == 80)
        #expect(feed.freeFrames == 20)
        #expect(write(noise(160, seed: 22), to: feed) == 20)
        #expect(feed.freeFrames == 0)
        #expect(write(noise(160, seed: 22), to: feed) == 0)
        // When a mixer has played 30 of them.
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1)
        _ = mixer.rendered(30)
        #expect(feed.freeFrames == 30)
    }

    @Test("ends at once when it was finished empty")
    func finishedEmpty() throws {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 44_100, capacityFrames: 100)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1))
        feed.finish()
        // A resampled voice ends when its bus has output all frames that it may have mixed.
        _ = mixer.rendered(64)
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test("is not read while it is held")
    func held() throws {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 48_000, capacityFrames: 1000)
        _ = write(noise(1000, seed: 23), to: feed)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1, isHeld: true))
        _ = mixer.rendered(2000)
        #expect(feed.freeFrames == 0)
        #expect(mixer.meter(of: voice)?.underrunFrames == 0)
    }

    @Test("has one feed of its own")
    func oneVoiceAFeed() {
        let feed = VoiceFeedWriter(channelCount: 1, sampleRate: 48_000, capacityFrames: 1000)
        let (first, second) = (Mixer(outputRate: 48_000), Mixer(outputRate: 48_000))
        #expect(first.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1) != nil)
        #expect(second.addVoice(.feed(feed.reader), app: 1, session: 1, duck: 1) == nil)
    }
}

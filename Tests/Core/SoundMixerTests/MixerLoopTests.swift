import AudioModel
import SoundMixer
import Testing

@Suite("A looped voice")
struct MixerLoopTests {
    @Test(
        "plays once more for each loop, without a seam",
        arguments: [(1, 3), (7, 0), (100, 1), (480, 2), (1111, 4)])
    func loops(frameCount: Int, loopCount: Int) throws {
        let samples = noise(frameCount, seed: 6)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples), loopCount: loopCount))
        let total = frameCount * (loopCount + 1)
        let output = mixer.rendered(total + 10).left
        #expect(Array(output[..<total]) == (0...loopCount).flatMap { _ in samples })
        #expect(Array(output[total...]) == [Float](repeating: 0, count: 10))
        #expect(mixer.meter(of: voice)?.framesPlayed == total)
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test("goes on for ever when its count is −1", arguments: [-1, -2, Int.min])
    func forEver(loopCount: Int) throws {
        let samples = noise(333, seed: 7)
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: samples), loopCount: loopCount))
        let output = mixer.rendered(3330).left
        #expect(output == (0..<10).flatMap { _ in samples })
        #expect(mixer.collectEvents().isEmpty)
        mixer.stop(voice)
        _ = mixer.rendered(1000)
        #expect(mixer.collectEvents() == [.stopped(voice)])
    }

    @Test("ends at once when it holds nothing", arguments: [-1, 0, 5])
    func empty(loopCount: Int) throws {
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(mixer.play(SoundBuffer(mono: []), loopCount: loopCount))
        _ = mixer.rendered(1)
        #expect(mixer.collectEvents() == [.ended(voice)])
    }

    @Test("has no seam at another rate either")
    func loopsResampled() {
        // Given 441 frames looped, and the same written out.
        let samples = noise(441, seed: 8)
        let (looped, written) = (Mixer(outputRate: 48_000), Mixer(outputRate: 48_000))
        _ = looped.play(SoundBuffer(mono: samples, sampleRate: 44_100), loopCount: 4)
        _ = written.play(SoundBuffer(mono: (0..<5).flatMap { _ in samples }, sampleRate: 44_100))
        #expect(looped.rendered(3000) == written.rendered(3000))
    }
}

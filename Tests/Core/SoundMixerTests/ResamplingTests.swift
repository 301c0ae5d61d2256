import AudioModel
import Foundation
import SoundMixer
import Testing

@Suite("A voice at another rate than the output's")
struct ResamplingTests {
    @Test(
        "is the same wave at the same time, more than 100 dB above its errors",
        arguments: [11_000.0, 192_000, 768_000])
    func quality(sampleRate: Double) {
        expectQuality(100, at: sampleRate)
    }

    @Test(
        "is more than 120 dB above its errors at the usual rates",
        arguments: [8_000.0, 11_025, 22_050, 32_000, 44_100, 88_200, 96_000])
    func qualityOfUsualRates(sampleRate: Double) {
        expectQuality(120, at: sampleRate)
    }

    @Test(
        "is 88 dB above them at a rate that the output's is no simple ratio of, 84 above that",
        arguments: [
            (33_331.0, 88.0), (44_100.5, 88), (44_101, 88), (49_001, 84), (61_003, 84),
            (97_001, 84),
        ])
    func qualityOfOwnRates(sampleRate: Double, least: Double) {
        expectQuality(
            least, at: sampleRate, fractions: Array(stride(from: 0.3, through: 0.408, by: 0.004)))
    }

    /// Up to 0.408 of the lower rate: 18 kHz at 44.1 kHz.
    private func expectQuality(
        _ least: Double, at sampleRate: Double, fractions: [Double] = [0.02, 0.204, 0.408]
    ) {
        for fraction in fractions {
            let frequency = fraction * min(sampleRate, 48_000)
            let mixer = Mixer(outputRate: 48_000)
            let seconds = 0.1
            _ = mixer.play(
                SoundBuffer(
                    mono: sine(
                        frequency, peak: 0.9, sampleRate: sampleRate,
                        frameCount: Int(seconds * sampleRate)),
                    sampleRate: sampleRate))
            let output = mixer.rendered(Int(seconds * 48_000)).left
            let edge = Int(40 * 48_000 / min(sampleRate, 48_000))
            let ratio = signalToNoise(
                of: output, frequency: frequency, peak: 0.9, sampleRate: 48_000,
                frames: edge..<(output.count - edge))
            #expect(ratio >= least, "\(ratio) dB, \(frequency) Hz at \(sampleRate) Hz")
        }
    }

    @Test("lets nothing above the output's range through", arguments: [88_200.0, 96_000, 192_000])
    func aliases(sampleRate: Double) {
        // Given a tone that the output cannot carry.
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.play(
            SoundBuffer(
                mono: sine(28_000, peak: 1, sampleRate: sampleRate, frameCount: 40_000),
                sampleRate: sampleRate))
        // Then it is 100 dB down.
        let output = mixer.rendered(8000).left
        #expect(output[200...].allSatisfy { abs($0) < 1e-5 })
    }

    @Test(
        "is not changed by a voice of nearly the same rate, whichever filter that has",
        arguments: [(768_000.0, 760_000.0), (608_100, 594_100), (192_000, 190_000)])
    func filtersOfOneLength(first: Double, second: Double) {
        // Given two rates above the output's, with filters of one length.
        let sounds = [first, second].map { rate in
            SoundBuffer(
                mono: sine(1000, peak: 0.4, sampleRate: rate, frameCount: Int(rate / 10)),
                sampleRate: rate)
        }
        func output(of sounds: [SoundBuffer]) -> [Float] {
            let mixer = Mixer(outputRate: 44_100)
            for sound in sounds { _ = mixer.play(sound) }
            return mixer.rendered(4000).left
        }
        // When both play, in either order, then it is the sum of what each is alone.
        let alone = sounds.map { output(of: [$0]) }
        for both in [output(of: sounds), output(of: sounds.reversed())] {
            for frame in both.indices {
                #expect(abs(both[frame] - alone[0][frame] - alone[1][frame]) < 2e-6)
            }
        }
    }

    @Test("starts with the block: its frame 0 is the block's frame 0")
    func alignment() throws {
        // Given pulses at frames 0 and 4410 of a sound at 44.1 kHz.
        var samples = [Float](repeating: 0, count: 5000)
        samples[0] = 1
        samples[4410] = 1
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.rendered(123)
        // When it starts after some silence.
        _ = mixer.play(SoundBuffer(mono: samples, sampleRate: 44_100))
        let output = mixer.rendered(6000).left
        // Then they come out at frames 0 and 4800.
        let peaks = output.indices.filter { output[$0] > 0.9 }
        #expect(peaks == [0, 4800])
    }

    @Test("starts on the nearest frame of a bus that is running")
    func alignmentOnRunningBus() throws {
        // Given a silent voice that keeps the bus of 44.1 kHz running.
        let mixer = Mixer(outputRate: 48_000)
        _ = mixer.addVoice(
            .buffer(SoundBuffer(mono: [1], sampleRate: 44_100), loopCount: -1),
            app: 0, session: 1, duck: 1)
        _ = mixer.rendered(777)
        // When a tone joins it.
        _ = mixer.play(
            SoundBuffer(
                mono: sine(1000, peak: 1, sampleRate: 44_100, frameCount: 44_100),
                sampleRate: 44_100))
        let output = mixer.rendered(4800).left
        // Then it is off by at most half a frame of its own rate.
        let offset = 0.5 / 44_100 * 2 * .pi * 1000
        for frame in 200..<4800 {
            let ideal = sin(2 * .pi * 1000 * Double(frame) / 48_000)
            try #require(abs(Double(output[frame]) - ideal) <= offset * 1.01)
        }
    }

    @Test("lasts as long as it should, its tail included", arguments: [44_100.0, 22_050, 96_000])
    func duration(sampleRate: Double) throws {
        // Given a sound of ones, one second long.
        let mixer = Mixer(outputRate: 48_000)
        let voice = try #require(
            mixer.play(
                SoundBuffer(
                    mono: [Float](repeating: 1, count: Int(sampleRate)), sampleRate: sampleRate)))
        // When it is rendered frame by frame around its end.
        var output = mixer.rendered(47_000).left
        var endedAt: Int?
        while output.count < 49_000 {
            output += mixer.rendered(1).left
            if endedAt == nil, !mixer.collectEvents().isEmpty { endedAt = output.count }
        }
        // Then half of its height is at 48,000, and `ended` comes when the last ring is out.
        let last = try #require(output.lastIndex { $0 >= 0.5 })
        #expect(abs(last - 47_999) <= 1)
        let silentFrom = try #require(output.lastIndex { $0 != 0 }) + 1
        let ended = try #require(endedAt)
        #expect((silentFrom...silentFrom + 4).contains(ended))
        #expect(mixer.meter(of: voice) == nil)
    }

    @Test("is part of one filter with all others of its rate")
    func linear() {
        // Given two sounds of one rate, alone and together.
        let sounds = [noise(3000, seed: 10), noise(3000, seed: 11)].map {
            SoundBuffer(mono: $0, sampleRate: 44_100)
        }
        func output(of sounds: [SoundBuffer]) -> [Float] {
            let mixer = Mixer(outputRate: 48_000)
            for sound in sounds { _ = mixer.play(sound) }
            return mixer.rendered(3200).left
        }
        let together = output(of: sounds)
        let (first, second) = (output(of: [sounds[0]]), output(of: [sounds[1]]))
        // Then together is the sum.
        for frame in together.indices {
            #expect(abs(together[frame] - first[frame] - second[frame]) < 2e-6)
        }
    }

    @Test("keeps left and right apart")
    func channels() {
        let (left, right) = (noise(2000, seed: 12), noise(2000, seed: 13))
        func output(_ sound: SoundBuffer) -> StereoFrames {
            let mixer = Mixer(outputRate: 48_000)
            _ = mixer.play(sound)
            return mixer.rendered(2400)
        }
        let both = output(SoundBuffer(left: left, right: right, sampleRate: 44_100))
        #expect(both.left == output(SoundBuffer(mono: left, sampleRate: 44_100)).left)
        #expect(both.right == output(SoundBuffer(mono: right, sampleRate: 44_100)).right)
    }

    @Test(
        "may have any rate from 1 to 768,000, and no other",
        arguments: [
            (1.0, true), (7, true), (999.5, true), (767_999, true), (768_000, true), (0.5, false),
            (768_001, false), (.infinity, false), (.leastNonzeroMagnitude, false),
        ])
    func rates(sampleRate: Double, isTaken: Bool) {
        for outputRate in [8_000.0, 44_100, 48_000, 768_000] {
            let mixer = Mixer(outputRate: outputRate)
            let voice = mixer.play(SoundBuffer(mono: noise(500, seed: 14), sampleRate: sampleRate))
            #expect((voice != nil) == isTaken)
            #expect(mixer.rendered(1000).samples.allSatisfy { abs($0) < 2 })
        }
    }
}

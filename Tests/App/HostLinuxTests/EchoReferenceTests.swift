import AudioModel
import SoundClient
import Testing

import HostLinux

@Suite("What was played")
struct EchoReferenceTests {
    private func block(_ value: Float, count: Int, at frame: Double) -> CapturedSound {
        CapturedSound(
            samples: Array(repeating: value, count: 2 * count), channelCount: 2, position: 0,
            time: .seconds(frame / 48_000))
    }

    private func read(_ played: EchoReference, from first: Int, count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { played.read(from: first, count: count, into: base) }
            initialized = count
        }
    }

    @Test("is found by its time, follows jitter as if there were none, and is silent elsewhere")
    func numbers() {
        var played = EchoReference(sampleRate: 48_000)
        #expect(read(played, from: 100, count: 3) == [0, 0, 0])
        played.add(block(1, count: 100, at: 1_000))
        // A time that is 50 frames off belongs right behind.
        played.add(block(2, count: 100, at: 1_150))
        #expect(played.end == 1_200)
        #expect(read(played, from: 998, count: 4) == [0, 0, 1, 1])
        #expect(read(played, from: 1_098, count: 4) == [1, 1, 2, 2])
        // One that is a second off does not, and what is between was silence.
        played.add(block(3, count: 100, at: 49_200))
        #expect(read(played, from: 49_198, count: 4) == [0, 0, 3, 3])
        #expect(read(played, from: 49_299, count: 2) == [3, 0])
        // What is too long ago is forgotten.
        played.add(block(4, count: 100, at: 500_000))
        #expect(read(played, from: 49_200, count: 2) == [0, 0])
        #expect(read(played, from: 500_000, count: 1) == [4])
    }

    @Test("is the mean of its sides")
    func sides() {
        var played = EchoReference(sampleRate: 48_000)
        played.add(
            CapturedSound(
                samples: [1, 0, 0.5, 0.5], channelCount: 2, position: 0, time: .seconds(1)))
        #expect(read(played, from: 48_000, count: 2) == [0.5, 0.5])
    }

    @Test("has silence in place of NaN")
    func numbersOnly() {
        var played = EchoReference(sampleRate: 48_000)
        played.add(
            CapturedSound(
                samples: [.nan, 0, .infinity, -.infinity, 1, 1], channelCount: 2, position: 0,
                time: .seconds(1)))
        #expect(read(played, from: 48_000, count: 3) == [0, 0, 1])
    }
}

@Suite("The delay of an echo")
struct EchoDelayTests {
    /// The mean squares of the blocks of a speech.
    private func powers(seed: UInt64, seconds: Int) -> [Float] {
        var speech = Speech(seed: seed)
        return (0..<100 * seconds).map { _ in
            (0..<480).reduce(Float(0)) { sum, _ in
                let sample = speech.next()
                return sum + sample * sample / 480
            }
        }
    }

    @Test("is found within half a second where a canceller does not reach", arguments: [9, 15, 40])
    func found(blocks: Int) {
        var delay = EchoDelay()
        let played = powers(seed: 1, seconds: 3)
        for index in played.indices {
            let echo = index >= blocks ? played[index - blocks] / 16 : 0
            delay.note(captured: echo + 1e-6, played: played[index])
            if index == 50 + blocks { #expect(abs(delay.blocks - (blocks - 2)) <= 1) }
        }
        #expect(abs(delay.blocks - (blocks - 2)) <= 1)
    }

    @Test("stays nought where the canceller reaches, without an echo, and in silence")
    func unneeded() {
        var (near, alone, silent) = (EchoDelay(), EchoDelay(), EchoDelay())
        let played = powers(seed: 1, seconds: 10)
        let other = powers(seed: 77, seconds: 10)
        for index in played.indices {
            near.note(captured: index > 4 ? played[index - 5] / 16 : 0, played: played[index])
            alone.note(captured: other[(index + 37) % other.count], played: played[index])
            silent.note(captured: other[index], played: 0)
        }
        #expect(near.blocks == 0)
        #expect(alone.blocks == 0)
        #expect(silent.blocks == 0)
    }
}

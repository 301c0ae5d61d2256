import AudioCodecs
import AudioFormats
import AudioModel
import MediaExport
import Testing

@Suite("A mix of timelines")
struct TimelineMixTests {
    private func segment(
        _ file: AudioFileReader?, _ start: Int, _ count: Int, at target: Int, lasting: Int? = nil
    ) -> TimelineSegment {
        TimelineSegment(
            file.map { FileSound($0) },
            sourceRange: Double(start) / 1000..<Double(start + count) / 1000,
            targetRange: Double(target) / 1000..<Double(target + (lasting ?? count)) / 1000)
    }

    @Test func `has the samples of random parts of files, to the frame`() throws {
        var random = SeededGenerator(seed: 41)
        let files = try (0..<3).map { file in
            let all = (0..<700).map { Int16($0 * 3 + file * 7000 - 9000) }
            return (all, try waveFile(all))
        }
        for _ in 0..<40 {
            var (timelines, expected): ([SoundTimeline], [Float]) = ([], [])
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                var (segments, model): ([TimelineSegment], [Float]) = ([], [])
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let count = Int.random(in: 1...300, using: &random)
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        segments.append(segment(nil, 0, count, at: model.count))
                        model += Array(repeating: 0, count: count)
                        continue
                    }
                    let (all, file) = files[Int.random(in: 0..<3, using: &random)]
                    let start = Int.random(in: 0..<(700 - count), using: &random)
                    segments.append(segment(file, start, count, at: model.count))
                    model += all[start..<(start + count)].map { Float($0) / 32768 }
                }
                timelines.append(SoundTimeline(segments))
                for (index, sample) in model.enumerated() {
                    if index < expected.count {
                        expected[index] += sample
                    } else {
                        expected.append(sample)
                    }
                }
            }
            let mix = try TimelineMix(timelines, sampleRate: 1000, channelCount: 1)
            #expect(try samples(mix, pieces: [1, 97, 500]) == expected)
            let frame = Int.random(in: 0..<expected.count, using: &random)
            mix.seek(toFrame: Int64(frame))
            #expect(try samples(mix) == Array(expected.dropFirst(frame)))
        }
    }

    @Test func `is silent behind the end of a file, and fails with a file that is not there`()
        throws
    {
        let file = try waveFile([100, 200, 300])
        let mix = try TimelineMix(
            [SoundTimeline([segment(file, 1, 5, at: 0)])], sampleRate: 1000, channelCount: 1)
        #expect(try samples(mix) == [200, 300, 0, 0, 0].map { Float($0) / 32768 })
        let missing = FileSound(format: .shorts()) { () throws(FormatError) in
            throw FormatError(.cannotOpen(errno: 2))
        }
        let other = try TimelineMix(
            [SoundTimeline([TimelineSegment(missing, sourceRange: 0..<1, targetRange: 0..<1)])],
            sampleRate: 1000, channelCount: 1)
        #expect(throws: FormatError(.cannotOpen(errno: 2))) { try samples(other) }
    }

    @Test func `converts rate and channels without a seam between parts`() throws {
        let tone = (0..<4410).map { frame -> Int16 in
            Int16((8000 * sine(Double(frame) * 441 / 44_100)).rounded())
        }
        let file = try waveFile(tone, sampleRate: 44_100)
        let whole = try SoundTimeline(wholeOf: file)
        let source = FileSound(file)
        let cut = SoundTimeline([
            TimelineSegment(source, sourceRange: 0..<0.05, targetRange: 0..<0.05),
            TimelineSegment(source, sourceRange: 0.05..<0.1, targetRange: 0.05..<0.1),
        ])
        let one = try samples(TimelineMix([whole], sampleRate: 48_000, channelCount: 2))
        let two = try samples(TimelineMix([cut], sampleRate: 48_000, channelCount: 2))
        #expect(one.count == 9600 && two.count == 9600)
        #expect(zip(one, two).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect((0..<4800).allSatisfy { one[2 * $0] == one[2 * $0 + 1] })
    }

    @Test(arguments: [PitchRule.followsSpeed, .keepsPitch])
    func `has the length of a part that is played faster`(_ rule: PitchRule) throws {
        let tone = (0..<44_100).map { frame -> Int16 in
            Int16((8000 * sine(Double(frame) * 441 / 44_100)).rounded())
        }
        let file = try waveFile(tone, sampleRate: 44_100)
        let timeline = SoundTimeline(
            [
                TimelineSegment(
                    FileSound(file), sourceRange: 0..<1, targetRange: 0..<0.5)
            ], pitchRule: rule)
        let all = try samples(TimelineMix([timeline], sampleRate: 44_100, channelCount: 1))
        #expect(all.count == 22_050)
        let crossings = (5000..<17_000).filter { all[$0] < 0 && all[$0 + 1] >= 0 }.count
        // 441 Hz stay 120 in 12,000 frames, or become 240.
        #expect(abs(crossings - (rule == .keepsPitch ? 120 : 240)) <= 2)
    }

    private func sine(_ turns: Double) -> Double {
        // Bhaskara's approximation is close enough for a tone.
        let turn = turns - turns.rounded(.down)
        let half = turn < 0.5 ? turn : turn - 0.5
        let degrees = half * 360
        let value = 4 * degrees * (180 - degrees) / (40500 - degrees * (180 - degrees))
        return turn < 0.5 ? value : -value
    }

    @Test func `bears times that make no sense`() throws {
        var random = SeededGenerator(seed: 7)
        let source = FileSound(try waveFile(Array(repeating: 5, count: 50)))
        let times = [-1e300, -1e18, -5, 0, 1e-300, 0.001, 0.02, 1, 1e9, 1e18, 1e300]
        for _ in 0..<200 {
            func range() -> Range<Double> {
                let two = (0..<2).map { _ in times[Int.random(in: 0..<times.count, using: &random)]
                }
                return min(two[0], two[1])..<max(two[0], two[1])
            }
            var timeline = SoundTimeline(
                (0..<4).map { _ in
                    TimelineSegment(source, sourceRange: range(), targetRange: range())
                })
            timeline.gains.add(.init(range: range(), from: 2, to: 0))
            let mix = try TimelineMix([timeline], sampleRate: 1000, channelCount: 1)
            var samples = [Float](repeating: 0, count: 300)
            for frame in [0, 17, mix.frameCount / 2, mix.frameCount - 1] {
                mix.seek(toFrame: frame)
                _ = try samples.withUnsafeMutableBufferPointer { samples in
                    try mix.read(into: samples.baseAddress!, frameCount: 300)
                }
                #expect(samples.allSatisfy { $0.isFinite })
            }
        }
    }

    @Test func `refuses rates and channels that are not possible`() {
        for (rate, channels) in [(0.0, 1), (.nan, 1), (1e9, 1), (44_100, 0), (44_100, 65)] {
            #expect(throws: FormatError.self) {
                try TimelineMix([], sampleRate: rate, channelCount: channels)
            }
        }
    }
}

@Suite("A volume over time")
struct GainCurveTests {
    @Test func `has steps and ramps that are exact to the frame`() {
        var curve = GainCurve()
        curve.add(.init(range: 0.01..<0.01, from: 0.5, to: 0.5))
        curve.add(.init(range: 0.02..<0.024, from: 1, to: 0))
        let gains = curve.atRate(1000)
        let expected: [Float] =
            Array(repeating: 1, count: 10) + Array(repeating: 0.5, count: 10)
            + [1, 0.75, 0.5, 0.25] + [0, 0]
        #expect((0..<26).map { gains.gain(at: $0) } == expected)
        // Blocks of any size give the same.
        for size in [1, 3, 7, 26] {
            var samples = [Float](repeating: 1, count: 52)
            samples.withUnsafeMutableBufferPointer { samples in
                guard let start = samples.baseAddress else { return }
                for first in stride(from: 0, to: 26, by: size) {
                    gains.apply(
                        to: start + 2 * first, frameCount: min(size, 26 - first), channelCount: 2,
                        from: Int64(first))
                }
            }
            #expect(samples == expected.flatMap { [$0, $0] })
        }
    }

    @Test func `lets the last of two changes at one time hold, in any order of times`() {
        var curve = GainCurve()
        curve.add(.init(range: 0.5..<0.5, from: 0.3, to: 0.3))
        curve.add(.init(range: 0..<0, from: 0.1, to: 0.1))
        curve.add(.init(range: 0.5..<0.5, from: 0.7, to: 0.7))
        let gains = curve.atRate(10)
        #expect([0, 4, 5, 100].map { gains.gain(at: $0) } == [0.1, 0.1, 0.7, 0.7])
        #expect(!curve.overlaps(0..<1))
        curve.add(.init(range: 1..<2, from: 0, to: 1))
        #expect(curve.overlaps(1.5..<3) && !curve.overlaps(2..<3))
    }
}

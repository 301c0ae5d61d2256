import Drums
import Testing

@Suite("The timeline of steps")
struct StepTimelineTests {
    private func frames(_ timeline: inout StepTimeline, _ count: Int) -> [Int64] {
        (0..<count).map { _ in
            defer { timeline.advance() }
            return timeline.nextFrame
        }
    }

    @Test("has four steps a beat")
    func steps() {
        var timeline = StepTimeline(tempo: 120, sampleRate: 48_000, firstFrame: 10)
        #expect(frames(&timeline, 5) == [10, 6010, 12_010, 18_010, 24_010])
        #expect(timeline.nextStep == 5)
    }

    @Test("does not drift where a step is no whole number of frames")
    func drift() {
        var timeline = StepTimeline(tempo: 97, sampleRate: 44_100)
        let all = frames(&timeline, 100_001)
        #expect(all[100_000] == Int64((100_000 * 44_100 * 60 / (97.0 * 4)).rounded()))
        let steps = zip(all.dropFirst(), all).map { $0 - $1 }
        #expect(Set(steps) == [6819, 6820])
    }

    @Test("changes the tempo at the next step")
    func tempoChange() {
        var timeline = StepTimeline(tempo: 120, sampleRate: 48_000)
        _ = frames(&timeline, 2)
        timeline.setTempo(60)
        #expect(frames(&timeline, 3) == [12_000, 24_000, 36_000])
        timeline.setTempo(240)
        #expect(frames(&timeline, 2) == [48_000, 51_000])
    }

    @Test("limits the tempo", arguments: zip([0, 1e9, -5], [30, 240, 30] as [Double]))
    func limits(tempo: Double, expected: Double) {
        #expect(StepTimeline(tempo: tempo, sampleRate: 48_000).tempo == expected)
    }
}

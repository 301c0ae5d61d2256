import Playback
import Testing

@Suite("A passage of a file")
struct PlaybackRangeTests {
    /// Frames 10 to 30 of 100, three times.
    private let cut = PlaybackRange(start: 10, end: 30, fileEnd: 100, passCount: 3, fadeFrames: 4)
    private let whole = PlaybackRange(
        start: 0, end: 100, fileEnd: 100, passCount: nil, fadeFrames: 4)

    @Test(
        "goes through its frames, pass after pass, to its end",
        arguments: [(0, 10), (19, 29), (20, 10), (59, 29), (60, 30), (1000, 30), (-5, 10)]
            as [(Int64, Int64)])
    func frames(heard: Int64, frame: Int64) {
        #expect(cut.fileFrame(after: heard) == frame)
        #expect(cut.totalCount == 60)
    }

    @Test("repeats without end when that is asked for")
    func endless() {
        #expect(whole.totalCount == nil)
        #expect(whole.fileFrame(after: 1_000_000_007) == 7)
    }

    @Test(
        "is jumped about in within the pass that is heard",
        arguments: [
            (15, 0, 5), (15, 25, 25), (0, 45, 40), (99, 5, 20), (99, 59, 60), (12, 60, 42),
        ] as [(Int64, Int64, Int64)])
    func jumps(frame: Int64, heard: Int64, goal: Int64) {
        #expect(cut.playedCount(atFileFrame: frame, inPassOf: heard) == goal)
    }

    @Test("that holds nothing ends at once, however often it is to be heard")
    func empty() {
        for passage in [
            PlaybackRange(start: 0, end: 9, fileEnd: 0, passCount: nil, fadeFrames: 4),
            PlaybackRange(start: 50, end: 20, fileEnd: 100, passCount: nil, fadeFrames: 4),
        ] {
            #expect(passage.totalCount == 0)
            #expect(passage.fileFrame(after: 3) == passage.end)
            #expect(passage.playedCount(atFileFrame: 7, inPassOf: 3) == 0)
        }
    }

    @Test("fades at edges that are not the file's, in every pass")
    func edges() {
        let gains = (0..<20).map { cut.gain(after: $0, startingAfter: 0) }
        let ramp: [Float] = [0.125, 0.375, 0.625, 0.875]
        #expect(gains == ramp + Array(repeating: 1, count: 12) + ramp.reversed())
        #expect((20..<40).map { cut.gain(after: $0, startingAfter: 0) } == gains)
    }

    @Test("fades in after a jump, and not at the file's own edges")
    func jumpFades() {
        #expect((0..<100).allSatisfy { whole.gain(after: $0, startingAfter: 0) == 1 })
        #expect(whole.gain(after: 57, startingAfter: 57) == 0.125)
        #expect(whole.gain(after: 60, startingAfter: 57) == 0.875)
        #expect(whole.gain(after: 61, startingAfter: 57) == 1)
    }

    @Test("says where there is nothing to fade, and never where there is")
    func fading() {
        for first: Int64 in [0, 7] {
            for start in first..<60 {
                for count in 1...(20 - start % 20) {
                    let isFaded = (start..<start + count).contains {
                        cut.gain(after: $0, startingAfter: first) < 1
                    }
                    if isFaded {
                        #expect(cut.fades(within: count, after: start, startingAfter: first))
                    }
                }
            }
        }
        #expect(!whole.fades(within: 50, after: 50, startingAfter: 0))
    }

    @Test("that is to be exact fades nowhere")
    func exact() {
        let exact = PlaybackRange(start: 10, end: 30, fileEnd: 100, passCount: 1, fadeFrames: 0)
        #expect((0..<20).allSatisfy { exact.gain(after: $0, startingAfter: 0) == 1 })
    }
}

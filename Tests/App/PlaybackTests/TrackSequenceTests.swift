import AudioCodecs
import AudioModel
import Playback
import Testing

@Suite("Tracks that follow each other")
struct TrackSequenceTests {
    /// Frames of one value, so that the output tells which track is read.
    private final class Level: FrameInput {
        let channelCount = 1
        private let value: Float
        private var left: Int

        init(_ value: Float, frameCount: Int) {
            self.value = value
            left = frameCount
        }

        func seek(toFrame frame: Int64) {}

        func read(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
            let count = min(left, frameCount)
            samples.update(repeating: value, count: count)
            left -= count
            return count
        }
    }

    /// Tracks of 1500 frames with their places as values.
    private final class Order: TrackOrder {
        let count: Int
        private let repeats: Bool
        private let unplayable: Set<Int>
        private let undecodable: Set<Int>
        private(set) var named: [Int] = []

        private static let format = StreamFormat(
            sampleRate: 8_000, id: .linearPCM, flags: [.float, .packed], bytesPerPacket: 4,
            framesPerPacket: 1, bytesPerFrame: 4, channelCount: 1, bitsPerChannel: 32)

        init(
            count: Int, repeats: Bool = false, unplayable: Set<Int> = [],
            undecodable: Set<Int> = []
        ) {
            self.count = count
            self.repeats = repeats
            self.unplayable = unplayable
            self.undecodable = undecodable
        }

        func place(after place: Int, isSkipping: Bool) -> Int? {
            place + 1 < count ? place + 1 : repeats ? 0 : nil
        }

        func open(_ place: Int) -> Track? {
            guard !unplayable.contains(place) else {
                named.append(place)
                return nil
            }
            let fails = undecodable.contains(place)
            let input = SoundInput(streamOf: Self.format) {
                () throws(FormatError) in
                if fails { throw FormatError(.unsupportedCoding("none")) }
                return Level(Float(place), frameCount: 1_500)
            }
            return Track(
                place: place, input: input,
                passage: PlaybackRange(
                    start: 0, end: 1 << 40, fileEnd: 1 << 40, passCount: 1, fadeFrames: 0))
        }

        func skip(_ place: Int, because error: FormatError) { named.append(place) }
    }

    /// The values of a sequence's left samples, each with the number of frames.
    private func runs(_ sequence: TrackSequence, in order: Order) -> [[Int]] {
        var samples = [Float](repeating: 0, count: 2 * 10_000)
        let count = samples.withUnsafeMutableBufferPointer {
            $0.baseAddress.map { sequence.read(into: $0, frameCount: 10_000, in: order) } ?? 0
        }
        var runs: [[Int]] = []
        for frame in 0..<count {
            let value = Int(samples[2 * frame])
            if runs.last?[0] == value {
                runs[runs.count - 1][1] += 1
            } else {
                runs.append([value, 1])
            }
        }
        return runs
    }

    @Test("join to the frame, without those that cannot be opened or decoded, which are named")
    func skips() throws {
        let order = Order(count: 6, unplayable: [0, 2, 5], undecodable: [1, 3])
        let sequence = try #require(TrackSequence(from: 0, in: order))
        #expect(order.named == [0, 1, 2, 3])
        #expect(runs(sequence, in: order) == [[4, 1_500]])
        #expect(order.named == [0, 1, 2, 3, 5])
        let other = Order(count: 5, unplayable: [1], undecodable: [3])
        let joined = try #require(TrackSequence(from: 0, in: other))
        #expect(runs(joined, in: other) == [[0, 1_500], [2, 1_500], [4, 1_500]])
        #expect(other.named == [1, 3] && joined.isAtEnd)
        #expect(joined.segments.map(\.start) == [0, 1_500, 3_000])
    }

    @Test("end when as many in a row as there are cannot be opened, and after 500")
    func ends() throws {
        let short = Order(count: 3, repeats: true, unplayable: [0, 1, 2])
        #expect(TrackSequence(from: 0, in: short) == nil)
        #expect(short.named == [0, 1, 2])
        let long = Order(count: 1_000, unplayable: Set(1..<1_000))
        let sequence = try #require(TrackSequence(from: 0, in: long))
        #expect(runs(sequence, in: long) == [[0, 1_500]])
        #expect(long.named == Array(1...500))
    }
}

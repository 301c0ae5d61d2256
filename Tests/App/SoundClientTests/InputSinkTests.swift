import AudioModel
import Synchronization
import Testing

import SoundClient

@Suite("An input sink")
struct InputSinkTests {
    @Test("gives back each delivery whole, in order, with its place and time")
    func order() throws {
        // Given three deliveries of different lengths.
        let attentions = Mutex(0)
        let sink = InputSink(channelCount: 2) { attentions.withLock { $0 += 1 } }
        for (index, frameCount) in [3, 1, 5].enumerated() {
            let time = HostTime.seconds(Double(index))
            #expect(deliver(frameCount, of: Float(index), to: sink, at: time))
        }
        // When they are taken.
        let all = takeAll(from: sink)
        // Then nothing is changed.
        #expect(all.map(\.frameCount) == [3, 1, 5])
        #expect(all.map(\.position) == [0, 3, 4])
        #expect(all.map(\.time) == [.zero, .seconds(1), .seconds(2)])
        #expect(
            all.map(\.samples) == [
                [Float](repeating: 0, count: 6), [1, 1], [Float](repeating: 2, count: 10),
            ])
        sink.service()
        #expect(attentions.withLock { $0 } == 1)
    }

    @Test("loses whole deliveries when it is full, counts them, and goes on where they end")
    func overrun() {
        let sink = InputSink(channelCount: 1) {}
        // Given a full sink.
        let blockFrames = 1_000
        var held = 0
        while sink.lostFrameCount == 0 {
            _ = deliver(blockFrames, of: 0.5, to: sink)
            held += blockFrames
        }
        held -= blockFrames
        #expect(held <= InputSink.framesMax)
        #expect(held > InputSink.framesMax - blockFrames)
        #expect(sink.lostFrameCount == blockFrames)
        // When room is made, then the next delivery is accepted, at its true position.
        #expect(takeAll(from: sink).map(\.frameCount).reduce(0, +) == held)
        _ = deliver(10, of: 0.25, to: sink)
        let next = takeAll(from: sink)
        #expect(next.map(\.position) == [held + blockFrames])
        #expect(next.first?.samples == [Float](repeating: 0.25, count: 10))
    }

    @Test("takes nothing of impossible length")
    func length() {
        let sink = InputSink(channelCount: 2) {}
        for frameCount in [0, -1, .min, .max] {
            var samples: [Float] = [1, 1]
            _ = sink.deliver(&samples, frameCount: frameCount, at: .zero)
        }
        #expect(takeAll(from: sink).isEmpty)
    }

    @Test("keeps stretches whole where its memory wraps")
    func wrapping() {
        let sink = InputSink(channelCount: 2) {}
        var value: Float = 0
        for _ in 0..<300 {
            _ = deliver(777, of: value, to: sink)
            let taken = takeAll(from: sink)
            #expect(taken.map(\.samples) == [[Float](repeating: value, count: 2 * 777)])
            value += 1
        }
    }

    private func deliver(
        _ frameCount: Int, of value: Float, to sink: InputSink, at time: HostTime = .zero
    ) -> Bool {
        let samples = [Float](repeating: value, count: frameCount * sink.channelCount)
        return sink.deliver(samples, frameCount: frameCount, at: time)
    }

    private func takeAll(from sink: InputSink) -> [CapturedSound] {
        var all: [CapturedSound] = []
        while let next = sink.take() { all.append(next) }
        return all
    }
}

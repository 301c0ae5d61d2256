import Simulation
import Testing

@Suite("A record of sound")
struct SoundRecordTests {
    private func append(_ value: Float, frames: Int, to record: inout SoundRecord) {
        let samples = [Float](repeating: value, count: 2 * frames)
        samples.withUnsafeBufferPointer { record.append($0) }
    }

    private func left(_ record: SoundRecord, _ frames: Range<Int>) -> [Float] {
        var mix = [Float](repeating: 0, count: 2 * frames.count)
        record.add(frames, to: &mix)
        return stride(from: 0, to: mix.count, by: 2).map { mix[$0] }
    }

    @Test("gives back what was put in, from the frame on at which it began")
    func pieces() {
        // Given a record that begins within a block, filled in pieces.
        var record = SoundRecord(startingAt: 500)
        append(0.25, frames: 460, to: &record)
        append(0, frames: 480, to: &record)
        append(0.5, frames: 200, to: &record)
        append(0.75, frames: 100, to: &record)
        // Then the frames are at their positions, with silence before, between and after them.
        #expect(record.frameCount == 1740)
        #expect(left(record, 498..<502) == [0, 0, 0.25, 0.25])
        #expect(left(record, 958..<962) == [0.25, 0.25, 0, 0])
        #expect(left(record, 1438..<1442) == [0, 0, 0.5, 0.5])
        #expect(left(record, 1639..<1641) == [0.5, 0.75])
        #expect(left(record, 1738..<1742) == [0.75, 0.75, 0, 0])
        #expect(record.forgottenBefore == 0)
    }

    @Test("forgets what sounded first, and never counts silence")
    func limit() {
        var record = SoundRecord(startingAt: 0)
        append(0.5, frames: 480, to: &record)
        for _ in 0..<100 { append(0, frames: 480, to: &record) }
        for _ in 1..<SoundRecord.soundingBlocksMax { append(0.25, frames: 480, to: &record) }
        #expect(record.forgottenBefore == 0 && left(record, 0..<1) == [0.5])
        // When there is one block too many.
        append(0.75, frames: 480, to: &record)
        // Then the first is dropped.
        #expect(record.forgottenBefore == 480 && left(record, 0..<1) == [0])
        let end = record.frameCount
        #expect(left(record, end - 481..<end - 479) == [0.25, 0.75])
    }
}

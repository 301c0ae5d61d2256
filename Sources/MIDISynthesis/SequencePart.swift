import Synchronization

/// The time line of a sequencer that plays: all its instruments follow it, to the frame.
///
/// Ownership: atomics; the rest is immutable.
package final class SequenceTransport: Sendable {
    package let tempoMap: TempoMap
    /// The factor of the sequence's own speed.
    package let rate: Double
    /// The beat at the first frame.
    package let startBeat: Double
    private let startFrame = Atomic<Int64>(.min)
    private let renderedFrames = Atomic<Int64>(0)
    private let sampleRate = Atomic<UInt64>(0)

    package init(_ tempoMap: TempoMap, rate: Double, startBeat: Double) {
        self.tempoMap = tempoMap
        self.rate = rate
        self.startBeat = startBeat
    }

    /// Returns the frame of the start, which the first block rendered decides. Render thread.
    func begin(atFrame frame: Int64, sampleRate: Double) -> Int64 {
        let (isFirst, known) = startFrame.compareExchange(
            expected: .min, desired: frame, ordering: .acquiringAndReleasing)
        if isFirst { self.sampleRate.store(sampleRate.bitPattern, ordering: .releasing) }
        return isFirst ? frame : known
    }

    /// Notes that all frames before one have been rendered. Render thread.
    func noteRendered(until frame: Int64) {
        let count = frame - startFrame.load(ordering: .acquiring)
        if count > renderedFrames.load(ordering: .relaxed) {
            renderedFrames.store(count, ordering: .releasing)
        }
    }

    /// The beat up to which the sequence has been rendered.
    package var beat: Double {
        clock?.beat(ofFrame: Int(renderedFrames.load(ordering: .acquiring))) ?? startBeat
    }

    /// The beat from which messages have not been rendered.
    package var nextBeat: Double {
        clock?.limit(beforeFrame: Int(renderedFrames.load(ordering: .acquiring))) ?? startBeat
    }

    /// The clock of the first instrument; `nil` before the first block.
    private var clock: SequenceClock? {
        let rate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
        guard rate > 0 else { return nil }
        return SequenceClock(tempoMap, sampleRate: rate, rate: self.rate, startBeat: startBeat)
    }
}

/// The tracks of a sequence that one instrument plays.
///
/// Ownership: the instrument's mutex guards it.
package final class SequencePart: @unchecked Sendable {
    package let transport: SequenceTransport
    package var cursor: SequenceCursor
    private var clock: SequenceClock?
    private var startFrame: Int64 = 0
    private var due: SequenceCursor.Due?

    package init(_ transport: SequenceTransport, _ cursor: SequenceCursor) {
        self.transport = transport
        self.cursor = cursor
    }

    /// Prepares for a block. Render thread.
    func begin(atFrame frame: Int64, sampleRate: Double) {
        guard clock == nil else { return }
        startFrame = transport.begin(atFrame: frame, sampleRate: sampleRate)
        clock = SequenceClock(
            transport.tempoMap, sampleRate: sampleRate, rate: transport.rate,
            startBeat: transport.startBeat)
    }

    /// The frame of the next message before `end`; `end` when there is none. Render thread.
    func nextFrame(from frame: Int64, before end: Int64) -> Int64 {
        guard let clock else { return end }
        if due == nil {
            due = cursor.next(before: clock.limit(beforeFrame: Int(end - startFrame)))
        }
        guard let due else { return end }
        return max(startFrame + Int64(clock.frame(ofBeat: due.beat)), frame)
    }

    /// Takes the message that `nextFrame` has found.
    func take() -> MIDIMessage? {
        defer { due = nil }
        return due?.message
    }
}

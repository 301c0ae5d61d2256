import Realtime

/// The tracks of a sequence that one instrument plays.
///
/// Ownership: the instrument's mutex guards it.
package final class SequencePart: @unchecked Sendable {
    package let transport: SequenceTransport
    package var cursor: SequenceCursor
    private var clock: SequenceClock?
    private var startFrame: Int64 = 0
    private var due: SequenceCursor.Due?
    /// The first frame of the present block.
    private var blockStart: Int64 = 0
    private var blockEnd: Int64 = 0
    private let userEvents = RingBuffer<UserEvent>(capacity: SequencePart.userEventsMax)

    /// The largest number of user events that wait for the control side; further ones are dropped.
    private static let userEventsMax = 1024

    /// A user event that has been reached.
    package struct UserEvent: BitwiseCopyable, Sendable {
        /// The index of the track in the sequence.
        package var track: Int
        /// The index of the event, for `SequenceCursor.userData`.
        package var event: Int
        package var beat: Double
        /// The beats of the block that was rendered with it.
        package var slice: (start: Double, end: Double)
    }

    /// What a destination does at a frame.
    package enum Delivery: BitwiseCopyable, Sendable {
        case message(MIDIMessage)
        case parameter(MIDISequence.Parameter)
        /// A preset, by the indices of its track and event, for `SequenceCursor.preset`.
        case preset(track: Int, event: Int)
    }

    package init(_ transport: SequenceTransport, _ cursor: SequenceCursor) {
        self.transport = transport
        self.cursor = cursor
    }

    /// Prepares for a block. Render thread.
    func begin(atFrame frame: Int64, sampleRate: Double) {
        (blockStart, blockEnd) = (frame, frame)
        guard clock == nil else { return }
        startFrame = transport.begin(atFrame: frame, sampleRate: sampleRate)
        clock = SequenceClock(
            transport.tempoMap, sampleRate: sampleRate, rate: transport.rate,
            startBeat: transport.startBeat)
    }

    /// The frame of the next message before `end`; `end` when there is none. Render thread.
    func nextFrame(from frame: Int64, before end: Int64) -> Int64 {
        guard let clock else { return end }
        blockEnd = end
        if due == nil {
            due = cursor.next(before: clock.limit(beforeFrame: Int(end - startFrame)))
        }
        guard let due else { return end }
        return max(startFrame + Int64(clock.frame(ofBeat: due.beat)), frame)
    }

    /// Takes the event that `nextFrame` has found; `nil` for a user event, which goes to the
    /// control side. Render thread.
    func take() -> Delivery? {
        guard let due else { return nil }
        self.due = nil
        if let parameter = due.parameter { return .parameter(parameter) }
        if let preset = due.preset { return .preset(track: due.track, event: preset) }
        guard let event = due.userEvent else { return .message(due.message) }
        let slice = clock.map { clock in
            (
                start: clock.beat(ofFrame: Int(blockStart - startFrame)),
                end: clock.beat(ofFrame: Int(blockEnd - startFrame))
            )
        }
        _ = userEvents.writer.write(
            UserEvent(
                track: due.track, event: event, beat: due.beat,
                slice: slice ?? (due.beat, due.beat)))
        return nil
    }

    /// Delivers the events of a block to a destination, in their order. Render thread.
    ///
    /// - Parameters:
    ///   - frame: The number of the block's first frame; blocks follow each other without gaps.
    ///   - hostTime: The time at which it reaches the device, in nanoseconds; `nil` without one.
    ///   - deliver: Receives an event and its frame in the block.
    package func render(
        atFrame frame: Int64, frameCount: Int, sampleRate: Double, hostTime: Int64?,
        _ deliver: (Delivery, _ offset: Int) -> Void
    ) {
        begin(atFrame: frame, sampleRate: sampleRate)
        let end = frame + Int64(frameCount)
        var next = nextFrame(from: frame, before: end)
        while next < end {
            if let delivery = take() { deliver(delivery, Int(next - frame)) }
            next = nextFrame(from: next, before: end)
        }
        let endTime = hostTime.map { $0 + Int64(Double(frameCount) / sampleRate * 1e9) }
        transport.noteRendered(until: end, at: endTime)
    }

    /// Takes the user events that have been reached. One thread at a time.
    package func takeUserEvents() -> [UserEvent] {
        var events: [UserEvent] = []
        while let event = userEvents.reader.readable().first {
            events.append(event)
            userEvents.reader.discard(1)
        }
        return events
    }
}

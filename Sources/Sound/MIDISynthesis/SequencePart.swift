import Realtime
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
    /// The time at which the first frame reached, or would have reached, the device, in
    /// nanoseconds; `Int64.min` without a device.
    private let startTime = Atomic<Int64>(.min)

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
    ///
    /// - Parameter time: The time at which that frame reaches the device, in nanoseconds.
    func noteRendered(until frame: Int64, at time: Int64?) {
        let count = frame - startFrame.load(ordering: .acquiring)
        if count > renderedFrames.load(ordering: .relaxed) {
            renderedFrames.store(count, ordering: .releasing)
        }
        let rate = Double(bitPattern: sampleRate.load(ordering: .acquiring))
        guard let time, rate > 0 else { return }
        startTime.store(time - Int64(Double(count) / rate * 1e9), ordering: .releasing)
    }

    /// The time at which a beat reaches the device, in nanoseconds; `nil` without a device.
    package func time(ofBeat beat: Double) -> Int64? {
        let start = startTime.load(ordering: .acquiring)
        guard start != .min else { return nil }
        let seconds = (tempoMap.seconds(atBeat: beat) - tempoMap.seconds(atBeat: startBeat)) / rate
        guard seconds.isFinite, abs(seconds) < Self.secondsMax else { return nil }
        return start + Int64((seconds * 1e9).rounded())
    }

    /// The beat that reaches the device at a time in nanoseconds; `nil` without a device.
    package func beat(atTime time: Int64) -> Double? {
        let start = startTime.load(ordering: .acquiring)
        guard start != .min else { return nil }
        let seconds = (Double(time) - Double(start)) / 1e9 * rate
        return tempoMap.beats(atSecond: tempoMap.seconds(atBeat: startBeat) + seconds)
    }

    /// The longest time that is converted, in seconds: some 30 years.
    private static let secondsMax = 1e9

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
    }

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

    /// Takes the message that `nextFrame` has found; `nil` for a user event, which goes to the
    /// control side. Render thread.
    func take() -> MIDIMessage? {
        guard let due else { return nil }
        self.due = nil
        guard let event = due.userEvent else { return due.message }
        _ = userEvents.writer.write(UserEvent(track: due.track, event: event, beat: due.beat))
        return nil
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

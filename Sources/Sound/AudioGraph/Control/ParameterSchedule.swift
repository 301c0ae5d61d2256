import Realtime
import Synchronization

/// A change of a parameter at a frame of a node's next block.
public struct ScheduledChange: BitwiseCopyable, Sendable {
    /// What changes.
    public enum Target: Equatable, Sendable, BitwiseCopyable {
        /// The volume of a mixer's input.
        case volume(bus: Int)
        /// The pan of a mixer's input.
        case pan(bus: Int)
        /// The volume of a mixer's output.
        case outputVolume
        /// A volume of a matrix mixer.
        case matrix(MatrixMixer.Cell)
        /// A parameter that the schedule's owner applies.
        case kernel(number: Int)
        /// Drops all events before this one.
        case none
    }

    public var target: Target
    /// The first frame of the change, from the start of the next block; negative for a ramp that is
    /// already running.
    public var startFrame: Int
    /// The duration of a ramp in frames; 0 for a change at once.
    public var frameCount: Int
    public var startValue: Float
    public var endValue: Float

    /// Creates a change at once.
    public init(_ target: Target, at frame: Int, value: Float) {
        self.target = target
        startFrame = frame
        frameCount = 0
        (startValue, endValue) = (value, value)
    }

    /// Creates a change in a straight line: the first frame has the start value, and the first frame
    /// after the ramp the end value.
    public init(
        _ target: Target, from frame: Int, frameCount: Int, startValue: Float, endValue: Float
    ) {
        self.target = target
        startFrame = frame
        self.frameCount = max(frameCount, 0)
        self.startValue = startValue
        self.endValue = endValue
    }

    /// The frame at which the end value is reached.
    var endFrame: Int {
        let (end, overflow) = startFrame.addingReportingOverflow(frameCount)
        return overflow ? .max : end
    }

    func value(at frame: Int) -> Float {
        guard frame < endFrame else { return endValue }
        let part = Double(frame &- startFrame) / Double(frameCount)
        return startValue + (endValue - startValue) * Float(part)
    }
}

/// The changes of a node's parameters at frames of its next blocks.
///
/// Any thread adds events; the render thread of the node takes them over at the start of a block and
/// renders the block in pieces that end where a parameter begins or ends to move. A ramp continues
/// in later blocks until its end or until a later event of its target. A block without events is
/// rendered as if there were no schedule.
///
/// Ownership: a mutex guards the writer; the thread that has the renderer's turn owns `events` and
/// the reader.
public final class ParameterSchedule: @unchecked Sendable {
    /// The largest number of events that wait; further ones are refused.
    public static let eventsMax = 128

    private struct Writer: ~Copyable {
        var half: RingBufferWriter<ScheduledChange>
    }

    private let writer: Mutex<Writer>
    private let reader: RingBufferReader<ScheduledChange>
    private let events: UnsafeMutablePointer<ScheduledChange>
    private var count = 0
    private let apply: @Sendable (_ number: Int, _ value: Float) -> Void

    /// - Parameter apply: Sets a kernel's parameter; called by the render thread in blocks with
    ///   events.
    public init(apply: @escaping @Sendable (_ number: Int, _ value: Float) -> Void = { _, _ in }) {
        self.apply = apply
        let ring = RingBuffer<ScheduledChange>(capacity: Self.eventsMax)
        writer = Mutex(Writer(half: ring.writer))
        reader = ring.reader
        events = .allocate(capacity: Self.eventsMax)
        events.initialize(
            repeating: ScheduledChange(.none, at: 0, value: 0), count: Self.eventsMax)
    }

    deinit { events.deallocate() }

    /// Adds an event for the node's next block. Any thread.
    ///
    /// - Returns: Whether there was room.
    @discardableResult
    public func add(_ event: ScheduledChange) -> Bool {
        guard event.startValue.isFinite, event.endValue.isFinite else { return false }
        return writer.withLock { $0.half.write(event) }
    }

    /// Drops all events that have been added so far. Any thread.
    public func removeAll() { add(ScheduledChange(.none, at: 0, value: 0)) }

    // MARK: Render side

    /// Takes over new events, at the start of a block.
    ///
    /// - Returns: Whether there are any.
    func begin() -> Bool {
        while let event = reader.read() {
            if event.target == .none {
                count = 0
            } else if count < Self.eventsMax {
                events[count] = event
                count &+= 1
            }
        }
        return count > 0
    }

    /// Returns the end of the piece that begins at a frame.
    ///
    /// - Parameter step: The longest piece while a parameter moves, counted from its ramp's start.
    func end(from frame: Int, frameCount: Int, step: Int) -> Int {
        var end = frameCount
        for index in 0..<count {
            let event = events[index]
            if event.startFrame > frame {
                end = min(end, event.startFrame)
            } else if event.endFrame > frame {
                let passed = (frame &- event.startFrame) % step
                end = min(end, event.endFrame, frame &+ step &- passed)
            }
        }
        return end
    }

    /// Passes each parameter that an event has reached at a frame, and its value there.
    func values(at frame: Int, _ body: (ScheduledChange.Target, Float) -> Void) {
        for index in 0..<count where isEffective(index, at: frame) {
            let (target, value) = (events[index].target, events[index].value(at: frame))
            if case .kernel(let number) = target { apply(number, value) }
            body(target, value)
        }
    }

    /// Passes the values at the end of a block, and drops the events that are complete.
    func finish(frameCount: Int, _ body: (ScheduledChange.Target, Float) -> Void) {
        values(at: frameCount, body)
        var kept = 0
        for index in 0..<count {
            let event = events[index]
            let isOver =
                event.endFrame <= frameCount
                || (event.startFrame <= frameCount && !isEffective(index, at: frameCount))
            if isOver { continue }
            events[kept] = event
            events[kept].startFrame &-= frameCount
            kept &+= 1
        }
        count = kept
    }

    /// Whether an event decides about its target at a frame: it has begun, and none after it has.
    private func isEffective(_ index: Int, at frame: Int) -> Bool {
        let event = events[index]
        guard event.startFrame <= frame else { return false }
        for other in 0..<count where other != index && events[other].target == event.target {
            let start = events[other].startFrame
            guard start <= frame, start >= event.startFrame else { continue }
            if start > event.startFrame || other > index { return false }
        }
        return true
    }
}

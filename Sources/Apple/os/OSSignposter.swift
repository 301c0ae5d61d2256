// Signposts are for Instruments, which Linux does not have: they are accepted and ignored.

/// The identifier of one of several overlapping intervals of one name.
public struct OSSignpostID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    /// Makes an identifier from its number.
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// Makes an identifier from its number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Makes an identifier for a log; always `exclusive` here.
    public init(log: OSLog) {
        self = .exclusive
    }

    /// Makes an identifier for an object; always `exclusive` here.
    public init(log: OSLog, object: AnyObject) {
        self = .exclusive
    }

    /// The identifier of intervals that never overlap.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// An identifier that matches no signpost.
    public static let invalid = OSSignpostID(UInt64.max)
    /// An identifier without an interval.
    public static let null = OSSignpostID(0)

    /// Orders identifiers by number.
    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The kind of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A single event.
    public static let event = OSSignpostType(rawValue: 0)
    /// The beginning of an interval.
    public static let begin = OSSignpostType(rawValue: 1)
    /// The end of an interval.
    public static let end = OSSignpostType(rawValue: 2)
}

/// The message of a signpost.
public typealias SignpostMetadata = OSLogMessage

/// Does nothing on Linux.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {}

/// Does nothing on Linux.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {}

/// Does nothing on Linux.
@_disfavoredOverload
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: Any...
) {}

/// The state of an interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    init() {}

    /// Makes the state of an interval.
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState()
    }
}

/// Marks intervals and events; does nothing on Linux.
public struct OSSignposter: Sendable {
    /// Makes a signposter.
    public init() {}
    /// Makes a signposter for a subsystem and category.
    public init(subsystem: String, category: String) {}
    /// Makes a signposter for a category with a meaning in Instruments.
    public init(subsystem: String, category: OSLog.Category) {}
    /// Makes a signposter for a log.
    public init(logHandle: OSLog) {}
    /// Makes a signposter for a logger.
    public init(logger: Logger) {}

    /// A signposter that records nothing.
    public static var disabled: OSSignposter { OSSignposter() }

    /// Whether signposts are recorded; never on Linux.
    public var isEnabled: Bool { false }

    /// Makes an identifier; always `exclusive` here.
    public func makeSignpostID() -> OSSignpostID { .exclusive }
    /// Makes an identifier for an object; always `exclusive` here.
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { .exclusive }

    /// Begins an interval; records nothing on Linux.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState()
    }

    /// Begins an interval with a message; records nothing on Linux.
    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState()
    }

    /// Begins an animation interval; records nothing on Linux.
    public func beginAnimationInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive
    ) -> OSSignpostIntervalState {
        OSSignpostIntervalState()
    }

    /// Ends an interval; records nothing on Linux.
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
    /// Ends an interval with a message; records nothing on Linux.
    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
    ) {}

    /// Emits an event; records nothing on Linux.
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
    /// Emits an event with a message; records nothing on Linux.
    public func emitEvent(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata
    ) {}

    /// Runs a task as an interval and returns its result.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
    ) rethrows -> T {
        try task()
    }

    /// Runs a task as an interval with a message and returns its result.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata,
        around task: () throws -> T
    ) rethrows -> T {
        try task()
    }
}

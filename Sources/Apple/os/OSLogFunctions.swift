import Foundation

/// Writes a message to a log, if its level is enabled. Any thread.
///
/// - Parameters:
///   - message: A `printf` format with `%@`; `%{public}@` and `%{private}@` mark an argument as
///     public or private. A missing or mismatched argument is written as `<decode: …>`.
///   - dso: Unused on Linux.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
    type: OSLogType = .default, _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message to a log, if its level is enabled. Any thread.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
    _ message: StaticString, _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message).text(args) }
}

// Every object is a `CVarArg` on Apple's systems; on Linux only strings are. These overloads take
// the others.

/// Writes a message with arguments of any type.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
    type: OSLogType = .default, _ args: Any...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message with arguments of any type.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
    _ message: StaticString, _ args: Any...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message to the default log at the default level.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(.default) { message.text(LogSettings.current) }
}

/// Writes a message to a log, if its level is enabled.
@_disfavoredOverload
public func os_log(
    _ logLevel: OSLogType = .default, log logObject: OSLog = .default, _ message: OSLogMessage
) {
    logObject.write(logLevel) { message.text(LogSettings.current) }
}

/// Writes log messages for one subsystem and category. Any thread.
public struct Logger: Sendable {
    private let log: OSLog

    /// Makes a logger for the default log.
    public init() {
        log = .default
    }

    /// Makes a logger for a subsystem and category.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Makes a logger for an existing log.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message at the default level.
    public func log(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message at a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
    /// Writes a message at the debug level.
    public func trace(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message at the debug level.
    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    /// Writes a message at the info level.
    public func info(_ message: OSLogMessage) { write(.info, message) }
    /// Writes a message at the default level.
    public func notice(_ message: OSLogMessage) { write(.default, message) }
    /// Writes a message at the error level.
    public func warning(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message at the error level.
    public func error(_ message: OSLogMessage) { write(.error, message) }
    /// Writes a message at the fault level.
    public func critical(_ message: OSLogMessage) { write(.fault, message) }
    /// Writes a message at the fault level.
    public func fault(_ message: OSLogMessage) { write(.fault, message) }

    private func write(_ type: OSLogType, _ message: OSLogMessage) {
        log.write(type) { message.text(LogSettings.current) }
    }
}

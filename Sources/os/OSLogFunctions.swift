import Foundation

/// Writes a message to a log.
///
/// - Parameters:
///   - message: A format as `printf` takes it, with `%@`; `%{public}@` and `%{private}@` say whether
///     an argument is private. In place of an argument that is missing or of another kind stands
///     `<decode: …>`.
///   - dso: Not needed on Linux.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
    type: OSLogType = .default, _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message to a log.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
    _ message: StaticString, _ args: any CVarArg...
) {
    log.write(type) { LogFormat(message).text(args) }
}

// Every object is a `CVarArg` on Apple's systems; on Linux only strings are. These take the others.

/// Writes a message whose arguments are objects too.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default,
    type: OSLogType = .default, _ args: Any...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message whose arguments are objects too.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer = #dsohandle, log: OSLog = .default,
    _ message: StaticString, _ args: Any...
) {
    log.write(type) { LogFormat(message).text(args) }
}

/// Writes a message to the default log.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(.default) { message.text(LogSettings.current) }
}

/// Writes a message to a log.
@_disfavoredOverload
public func os_log(
    _ logLevel: OSLogType = .default, log logObject: OSLog = .default, _ message: OSLogMessage
) {
    logObject.write(logLevel) { message.text(LogSettings.current) }
}

/// Writes the messages of one subsystem and category.
public struct Logger: Sendable {
    private let log: OSLog

    public init() {
        log = .default
    }

    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    public init(_ logObj: OSLog) {
        log = logObj
    }

    public func log(_ message: OSLogMessage) { write(.default, message) }
    public func log(level: OSLogType, _ message: OSLogMessage) { write(level, message) }
    public func trace(_ message: OSLogMessage) { write(.debug, message) }
    public func debug(_ message: OSLogMessage) { write(.debug, message) }
    public func info(_ message: OSLogMessage) { write(.info, message) }
    public func notice(_ message: OSLogMessage) { write(.default, message) }
    public func warning(_ message: OSLogMessage) { write(.error, message) }
    public func error(_ message: OSLogMessage) { write(.error, message) }
    public func critical(_ message: OSLogMessage) { write(.fault, message) }
    public func fault(_ message: OSLogMessage) { write(.fault, message) }

    private func write(_ type: OSLogType, _ message: OSLogMessage) {
        log.write(type) { message.text(LogSettings.current) }
    }
}

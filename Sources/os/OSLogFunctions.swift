import Foundation

/// Writes a message to a log.
///
/// - Parameters:
///   - message: A format as `printf` takes it, with `%@`; `%{public}@` and `%{private}@` say whether
///     an argument is private. A specifier without an argument of its kind is written as it is.
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

/// A format of `printf`'s kind, filled in without `printf`: arguments are looked at, not believed.
package struct LogFormat {
    private let format: String

    package init(_ format: StaticString) {
        self.format = "\(format)"
    }

    package func text(_ arguments: [any CVarArg], _ settings: LogSettings = .current) -> String {
        var text = ""
        var rest = format[...]
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...]
            guard let specifier = LogSpecifier(&rest) else {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            text += specifier.text(&arguments, settings)
        }
        return text + rest
    }
}

/// One `%…` of a format.
struct LogSpecifier {
    private let whole: Substring
    private var isPublic = false
    private var isPrivate = false
    /// Flags, width and precision.
    private var layout = ""
    private let conversion: Character

    private static let widthMax = 200

    /// - Parameter rest: Begins with `%`; what follows the specifier remains.
    init?(_ rest: inout Substring) {
        var scan = rest.dropFirst()
        if scan.first == "{" {
            guard let end = scan.firstIndex(of: "}") else { return nil }
            let words = scan[scan.index(after: scan.startIndex)..<end]
                .split(whereSeparator: { $0 == "," || $0 == " " })
            isPublic = words.contains("public")
            isPrivate = words.contains { $0 == "private" || $0 == "sensitive" }
            scan = scan[scan.index(after: end)...]
        }
        while let next = scan.first, "-+ #0123456789.".contains(next) {
            layout.append(next)
            scan = scan.dropFirst()
        }
        while let next = scan.first, "hlqjztL".contains(next) { scan = scan.dropFirst() }
        guard let conversion = scan.first, "@diuxXoDUOcCsSpfFeEgGaAm%".contains(conversion) else {
            return nil
        }
        self.conversion = conversion
        scan = scan.dropFirst()
        whole = rest[..<scan.startIndex]
        rest = scan
        let numbers = layout.split { !$0.isNumber }
        if numbers.contains(where: { (Int($0) ?? .max) > Self.widthMax }) { layout = "" }
    }

    func text(_ arguments: inout ArraySlice<any CVarArg>, _ settings: LogSettings) -> String {
        if conversion == "%" { return "%" }
        if conversion == "m" { return String(cString: strerror(errno)) }
        guard let argument = arguments.first, let text = text(of: argument) else {
            return String(whole)
        }
        arguments.removeFirst()
        return isPrivate && !isPublic && !settings.showsPrivate ? "<private>" : text
    }

    private func text(of argument: any CVarArg) -> String? {
        switch conversion {
        case "@": return "\(argument)"
        case "d", "i", "D":
            return (argument as? any BinaryInteger).map {
                String(format: "%\(layout)lld", Int64(truncatingIfNeeded: $0))
            }
        case "u", "U", "x", "X", "o", "O":
            return (argument as? any BinaryInteger).map { number in
                let bits = UInt64(truncatingIfNeeded: number)
                let unsigned =
                    number.bitWidth < 64 ? bits & (1 << UInt64(number.bitWidth) - 1) : bits
                return String(
                    format:
                        "%\(layout)ll\(conversion.lowercased() == "u" ? "u" : String(conversion).replacingOccurrences(of: "O", with: "o"))",
                    unsigned)
            }
        case "c", "C":
            return (argument as? any BinaryInteger)
                .flatMap { Unicode.Scalar(UInt32(truncatingIfNeeded: $0)) }.map { String($0) }
        case "f", "F", "e", "E", "g", "G", "a", "A":
            let number =
                (argument as? Double) ?? (argument as? Float).map(Double.init)
                ?? (argument as? CGFloat).map { Double($0) }
            return number.map { String(format: "%\(layout)\(conversion)", $0) }
        case "s", "S":
            let address =
                (argument as? UnsafePointer<CChar>)
                ?? (argument as? UnsafeMutablePointer<CChar>).map { UnsafePointer($0) }
            return address.map { String(cString: $0) }
        default: return "\(argument)"
        }
    }
}

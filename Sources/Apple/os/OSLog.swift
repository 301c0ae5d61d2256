public import Foundation
import Synchronization

/// The level of a log message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number of the level.
    public let rawValue: UInt8

    /// Makes a level from its number.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Makes a level from its number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Notices that help to find a failure.
    public static let `default` = OSLogType(0x00)
    /// Information that is helpful, but not essential.
    public static let info = OSLogType(0x01)
    /// Information for development.
    public static let debug = OSLogType(0x02)
    /// Errors of the process.
    public static let error = OSLogType(0x10)
    /// Faults of the system or several processes.
    public static let fault = OSLogType(0x11)
}

/// A log for the messages of one subsystem and category.
///
/// Linux has no unified logging system. Messages go to standard error if the environment variable
/// `SORI_OS_LOG` names the lowest level to write: `debug`, `info`, `default`, `error` or `fault`.
/// Without it nothing is written, and no argument is evaluated. Private values are written as
/// `<private>` unless `SORI_OS_LOG_PRIVATE` is `1`; a line after the first of them says so.
///
/// Ownership: immutable. Any thread.
open class OSLog: NSObject, @unchecked Sendable {
    let subsystem: String
    let category: String
    private let isDisabled: Bool

    /// Categories with a meaning in Instruments.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Events of interest, which Instruments shows on a track of their own.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        /// Signposts that are recorded only while a tool observes.
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        /// Signposts recorded only while a tool observes, with the call stack.
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    /// Makes a log for a subsystem, by convention a reverse DNS name, and a category.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem, category, isDisabled: false)
    }

    /// Makes a log for a category with a meaning in Instruments.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem, category.rawValue, isDisabled: false)
    }

    private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
    }

    /// The log without subsystem and category.
    public static let `default` = OSLog("", "", isDisabled: false)
    /// A log that writes nothing.
    public static let disabled = OSLog("", "", isDisabled: true)

    /// Whether messages of a level are written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && LogSettings.current.writes(type)
    }

    /// Whether signposts are recorded; never on Linux.
    public var signpostsEnabled: Bool { false }

    /// Writes a message if its level is enabled.
    func write(_ type: OSLogType, _ text: () -> String) {
        guard isEnabled(type: type) else { return }
        let line = LogLine(
            date: Date(), type: type, subsystem: subsystem, category: category, text: text())
        // Written in one call, so that messages of several threads do not mix.
        let hint = line.text.contains(hiddenText) ? Self.privacyHint() : ""
        FileHandle.standardError.write(Data((line.description + hint).utf8))
    }

    /// How to see private values, the first time that one is hidden; empty from then on.
    private static func privacyHint() -> String {
        let isTold = isPrivacyTold.withLock { isTold in
            defer { isTold = true }
            return isTold
        }
        return isTold ? "" : "(<private>: SORI_OS_LOG_PRIVATE=1 shows such values)\n"
    }

    private static let isPrivacyTold = Mutex(false)
}

/// The C name of `OSLog`.
public typealias os_log_t = OSLog

/// Log settings from the environment.
package struct LogSettings: Sendable {
    private let least: Int?
    /// Whether private arguments are shown.
    package let showsPrivate: Bool

    /// The settings of this process.
    package static let current = LogSettings(ProcessInfo.processInfo.environment)

    package init(_ environment: [String: String]) {
        let named = environment["SORI_OS_LOG"].map { $0.lowercased() }
        least = Self.names.firstIndex { $0.name == named }
        showsPrivate = environment["SORI_OS_LOG_PRIVATE"] == "1"
    }

    package func writes(_ type: OSLogType) -> Bool {
        guard let least else { return false }
        // A custom level ranks as the default.
        let place = Self.names.firstIndex { $0.type == type } ?? 2
        return place >= least
    }

    /// The levels in ascending order.
    fileprivate static let names: [(name: String, type: OSLogType)] = [
        ("debug", .debug), ("info", .info), ("default", .default), ("error", .error),
        ("fault", .fault),
    ]
}

/// One message in its output form.
package struct LogLine: CustomStringConvertible {
    var date: Date
    var type: OSLogType
    var subsystem: String
    var category: String
    var text: String

    package init(
        date: Date, type: OSLogType, subsystem: String, category: String, text: String
    ) {
        self.date = date
        self.type = type
        self.subsystem = subsystem
        self.category = category
        self.text = text
    }

    /// `2026-01-31T12:00:00Z [subsystem:category] error: text`, followed by a newline.
    package var description: String {
        let name = LogSettings.names.first { $0.type == type }?.name ?? "default"
        let origin = subsystem.isEmpty && category.isEmpty ? "" : " [\(subsystem):\(category)]"
        let time = date.formatted(.iso8601)
        return "\(time)\(origin) \(name): \(text)\n"
    }
}

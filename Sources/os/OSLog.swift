import Foundation

/// How important a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let `default` = OSLogType(0x00)
    public static let info = OSLogType(0x01)
    public static let debug = OSLogType(0x02)
    public static let error = OSLogType(0x10)
    public static let fault = OSLogType(0x11)
}

/// Where messages go: those of one subsystem and category.
///
/// On Linux there is no system log of Apple's kind. Messages are written to standard error when the
/// environment variable `SORI_OS_LOG` names the least important type to write: `debug`, `info`,
/// `default`, `error` or `fault`. Without it nothing is written, and no argument is evaluated.
open class OSLog: NSObject, @unchecked Sendable {
    let subsystem: String
    let category: String
    private let isDisabled: Bool

    /// Names that Instruments gives a meaning to.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
        public static let dynamicTracing = Category(rawValue: "DynamicTracing")
        public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
    }

    public convenience init(subsystem: String, category: String) {
        self.init(subsystem, category, isDisabled: false)
    }

    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem, category.rawValue, isDisabled: false)
    }

    private init(_ subsystem: String, _ category: String, isDisabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isDisabled = isDisabled
    }

    public static let `default` = OSLog("", "", isDisabled: false)
    /// Writes nothing.
    public static let disabled = OSLog("", "", isDisabled: true)

    /// Whether messages of a type are written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && LogSettings.current.writes(type)
    }

    /// Whether signposts are taken; on Linux they never are.
    public var signpostsEnabled: Bool { false }

    /// Writes a message if its type is enabled.
    func write(_ type: OSLogType, _ text: () -> String) {
        guard isEnabled(type: type) else { return }
        let line = LogLine(
            date: Date(), type: type, subsystem: subsystem, category: category, text: text())
        // In one piece, so that the messages of several threads do not mix.
        FileHandle.standardError.write(Data(line.description.utf8))
    }
}

/// The name of `OSLog` in C.
public typealias os_log_t = OSLog

/// What the environment says of messages.
package struct LogSettings: Sendable {
    private let least: Int?
    /// Whether private arguments are written too.
    package let showsPrivate: Bool

    /// Those of this process.
    package static let current = LogSettings(ProcessInfo.processInfo.environment)

    package init(_ environment: [String: String]) {
        let named = environment["SORI_OS_LOG"].map { $0.lowercased() }
        least = Self.names.firstIndex { $0.name == named }
        showsPrivate = environment["SORI_OS_LOG_PRIVATE"] == "1"
    }

    package func writes(_ type: OSLogType) -> Bool {
        guard let least else { return false }
        // A type of someone's own is as important as the default.
        let place = Self.names.firstIndex { $0.type == type } ?? 2
        return place >= least
    }

    /// The types, the least important one first.
    fileprivate static let names: [(name: String, type: OSLogType)] = [
        ("debug", .debug), ("info", .info), ("default", .default), ("error", .error),
        ("fault", .fault),
    ]
}

/// One message as it is written.
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

    /// `2026-01-31T12:00:00Z [subsystem:category] error: text`, and a line end.
    package var description: String {
        let name = LogSettings.names.first { $0.type == type }?.name ?? "default"
        let origin = subsystem.isEmpty && category.isEmpty ? "" : " [\(subsystem):\(category)]"
        let time = date.formatted(.iso8601)
        return "\(time)\(origin) \(name): \(text)\n"
    }
}

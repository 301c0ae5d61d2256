public import Foundation

/// A calendar day, which names a folder in the form `yyyyMMdd`.
public struct FolderDay: Hashable, Sendable {
    /// Midnight of the day in UTC, where no day is shorter than another.
    private let midnight: Date

    /// Days have Gregorian names whatever calendar the user prefers: a Buddhist calendar would write
    /// 2569 for 2026.
    private static func calendar(in timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }

    private static let utc = calendar(in: .gmt)

    /// The day at `date` in a time zone.
    public init(of date: Date, in timeZone: TimeZone) {
        let parts = Self.calendar(in: timeZone).dateComponents([.year, .month, .day], from: date)
        midnight = Self.utc.date(from: parts) ?? date
    }

    /// The day that a folder's name gives; `nil` unless the name is eight ASCII digits of a day that
    /// exists.
    public init?(folderName: String) {
        let digits = folderName.utf8.map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.count == 8, digits.allSatisfy((0...9).contains) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { 10 * $0 + $1 } }
        let parts = DateComponents(
            calendar: Self.utc, year: number(0..<4), month: number(4..<6), day: number(6..<8))
        guard number(0..<4) > 0, parts.isValidDate, let midnight = parts.date else { return nil }
        self.midnight = midnight
    }

    /// The name of the day's folder.
    public var folderName: String {
        let parts = Self.utc.dateComponents([.year, .month, .day], from: midnight)
        return String(
            format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// The first moment of the day in a time zone.
    public func start(in timeZone: TimeZone) -> Date? {
        let parts = Self.utc.dateComponents([.year, .month, .day], from: midnight)
        return Self.calendar(in: timeZone).date(from: parts)
    }

    /// The number of midnights from another day to this one; negative for a later day.
    public func days(since other: FolderDay) -> Int {
        Self.utc.dateComponents([.day], from: other.midnight, to: midnight).day ?? 0
    }
}

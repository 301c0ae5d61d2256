import CoreMedia
import Foundation

/// The values of a metadata item.
///
/// Ownership: the objects that it holds are not changed.
struct MetadataValues: @unchecked Sendable {
    var key: (any NSCopying & NSObjectProtocol)?
    var keySpace: AVMetadataKeySpace?
    var value: (any NSCopying & NSObjectProtocol)?
    var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    /// The type that was given; else it is the one that the value has.
    var statedDataType: String?
    var languageTag: String?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var startDate: Date?

    init() {}

    init(_ keySpace: AVMetadataKeySpace, _ key: String, _ value: any NSCopying & NSObjectProtocol) {
        self.keySpace = keySpace
        self.key = NSString(string: key)
        self.value = value
    }

    var identifier: AVMetadataIdentifier? {
        guard let key, let keySpace else { return nil }
        return MetadataIdentifiers.identifier(forKey: key, keySpace: keySpace)
    }

    mutating func setIdentifier(_ identifier: AVMetadataIdentifier?) {
        let parts = identifier.flatMap(MetadataIdentifiers.parts)
        keySpace = parts?.keySpace
        key = parts.map { NSString(string: $0.key) }
    }

    var commonKey: AVMetadataKey? {
        guard let keySpace, let key = key as? NSString else { return nil }
        return CommonKeys.commonKey(of: key as String, in: keySpace)
    }

    var locale: Locale? { languageTag.map { Locale(identifier: $0) } }

    /// The type of the value, by the names of Core Media.
    var dataType: String? {
        if let statedDataType { return statedDataType }
        let prefix = "com.apple.metadata.datatype."
        switch value {
        case let data as NSData:
            let head = (data as Data).prefix(4)
            if head.starts(with: [0xFF, 0xD8]) { return prefix + "JPEG" }
            if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return prefix + "PNG" }
            if head.starts(with: [0x42, 0x4D]) { return prefix + "BMP" }
            if head.starts(with: [0x47, 0x49, 0x46, 0x38]) { return prefix + "GIF" }
            return prefix + "raw-data"
        case is NSString: return prefix + "UTF-8"
        case let number as NSNumber:
            let isWhole = number.doubleValue.rounded() == number.doubleValue
            return prefix + (isWhole ? "int64" : "float64")
        default: return nil
        }
    }

    var string: String? {
        switch value {
        case let text as NSString: text as String
        case let number as NSNumber: number.stringValue
        case let date as NSDate: ISO8601DateFormatter().string(from: date as Date)
        default: nil
        }
    }

    var number: NSNumber? {
        switch value {
        case let number as NSNumber: return number
        case let text as NSString:
            let text = (text as String).trimmingCharacters(in: .whitespaces)
            if let whole = Int64(text) { return NSNumber(value: whole) }
            return Double(text).flatMap { $0.isFinite ? NSNumber(value: $0) : nil }
        default: return nil
        }
    }

    var date: Date? {
        switch value {
        case let date as NSDate: date as Date
        case let text as NSString: Self.date(text as String)
        default: nil
        }
    }

    /// A date in a form of ISO 8601, from a year alone to a second with a time zone; without one it
    /// is of Greenwich.
    static func date(_ text: String) -> Date? {
        let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
        guard let day = parts.first else { return nil }
        let numbers = day.split(separator: "-", omittingEmptySubsequences: false).map {
            Int($0) ?? -1
        }
        guard (1...3).contains(numbers.count), (0...9999).contains(numbers[0]),
            numbers.dropFirst().allSatisfy({ (1...31).contains($0) })
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        guard let greenwich = TimeZone(secondsFromGMT: 0) else { return nil }
        calendar.timeZone = greenwich
        var components = DateComponents()
        components.year = numbers[0]
        components.month = numbers.count > 1 ? numbers[1] : 1
        components.day = numbers.count > 2 ? numbers[2] : 1
        guard (1...12).contains(components.month ?? 0), let start = calendar.date(from: components)
        else { return nil }
        guard parts.count == 2 else { return start }
        return secondsOfDay(String(parts[1])).map { start + $0 }
    }

    /// The seconds of a time like `07:08:09.5+02:00`, at Greenwich.
    private static func secondsOfDay(_ text: String) -> Double? {
        let zoneStart = text.firstIndex { $0 == "Z" || $0 == "+" || $0 == "-" } ?? text.endIndex
        let time = text[..<zoneStart].split(separator: ":").map { Double($0) ?? -1 }
        guard (1...3).contains(time.count), time.allSatisfy({ (0..<62).contains($0) }) else {
            return nil
        }
        let seconds = zip(time, [3600.0, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        let zone = text[zoneStart...].filter { $0 != ":" }
        guard zone.count >= 3, let number = Int(zone.dropFirst()) else { return seconds }
        let (hours, minutes) = zone.count > 3 ? (number / 100, number % 100) : (number, 0)
        guard (0...18).contains(hours), minutes < 60 else { return nil }
        let offset = Double(hours * 3600 + minutes * 60)
        return zone.hasPrefix("-") ? seconds + offset : seconds - offset
    }
}

/// Identifiers of metadata items, and what they are made of.
enum MetadataIdentifiers {
    static func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        let bytes: [UInt8]
        if let text = key as? String {
            if keySpace.hasCodes {
                // The keys of codes are bytes; the sign is written as `@` in keys.
                bytes = text.unicodeScalars.enumerated().flatMap { index, scalar -> [UInt8] in
                    if index == 0, scalar == "@" || scalar == "©" { return [0xA9] }
                    return scalar.value < 256 ? [UInt8(scalar.value)] : Array(String(scalar).utf8)
                }
            } else {
                bytes = Array(text.utf8)
            }
        } else if let number = key as? NSNumber {
            let code = number.uint32Value
            bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
        } else {
            return nil
        }
        return AVMetadataIdentifier(keySpace.identifierPrefix + "/" + escaped(bytes))
    }

    /// The key space and the key of an identifier; `nil` for a text that is none.
    static func parts(
        _ identifier: AVMetadataIdentifier
    ) -> (keySpace: AVMetadataKeySpace, key: String)? {
        let parts = identifier.rawValue.split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        let space: AVMetadataKeySpace =
            switch parts[0] {
            case "common": .common
            case "id3": .id3
            default: AVMetadataKeySpace(String(parts[0]))
            }
        var bytes = unescaped(parts[1])
        if space.hasCodes, bytes.first == 0xA9 { bytes[0] = 0x40 }
        return (space, String(decoding: bytes, as: UTF8.self))
    }

    /// Bytes as text: those that an address may not have are escaped.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            if allowed.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }

    private static let allowed = Set(
        Array(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@".utf8))

    private static func unescaped(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == 0x25, rest.count >= 2, let escaped = UInt8(digits, radix: 16) {
                bytes.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

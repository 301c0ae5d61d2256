import Foundation

// The property lists of presets, as the objects of Core Foundation that apps have.

/// The deepest property list that is copied.
private let depthMax = 64

/// The binary form of a `CFPropertyListRef`; `nil` for another object.
func propertyListBytes(_ list: UnsafeRawPointer) -> [UInt8]? {
    let object = Unmanaged<AnyObject>.fromOpaque(list).takeUnretainedValue()
    guard let copy = copy(of: object, depth: 0) else { return nil }
    let data = try? PropertyListSerialization.data(
        fromPropertyList: copy, format: .binary, options: 0)
    return data.map { Array($0) }
}

/// The `CFPropertyListRef` of a binary form; `nil` for bytes that are none.
func cfPropertyList(_ bytes: [UInt8]) -> AnyObject? {
    let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    switch list {
    case let values as [String: Any]: return NSDictionary(dictionary: values)
    case let values as [Any]: return NSArray(array: values)
    case let text as String: return text as NSString
    case let data as Data: return data as NSData
    case let date as Date: return date as NSDate
    case let number as NSNumber: return number
    default: return nil
    }
}

/// A copy of a property list; `nil` for what is none.
private func copy(of object: Any, depth: Int) -> Any? {
    guard depth < depthMax else { return nil }
    switch object {
    case let text as NSString: return text as String
    case let number as NSNumber: return number
    case let data as NSData: return data as Data
    case let date as NSDate: return date as Date
    case let values as NSArray:
        let copies = values.compactMap { copy(of: $0, depth: depth + 1) }
        return copies.count == values.count ? copies : nil
    case let values as NSDictionary:
        var copies: [String: Any] = [:]
        for (key, value) in values {
            guard let name = copy(of: key, depth: depth + 1) as? String,
                let value = copy(of: value, depth: depth + 1)
            else { return nil }
            copies[name] = value
        }
        return copies
    default: return nil
    }
}

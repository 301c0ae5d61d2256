import Foundation

/// The value of a property, to be written to an app's memory.
enum PropertyValue {
    case bytes([UInt8])
    /// An object: a retained pointer is written, and the app then owns the object.
    case object(AnyObject)
    /// A structure with retained pointers to strings at these offsets; the app then owns the
    /// strings.
    case structure([UInt8], texts: [(offset: Int, text: NSString)])

    /// A structure or number in C's layout.
    static func of<Value: BitwiseCopyable>(_ value: Value) -> PropertyValue {
        .bytes(withUnsafeBytes(of: value) { Array($0) })
    }

    static func list<Value: BitwiseCopyable>(_ values: [Value]) -> PropertyValue {
        .bytes(values.withUnsafeBytes { Array($0) })
    }

    static func text(_ text: String) -> PropertyValue {
        .object(text as NSString)
    }

    static func texts(_ texts: [String]) -> PropertyValue {
        let array = NSMutableArray()
        for text in texts { array.add(text as NSString) }
        return .object(array)
    }

    var byteCount: Int {
        switch self {
        case .bytes(let bytes), .structure(let bytes, _): bytes.count
        case .object: MemoryLayout<UnsafeRawPointer>.size
        }
    }

    /// - Parameter room: At least `byteCount` bytes.
    func write(to room: UnsafeMutableRawBufferPointer) {
        switch self {
        case .bytes(let bytes):
            room.copyBytes(from: bytes)
        case .object(let object):
            Self.write(object, to: room)
        case .structure(let bytes, let texts):
            room.copyBytes(from: bytes)
            for (offset, text) in texts {
                Self.write(text, to: UnsafeMutableRawBufferPointer(rebasing: room[offset...]))
            }
        }
    }

    private static func write(_ object: AnyObject, to room: UnsafeMutableRawBufferPointer) {
        let pointer = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
        withUnsafeBytes(of: pointer) { room.copyBytes(from: $0) }
    }
}

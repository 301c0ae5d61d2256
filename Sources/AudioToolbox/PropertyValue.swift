import Foundation

/// The value of a property, on its way into an app's memory.
enum PropertyValue {
    case bytes([UInt8])
    /// A pointer to it is written; the app then owns it.
    case object(AnyObject)
    /// A structure with pointers to texts in it, at these places; the app then owns them.
    case structure([UInt8], texts: [(offset: Int, text: NSString)])

    /// A structure or a number, as C lays it out.
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

    /// - Parameter room: At least `byteCount`.
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

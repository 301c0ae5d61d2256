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

    /// An array of structures or numbers in C's layout.
    static func list<Value: BitwiseCopyable>(_ values: [Value]) -> PropertyValue {
        .bytes(values.withUnsafeBytes { Array($0) })
    }

    /// A `CFString`.
    static func text(_ text: String) -> PropertyValue {
        .object(text as NSString)
    }

    /// A `CFArray` of strings.
    static func texts(_ texts: [String]) -> PropertyValue {
        .object(NSArray(array: texts.map { $0 as NSString }))
    }

    var byteCount: Int {
        switch self {
        case .bytes(let bytes), .structure(let bytes, _): bytes.count
        case .object: MemoryLayout<UnsafeRawPointer>.size
        }
    }

    /// Writes the value. Each call retains the objects once for the app.
    ///
    /// - Parameter buffer: At least `byteCount` bytes.
    func write(to buffer: UnsafeMutableRawBufferPointer) {
        switch self {
        case .bytes(let bytes):
            buffer.copyBytes(from: bytes)
        case .object(let object):
            Self.write(object, to: buffer)
        case .structure(let bytes, let texts):
            buffer.copyBytes(from: bytes)
            for (offset, text) in texts {
                Self.write(text, to: UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]))
            }
        }
    }

    /// Writes the value to an app's memory, and its size to `size`, which states the room there.
    ///
    /// - Throws: `wrongSize` when there is not enough room; nothing is written then.
    func write<Failure: Error>(
        to data: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>,
        orThrow wrongSize: Failure
    ) throws(Failure) {
        guard Int(size.pointee) >= byteCount else { throw wrongSize }
        write(to: UnsafeMutableRawBufferPointer(start: data, count: Int(size.pointee)))
        size.pointee = UInt32(clamping: byteCount)
    }

    private static func write(_ object: AnyObject, to buffer: UnsafeMutableRawBufferPointer) {
        let pointer = UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
        withUnsafeBytes(of: pointer) { buffer.copyBytes(from: $0) }
    }
}

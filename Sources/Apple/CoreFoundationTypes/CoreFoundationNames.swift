public import CoreFoundation
public import Foundation

// The Core Foundation declarations that `import AudioToolbox` and `import Security` bring on Apple's
// systems, besides the types of CoreFoundationTypes.swift. They are re-exported, so a client that
// imports CoreFoundation as well sees each once.

@_exported public import class CoreFoundation.CFAllocator
@_exported public import class CoreFoundation.CFBoolean
@_exported public import class CoreFoundation.CFError
@_exported public import class CoreFoundation.CFUUID
@_exported public import enum CoreFoundation.CFURLPathStyle
@_exported public import func CoreFoundation.CFAbsoluteTimeGetCurrent
@_exported public import func CoreFoundation.CFByteOrderGetCurrent
@_exported public import func CoreFoundation.CFConvertDoubleHostToSwapped
@_exported public import func CoreFoundation.CFConvertFloatHostToSwapped
@_exported public import func CoreFoundation.CFConvertFloat32HostToSwapped
@_exported public import func CoreFoundation.CFConvertFloat64HostToSwapped
@_exported public import func CoreFoundation.CFConvertDoubleSwappedToHost
@_exported public import func CoreFoundation.CFConvertFloatSwappedToHost
@_exported public import func CoreFoundation.CFConvertFloat32SwappedToHost
@_exported public import func CoreFoundation.CFConvertFloat64SwappedToHost
@_exported public import func CoreFoundation.CFGetTypeID
@_exported public import func CoreFoundation.CFRangeMake
@_exported public import func CoreFoundation.CFSwapInt16
@_exported public import func CoreFoundation.CFSwapInt16BigToHost
@_exported public import func CoreFoundation.CFSwapInt16HostToBig
@_exported public import func CoreFoundation.CFSwapInt16HostToLittle
@_exported public import func CoreFoundation.CFSwapInt16LittleToHost
@_exported public import func CoreFoundation.CFSwapInt32
@_exported public import func CoreFoundation.CFSwapInt32BigToHost
@_exported public import func CoreFoundation.CFSwapInt32HostToBig
@_exported public import func CoreFoundation.CFSwapInt32HostToLittle
@_exported public import func CoreFoundation.CFSwapInt32LittleToHost
@_exported public import func CoreFoundation.CFSwapInt64
@_exported public import func CoreFoundation.CFSwapInt64BigToHost
@_exported public import func CoreFoundation.CFSwapInt64HostToBig
@_exported public import func CoreFoundation.CFSwapInt64HostToLittle
@_exported public import func CoreFoundation.CFSwapInt64LittleToHost
@_exported public import func CoreFoundation.CFUUIDCreate
@_exported public import func CoreFoundation.CFUUIDCreateFromUUIDBytes
@_exported public import func CoreFoundation.CFUUIDCreateWithBytes
@_exported public import func CoreFoundation.CFUUIDGetConstantUUIDWithBytes
@_exported public import func CoreFoundation.CFUUIDGetTypeID
@_exported public import func CoreFoundation.CFUUIDGetUUIDBytes
@_exported public import func CoreFoundation.CFEqual
@_exported public import func CoreFoundation.CFHash
@_exported public import struct CoreFoundation.CFUUIDBytes
@_exported public import struct CoreFoundation.CFRange
@_exported public import struct CoreFoundation.CFSwappedFloat32
@_exported public import struct CoreFoundation.CFSwappedFloat64
@_exported public import struct CoreFoundation.__CFByteOrder
@_exported public import typealias CoreFoundation.CFAbsoluteTime
@_exported public import typealias CoreFoundation.CFHashCode
@_exported public import typealias CoreFoundation.CFIndex
@_exported public import typealias CoreFoundation.CFOptionFlags
@_exported public import typealias CoreFoundation.CFTimeInterval
@_exported public import typealias CoreFoundation.CFTypeID
@_exported public import typealias CoreFoundation.CFTypeRef
@_exported public import typealias CoreFoundation.OSType
@_exported public import var CoreFoundation.CFByteOrderBigEndian
@_exported public import var CoreFoundation.CFByteOrderLittleEndian
@_exported public import var CoreFoundation.CFByteOrderUnknown
@_exported public import var CoreFoundation.kCFAllocatorDefault
@_exported public import var CoreFoundation.kCFBooleanFalse
@_exported public import var CoreFoundation.kCFBooleanTrue

// Functions with objects that Swift bridges. Where CoreFoundation is imported as well, its own
// functions are preferred if they fit.

/// Formats a UUID: `68753A44-4D6F-1226-9C60-0050E4C00067`.
@_disfavoredOverload
public func CFUUIDCreateString(_ alloc: CFAllocator!, _ uuid: CFUUID!) -> CFString! {
    // Core Foundation's function traps on a null UUID.
    guard let uuid, let text = CoreFoundation.CFUUIDCreateString(alloc, uuid) else { return nil }
    return string(ofCFString: UnsafeRawPointer(Unmanaged.passUnretained(text).toOpaque()))
        as CFString
}

/// Makes a file URL from a path.
///
/// - Parameters:
///   - filePath: Relative to the working directory unless it begins with a slash.
///   - pathStyle: The separator of the path: slashes, or backslashes for `.cfurlWindowsPathStyle`.
///     Colons (`.cfurlhfsPathStyle`) are not supported on Linux.
///   - isDirectory: Whether the path is that of a directory.
/// - Returns: `nil` for an empty path and for an unsupported style.
@_disfavoredOverload
public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle,
    _ isDirectory: Bool
) -> CFURL! {
    guard let path = filePath as String?, !path.isEmpty else { return nil }
    switch pathStyle {
    case .cfurlposixPathStyle: return NSURL(fileURLWithPath: path, isDirectory: isDirectory)
    case .cfurlWindowsPathStyle:
        let slashes = String(path.map { $0 == "\\" ? "/" : $0 })
        return NSURL(fileURLWithPath: slashes, isDirectory: isDirectory)
    default: return nil
    }
}

/// Makes a file URL from `bufLen` bytes of UTF-8.
///
/// - Returns: `nil` for an empty path.
@_disfavoredOverload
public func CFURLCreateFromFileSystemRepresentation(
    _ allocator: CFAllocator!, _ buffer: UnsafePointer<UInt8>!, _ bufLen: CFIndex,
    _ isDirectory: Bool
) -> CFURL! {
    guard let buffer, bufLen > 0 else { return nil }
    let bytes = UnsafeBufferPointer(start: buffer, count: bufLen).prefix { $0 != 0 }
    guard !bytes.isEmpty else { return nil }
    return NSURL(fileURLWithPath: String(decoding: bytes, as: UTF8.self), isDirectory: isDirectory)
}

/// Reads a UUID from its text form.
///
/// - Returns: `nil` for a text that is not of that form.
@_disfavoredOverload
public func CFUUIDCreateFromString(_ alloc: CFAllocator!, _ uuidStr: CFString!) -> CFUUID! {
    // Core Foundation's function reads any text, and fills up what is missing.
    guard let text = uuidStr as String?, let uuid = UUID(uuidString: text)?.uuid else { return nil }
    return CFUUIDCreateFromUUIDBytes(
        alloc,
        CFUUIDBytes(
            byte0: uuid.0, byte1: uuid.1, byte2: uuid.2, byte3: uuid.3, byte4: uuid.4,
            byte5: uuid.5, byte6: uuid.6, byte7: uuid.7, byte8: uuid.8, byte9: uuid.9,
            byte10: uuid.10, byte11: uuid.11, byte12: uuid.12, byte13: uuid.13, byte14: uuid.14,
            byte15: uuid.15))
}

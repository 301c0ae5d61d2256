public import Foundation

// Names, types and values are Apple's: the public CVPixelBuffer, CVReturn and CVImageBuffer headers.

// MARK: Results

/// The result of a function.
public typealias CVReturn = Int32

/// The function succeeded.
public var kCVReturnSuccess: CVReturn { 0 }
/// An error without a code of its own.
public var kCVReturnError: CVReturn { -6660 }
/// An argument is invalid.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// There is no memory.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// The operation is unsupported.
public var kCVReturnUnsupported: CVReturn { -6663 }
/// The pixel format is unsupported.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// The size is unsupported.
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// The attributes are unsupported.
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }

// MARK: Pixel formats

/// Blue, green, red and alpha, a byte each: `BGRA`.
public var kCVPixelFormatType_32BGRA: OSType { 0x4247_5241 }
/// Two planes, luma and both chroma differences at half the size, in the range of video: `420v`.
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType { 0x3432_3076 }
/// Two planes, luma and both chroma differences at half the size, in the full range: `420f`.
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType { 0x3432_3066 }

// MARK: Attributes

/// Attribute: the pixel format, or an array of them.
public var kCVPixelBufferPixelFormatTypeKey: NSString { "PixelFormatType" }
/// Attribute: the width in pixels.
public var kCVPixelBufferWidthKey: NSString { "Width" }
/// Attribute: the height in pixels.
public var kCVPixelBufferHeightKey: NSString { "Height" }
/// Attribute: the number of which the bytes of a row are a multiple; 64 here, whatever it says.
public var kCVPixelBufferBytesPerRowAlignmentKey: NSString { "BytesPerRowAlignment" }
/// Attribute: the properties of a surface behind the buffer; without effect here.
public var kCVPixelBufferIOSurfacePropertiesKey: NSString { "IOSurfaceProperties" }
/// Attribute: whether a Core Graphics image can use the buffer; without effect here.
public var kCVPixelBufferCGImageCompatibilityKey: NSString { "CGImageCompatibility" }
/// Attribute: whether a Core Graphics context can use the buffer; without effect here.
public var kCVPixelBufferCGBitmapContextCompatibilityKey: NSString {
    "CGBitmapContextCompatibility"
}
/// Attribute: whether Metal can use the buffer; without effect here.
public var kCVPixelBufferMetalCompatibilityKey: NSString { "MetalCompatibility" }

// MARK: Functions

/// Options of locks and the like.
public typealias CVOptionFlags = UInt64

/// How a buffer's memory is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: CVOptionFlags

    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The pixels are only read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes a buffer with bytes of 0.
///
/// - Parameters:
///   - width: 1…16384 pixels.
///   - height: 1…16384 pixels.
///   - pixelFormatType: `BGRA`, `420v` or `420f`.
///   - pixelBufferAttributes: Without effect here.
/// - Returns: `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize` or `kCVReturnAllocationFailed` on
///   failure; nothing is written then.
@discardableResult
public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: NSDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    guard let format = PixelFormat(code: pixelFormatType) else {
        return kCVReturnInvalidPixelFormat
    }
    guard 1...CVBuffer.sideMax ~= width, 1...CVBuffer.sideMax ~= height else {
        return kCVReturnInvalidSize
    }
    guard let buffer = CVBuffer(width: width, height: height, format: format) else {
        return kCVReturnAllocationFailed
    }
    pixelBufferOut.pointee = buffer
    return kCVReturnSuccess
}

/// Locks the base address, which is `nil` otherwise. Locks are counted.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lock()
    return kCVReturnSuccess
}

/// Unlocks the base address.
///
/// - Returns: `kCVReturnInvalidArgument` if it is not locked.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.unlock() ? kCVReturnSuccess : kCVReturnInvalidArgument
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The pixel format's four-character code.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.format.code
}

/// The first byte of the pixels; `nil` while it is not locked, and for a planar buffer, of which
/// `CVPixelBufferGetBaseAddressOfPlane` gives the planes.
public func CVPixelBufferGetBaseAddress(
    _ pixelBuffer: CVPixelBuffer
) -> UnsafeMutableRawPointer? {
    pixelBuffer.isLocked && !pixelBuffer.format.isPlanar ? pixelBuffer.planes.first?.base : nil
}

/// The bytes of a row; for a planar buffer the quotient of all bytes by the height, rounded up.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.format.isPlanar
        ? (pixelBuffer.dataSize + pixelBuffer.height - 1) / pixelBuffer.height
        : pixelBuffer.planes.first?.bytesPerRow ?? 0
}

/// The bytes of all pixels, with the padding of rows.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.dataSize }

/// Whether the buffer has planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
    pixelBuffer.format.isPlanar
}

/// The number of planes; 0 for a buffer that is not planar.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.format.isPlanar ? pixelBuffer.planes.count : 0
}

/// The plane's first byte; `nil` while it is not locked, and for a plane that does not exist. Plane 0
/// of a buffer that is not planar is the whole of it.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.isLocked ? pixelBuffer.plane(planeIndex)?.base : nil
}

/// The bytes of a plane's row; 0 for a plane that does not exist.
public func CVPixelBufferGetBytesPerRowOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
    pixelBuffer.plane(planeIndex)?.bytesPerRow ?? 0
}

/// The width of a plane in its own pixels; 0 for a plane that does not exist.
public func CVPixelBufferGetWidthOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// The height of a plane in its own pixels; 0 for a plane that does not exist.
public func CVPixelBufferGetHeightOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The size in pixels.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The size at which the image is shown, in pixels: that of the buffer.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

extension CVBuffer {
    fileprivate func plane(_ index: Int) -> PixelPlane? {
        planes.indices.contains(index) ? planes[index] : nil
    }
}

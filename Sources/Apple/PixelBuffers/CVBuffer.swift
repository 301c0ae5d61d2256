import Foundation
import Synchronization

@_exported public import class CoreFoundation.CFAllocator
@_exported public import typealias CoreFoundation.OSType
@_exported public import var CoreFoundation.kCFAllocatorDefault

/// A buffer of an image.
public typealias CVImageBuffer = CVBuffer
/// A buffer of an image's pixels in memory.
public typealias CVPixelBuffer = CVImageBuffer

/// The pixels of an image in memory.
///
/// Made by `CVPixelBufferCreate`, read through its base address while that is locked. The memory is
/// freed with the last reference. Functions may be called on any thread; as with Apple's buffers the
/// pixels themselves are guarded by nothing.
///
/// Ownership: immutable but for the count of locks, which a mutex guards, and the pixels.
public final class CVBuffer {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The layout of the pixels.
    package let format: PixelFormat
    /// The planes; one for a format that is not planar.
    package let planes: [PixelPlane]
    private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private let lockCount = Mutex(0)

    /// Longest side in pixels.
    package static let sideMax = 16_384
    /// The alignment of rows, in bytes.
    private static let rowAlignment = 64

    /// Makes a buffer with bytes of 0.
    ///
    /// - Returns: `nil` for a side outside 1…`sideMax`, and when there is no memory.
    package init?(width: Int, height: Int, format: PixelFormat) {
        guard 1...Self.sideMax ~= width, 1...Self.sideMax ~= height else { return nil }
        let shapes = format.planes(width: width, height: height)
        var offset = 0
        var places: [(offset: Int, bytesPerRow: Int)] = []
        for shape in shapes {
            let used = shape.width * shape.bytesPerPixel
            let bytesPerRow = (used + Self.rowAlignment - 1) & -Self.rowAlignment
            places.append((offset, bytesPerRow))
            offset += bytesPerRow * shape.height
        }
        guard let memory = calloc(1, offset) else { return nil }
        planes = zip(shapes, places).map { shape, place in
            PixelPlane(
                base: memory + place.offset, width: shape.width, height: shape.height,
                bytesPerRow: place.bytesPerRow)
        }
        self.width = width
        self.height = height
        self.format = format
        self.memory = memory
        byteCount = offset
    }

    deinit { free(memory) }

    /// The bytes of all planes, with the padding of their rows.
    package var dataSize: Int { byteCount }

    /// Whether the base address is locked.
    package var isLocked: Bool { lockCount.withLock { $0 > 0 } }

    func lock() { lockCount.withLock { $0 += 1 } }

    /// - Returns: Whether it was locked.
    func unlock() -> Bool {
        lockCount.withLock { count in
            guard count > 0 else { return false }
            count -= 1
            return true
        }
    }
}

extension CVBuffer: Hashable {
    /// Whether both are the same buffer.
    public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A plane of pixels in the memory of a buffer, which must outlive it.
package struct PixelPlane {
    /// The first byte of the uppermost row.
    package let base: UnsafeMutableRawPointer
    /// The columns.
    package let width: Int
    /// The rows.
    package let height: Int
    /// The bytes from one row to the next, at least those of its pixels.
    package let bytesPerRow: Int
}

/// The layouts of pixels that buffers have.
package enum PixelFormat: CaseIterable, Hashable, Sendable {
    /// Blue, green, red and alpha, a byte each.
    case bgra
    /// Luma 16…235, and a plane of half the size with both chroma differences 16…240.
    case videoRange420
    /// Luma 0…255, and a plane of half the size with both chroma differences 0…255.
    case fullRange420

    /// The layout of a four-character code; `nil` for an unsupported one.
    package init?(code: OSType) {
        guard let format = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = format
    }

    /// Apple's four-character code.
    package var code: OSType {
        switch self {
        case .bgra: kCVPixelFormatType_32BGRA
        case .videoRange420: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        case .fullRange420: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        }
    }

    /// Whether Apple calls the layout planar.
    package var isPlanar: Bool { self != .bgra }

    func planes(
        width: Int, height: Int
    ) -> [(width: Int, height: Int, bytesPerPixel: Int)] {
        switch self {
        case .bgra: [(width, height, 4)]
        case .videoRange420, .fullRange420:
            [(width, height, 1), ((width + 1) / 2, (height + 1) / 2, 2)]
        }
    }
}

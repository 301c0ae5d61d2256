@_exported public import PixelBuffers

// Descriptions of video.

/// A format description of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The four-character code of a video's encoding; for pixels that of their format.
public typealias CMVideoCodecType = FourCharCode

/// The size of a video's pictures, in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    public var width: Int32
    public var height: Int32

    /// Makes the size 0 by 0.
    public init() { self.init(width: 0, height: 0) }

    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }
}

extension CMFormatDescription {
    /// Makes a description of a video.
    ///
    /// - Throws: `kCMFormatDescriptionError_InvalidParameter` for a negative size.
    public convenience init(
        videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil
    ) throws {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0,
            height >= 0
        else { throw NSError.coreMedia(kCMFormatDescriptionError_InvalidParameter) }
        self.init(
            kCMMediaType_Video, videoCodecType.rawValue, extensions?.base,
            size: CMVideoDimensions(width: width, height: height))
    }

    /// Makes a description of the pixels in a buffer.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        self.init(pixelsOf: imageBuffer)
    }

    convenience init(pixelsOf buffer: CVImageBuffer) {
        self.init(
            kCMMediaType_Video, buffer.format.code, nil,
            size: CMVideoDimensions(width: Int32(buffer.width), height: Int32(buffer.height)))
    }

    /// The size of a video's pictures; 0 by 0 for other media.
    public var dimensions: CMVideoDimensions { size }

    /// Whether the pixels of a buffer are as this describes.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
        self == CMFormatDescription(pixelsOf: imageBuffer)
    }
}

extension NSError {
    /// The error of a function of Core Media.
    static func coreMedia(_ status: OSStatus) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
}

// C functions.

/// Makes a description of a video.
///
/// - Returns: `kCMFormatDescriptionError_InvalidParameter` for a negative size.
@discardableResult
public func CMVideoFormatDescriptionCreate(
    allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32,
    extensions: NSDictionary?,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    guard width >= 0, height >= 0 else { return kCMFormatDescriptionError_InvalidParameter }
    formatDescriptionOut.pointee = CMFormatDescription(
        kCMMediaType_Video, codecType, extensions,
        size: CMVideoDimensions(width: width, height: height))
    return noErr
}

/// Makes a description of the pixels in a buffer.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(pixelsOf: imageBuffer)
    return noErr
}

/// The size of a video's pictures; 0 by 0 for other media.
@discardableResult
public func CMVideoFormatDescriptionGetDimensions(
    _ videoDesc: CMVideoFormatDescription
) -> CMVideoDimensions {
    videoDesc.size
}

/// Whether the pixels of a buffer are as a description says.
@discardableResult
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ videoDesc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
    videoDesc.matchesImageBuffer(imageBuffer)
}

import Cameras
public import CoreMedia
public import Foundation
import Synchronization

/// How a photo is taken. One object is for one photo.
///
/// Ownership: its app sets it up before it takes the photo.
public final class AVCapturePhotoSettings: NSObject, @unchecked Sendable {
    private static let count = Atomic<Int64>(0)
    private let isUsed = Atomic<Bool>(false)

    /// The number of the settings, which photos and their callbacks name.
    public let uniqueID: Int64
    /// The format: a codec under `AVVideoCodecKey`, or a pixel format; `nil` for JPEG.
    public let format: [String: Any]?
    /// Whether the flash is used. No camera here has one.
    public var flashMode = AVCaptureDevice.FlashMode.off
    /// Stored; photos have the size of the session's pictures.
    public var isHighResolutionPhotoEnabled = false

    /// Makes settings for a JPEG file.
    public override init() {
        uniqueID = Self.count.add(1, ordering: .relaxed).newValue
        format = nil
        super.init()
    }

    /// Makes settings for a format.
    public init(format: [String: Any]?) {
        uniqueID = Self.count.add(1, ordering: .relaxed).newValue
        self.format = format
        super.init()
    }

    /// Makes settings like others, for another photo.
    public convenience init(from photoSettings: AVCapturePhotoSettings) {
        self.init(format: photoSettings.format)
        flashMode = photoSettings.flashMode
        isHighResolutionPhotoEnabled = photoSettings.isHighResolutionPhotoEnabled
    }

    /// Uses the settings for a photo.
    ///
    /// - Returns: Whether they were not used before.
    func use() -> Bool { !isUsed.exchange(true, ordering: .relaxed) }

    /// The pixel format that is asked for; `nil` for a JPEG file.
    var pixelFormat: PixelFormat? {
        let value = format?[kCVPixelBufferPixelFormatTypeKey as String]
        return ((value as? OSType) ?? (value as? Int).flatMap { OSType(exactly: $0) }).flatMap {
            PixelFormat(code: $0)
        }
    }
}

/// What has become of the settings of a photo. Any thread.
public final class AVCaptureResolvedPhotoSettings: NSObject, Sendable {
    /// The number of the settings.
    public let uniqueID: Int64
    /// The size of the photo.
    public let photoDimensions: CMVideoDimensions
    /// Whether the flash is used: no.
    public var isFlashEnabled: Bool { false }
    /// How many photos are taken.
    public var expectedPhotoCount: Int { 1 }

    init(uniqueID: Int64, photoDimensions: CMVideoDimensions) {
        self.uniqueID = uniqueID
        self.photoDimensions = photoDimensions
    }
}

/// A photo. Any thread.
///
/// Ownership: immutable; each reader gets pixels of its own.
public final class AVCapturePhoto: NSObject, @unchecked Sendable {
    private let pixels: FramePixels?
    private let pixelFormat: PixelFormat?
    /// When it was taken.
    public let timestamp: CMTime
    /// What has become of its settings.
    public let resolvedSettings: AVCaptureResolvedPhotoSettings

    init(
        _ pixels: FramePixels?, _ pixelFormat: PixelFormat?, at timestamp: CMTime,
        _ settings: AVCaptureResolvedPhotoSettings
    ) {
        self.pixels = pixels
        self.pixelFormat = pixelFormat
        self.timestamp = timestamp
        resolvedSettings = settings
    }

    /// The photo's place among those of its request, from 1.
    public var photoCount: Int { 1 }
    /// Whether it is the sensor's raw data: no.
    public var isRawPhoto: Bool { false }
    /// What is known about the photo.
    public var metadata: [String: Any] {
        guard let pixels else { return [:] }
        return ["PixelWidth": pixels.width, "PixelHeight": pixels.height]
    }

    /// The pixels, for settings with a pixel format; `nil` for a file.
    public var pixelBuffer: CVPixelBuffer? {
        guard let pixels, let pixelFormat,
            let buffer = CVPixelBuffer(
                width: pixels.width, height: pixels.height, format: pixelFormat)
        else { return nil }
        buffer.write(pixels)
        return buffer
    }

    /// The photo as a JPEG file; `nil` for settings with a pixel format, and without an encoder.
    public func fileDataRepresentation() -> Data? {
        guard let pixels, pixelFormat == nil else { return nil }
        return JPEGPicture.encode(
            bgra: pixels.bytes, width: pixels.width, height: pixels.height)
    }
}

import Cameras
public import CoreMedia
public import Foundation

// Names and values are Apple's: the public AVCaptureDevice header.

extension AVCaptureDevice {
    /// The kind of a device.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The camera that every phone has; any camera of a machine.
        public static let builtInWideAngleCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// A camera with a long lens.
        public static let builtInTelephotoCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
        /// A camera with a short lens.
        public static let builtInUltraWideCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
        /// A wide and a long lens together.
        public static let builtInDualCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
        /// A short and a wide lens together.
        public static let builtInDualWideCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
        /// Three lenses together.
        public static let builtInTripleCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
        /// A front camera that measures depth.
        public static let builtInTrueDepthCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
        /// A camera that was plugged in; any camera of a machine.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
        /// A phone that serves as a camera.
        public static let continuityCamera = DeviceType(
            rawValue: "AVCaptureDeviceTypeContinuityCamera")
        /// The microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The older name of `microphone`.
        public static var builtInMicrophone: DeviceType { microphone }
    }

    /// The side of the device on which a camera is.
    public enum Position: Int, Sendable {
        /// Not known.
        case unspecified = 0
        /// The side away from the user.
        case back = 1
        /// The user's side.
        case front = 2
    }

    /// How a camera focuses. None here can.
    public enum FocusMode: Int, Sendable {
        case locked = 0
        case autoFocus = 1
        case continuousAutoFocus = 2
    }

    /// How a camera exposes. None here can change it.
    public enum ExposureMode: Int, Sendable {
        case locked = 0
        case autoExpose = 1
        case continuousAutoExposure = 2
        case custom = 3
    }

    /// Whether a torch is on. No camera here has one.
    public enum TorchMode: Int, Sendable {
        case off = 0
        case on = 1
        case auto = 2
    }

    /// Whether a flash is used. No camera here has one.
    public enum FlashMode: Int, Sendable {
        case off = 0
        case on = 1
        case auto = 2
    }

    /// A size and rate in which a device gives its medium. Any thread.
    ///
    /// Ownership: immutable.
    public final class Format: NSObject, @unchecked Sendable {
        /// The camera's; `nil` for sound.
        let camera: CameraFormat?
        /// `.video` or `.audio`.
        public let mediaType: AVMediaType
        /// The size of the pictures, or the rate and channels of the sound.
        public let formatDescription: CMFormatDescription

        init(_ format: CameraFormat) {
            camera = format
            mediaType = .video
            formatDescription = CMFormatDescription.ofPixels(
                width: format.width, height: format.height)
        }

        init(sampleRate: Double, channelCount: Int) {
            camera = nil
            mediaType = .audio
            formatDescription = CMFormatDescription.ofCapturedSound(
                sampleRate: sampleRate, channelCount: channelCount)
        }

        /// The largest zoom factor; 1 without zoom.
        public var videoMaxZoomFactor: CGFloat { camera?.zoomMax ?? 1 }

        /// The factor from which on pixels are scaled up: 1, because frames have the format's size.
        public var videoZoomFactorUpscaleThreshold: CGFloat { 1 }

        /// The rates of frames: one.
        public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
            camera.map { [AVFrameRateRange($0.frameRate)] } ?? []
        }

        /// The angle of view in degrees; 0, which says that it is not known.
        public var videoFieldOfView: Float { 0 }

        /// Whether frames are binned on the sensor; never here.
        public var isVideoBinned: Bool { false }
    }
}

/// Rates of frames, from the lowest to the highest. Any thread.
public final class AVFrameRateRange: NSObject, Sendable {
    /// Frames a second at least.
    public let minFrameRate: Double
    /// Frames a second at most.
    public let maxFrameRate: Double

    init(_ rate: Double) {
        // Frames are left out down to one a second.
        minFrameRate = min(rate, 1)
        maxFrameRate = rate
    }

    /// The time of a frame at the highest rate.
    public var minFrameDuration: CMTime { Self.duration(maxFrameRate) }
    /// The time of a frame at the lowest rate.
    public var maxFrameDuration: CMTime { Self.duration(minFrameRate) }

    static func duration(_ rate: Double) -> CMTime {
        let whole = rate.rounded()
        guard abs(rate - whole) > 1e-6 else {
            return CMTime(value: 1, timescale: CMTimeScale(min(max(whole, 1), 1_000_000)))
        }
        return CMTime(seconds: 1 / max(rate, 1e-3), preferredTimescale: 90_000)
    }
}

extension CMFormatDescription {
    static func ofPixels(width: Int, height: Int) -> CMFormatDescription {
        var description: CMFormatDescription?
        CMVideoFormatDescriptionCreate(
            allocator: nil, codecType: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            width: Int32(clamping: max(width, 0)), height: Int32(clamping: max(height, 0)),
            extensions: nil, formatDescriptionOut: &description)
        guard let description else { preconditionFailure("a size of at least 0 has a description") }
        return description
    }

    /// Linear PCM of 16 bits, interleaved.
    static func ofCapturedSound(sampleRate: Double, channelCount: Int) -> CMFormatDescription {
        let bytes = UInt32(2 * channelCount)
        return CMFormatDescription(
            AudioStreamBasicDescription(
                mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
                mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes,
                mChannelsPerFrame: UInt32(channelCount), mBitsPerChannel: 16, mReserved: 0),
            [], [], nil)
    }
}

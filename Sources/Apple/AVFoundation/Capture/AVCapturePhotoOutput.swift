import AudioModel
import Cameras
public import CoreMedia
public import Foundation
import SoundClient
import Synchronization

/// Receives photos, each callback once and in the order of these methods. They are called on a private
/// queue, one after the other.
public protocol AVCapturePhotoCaptureDelegate: NSObjectProtocol {
    /// The settings are resolved, and the photo will be taken.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The photo is taken now; the shutter sounds.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The photo was taken.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings)
    /// The photo is there, or it failed.
    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?)
    /// Everything about the photo has been told.
    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?)
}

extension AVCapturePhotoCaptureDelegate {
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {}
}

/// Takes photos from a session's camera. Any thread.
///
/// Ownership: a mutex guards the state.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {
    /// A photo that was asked for.
    ///
    /// Ownership: the delegate is called on the photos' queue alone; the settings are only read.
    private struct Request: @unchecked Sendable {
        weak var delegate: (any AVCapturePhotoCaptureDelegate)?
        var settings: AVCapturePhotoSettings
    }

    private struct State {
        /// The photos that the next frame is for.
        var requests: [Request] = []
        var queue: (any WorkQueue)?
    }

    private let state = Mutex(State())

    /// Most photos that wait for a frame; another is a fault.
    private static let requestsMax = 100

    /// Makes an output.
    public override init() { super.init() }

    /// The codecs of files: JPEG.
    public var availablePhotoCodecTypes: [AVVideoCodecType] { [.jpeg] }
    /// The pixel formats of photos without a file.
    public var availablePhotoPixelFormatTypes: [OSType] { PixelFormat.allCases.map(\.code) }
    /// The modes of the flash: off.
    public var supportedFlashModes: [AVCaptureDevice.FlashMode] { [.off] }
    /// Stored by the settings; photos have the size of the session's pictures.
    public var isHighResolutionCaptureEnabled: Bool {
        get { false }
        set {}
    }

    /// Takes a photo of the next frame.
    ///
    /// A fault without a session that has a camera, and with settings that were used before. When the
    /// session does not run, the photo fails with `sessionNotRunning`.
    ///
    /// - Parameter delegate: Is told of the photo. The output does not retain it.
    public func capturePhoto(
        with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate
    ) {
        let call = "AVCapturePhotoOutput.capturePhoto(with:delegate:)"
        guard let session, let app = session.app,
            connection(with: .video)?.isActive == true
        else {
            return fault(
                call, "there is no active video connection",
                of: session?.app ?? CurrentApp.simulated)
        }
        let queue = app.environment.makeWorkQueue(label: "sori.avcapturephotooutput")
        let request = Request(delegate: delegate, settings: settings)
        let (problem, waits) = state.withLock { state -> (String?, Bool) in
            guard state.requests.count < Self.requestsMax else {
                return ("\(Self.requestsMax) photos wait for a frame", false)
            }
            guard settings.use() else { return ("the settings were used before", false) }
            if state.queue == nil { state.queue = queue }
            let isRunning = session.isRunning
            if isRunning { state.requests.append(request) }
            return (nil, isRunning)
        }
        if let problem { return fault(call, problem, of: app) }
        guard waits else { return finish(request, nil, .zero, AVError(.sessionNotRunning)) }
        session.graphHasChanged()
    }

    // MARK: Frames

    override func takes(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

    override var wantsFrames: Bool { state.withLock { !$0.requests.isEmpty } }

    override func take(_ picture: CapturedPicture, _ connection: AVCaptureConnection) {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        guard !requests.isEmpty else { return }
        let pixels = picture.pixels(connection)
        for request in requests {
            finish(
                request, pixels, picture.timing.presentationTimeStamp,
                pixels == nil ? AVError(.unknown) : nil)
        }
        session?.graphHasChanged()
    }

    /// The session has stopped: photos that wait fail.
    func sessionHasStopped() {
        let requests = state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
        for request in requests { finish(request, nil, .zero, AVError(.sessionNotRunning)) }
    }

    private func finish(
        _ request: Request, _ pixels: FramePixels?, _ time: CMTime, _ error: AVError?
    ) {
        let resolved = AVCaptureResolvedPhotoSettings(
            uniqueID: request.settings.uniqueID,
            photoDimensions: CMVideoDimensions(
                width: Int32(pixels?.width ?? 0), height: Int32(pixels?.height ?? 0)))
        let photo = AVCapturePhoto(pixels, request.settings.pixelFormat, at: time, resolved)
        let app = session?.app
        state.withLock { $0.queue }?.async { [self] in
            guard let delegate = request.delegate else { return }
            delegate.photoOutput(self, willBeginCaptureFor: resolved)
            if error == nil {
                delegate.photoOutput(self, willCapturePhotoFor: resolved)
                app.map { ShutterSound.play(in: $0) }
                delegate.photoOutput(self, didCapturePhotoFor: resolved)
            }
            delegate.photoOutput(self, didFinishProcessingPhoto: photo, error: error)
            delegate.photoOutput(self, didFinishCaptureFor: resolved, error: error)
        }
    }
}

/// A codec of pictures.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// JPEG.
    public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
    /// H.264.
    public static let h264 = AVVideoCodecType(rawValue: "avc1")
    /// HEVC.
    public static let hevc = AVVideoCodecType(rawValue: "hvc1")
}

/// Key of settings: an `AVVideoCodecType`.
public let AVVideoCodecKey = "AVVideoCodecKey"

package import AVFoundation
import CoreVideo
package import Foundation
package import UIKit

/// A camera with its picture, which is shown, zoomed, turned and taken.
@MainActor
package final class CameraView {
    package let session = AVCaptureSession()
    /// What shows the picture; a layer of `screen`.
    package let preview: AVCaptureVideoPreviewLayer
    /// The layer of the whole screen.
    package let screen = CALayer()
    package let device: AVCaptureDevice
    package let pinch: ZoomPinch

    private let output = AVCaptureVideoDataOutput()
    private let photos = AVCapturePhotoOutput()
    private let defaults: UserDefaults
    private let screenSize: CGSize
    /// The takers of photos that are not finished, which the photo output does not keep.
    private var takers: Set<PhotoTaker> = []

    /// Where the orientation is kept.
    package static let portraitKey = "isPortraitMode"
    /// The classic program's screen, upright, in points.
    package static let screenSize = CGSize(width: 375, height: 667)

    /// Makes the session of the default camera; it does not run yet.
    ///
    /// - Parameters:
    ///   - frames: Receives every frame on a queue of its own; `nil` where none are wanted.
    ///   - screenSize: The screen's size while it is upright.
    /// - Returns: `nil` without a camera.
    /// - Throws: The user does not let the app use it.
    package init?(
        showing frames: (any AVCaptureVideoDataOutputSampleBufferDelegate)? = nil,
        defaults: UserDefaults = .standard, screenSize: CGSize = screenSize
    ) throws {
        guard let device = AVCaptureDevice.default(for: .video) else { return nil }
        self.device = device
        self.defaults = defaults
        self.screenSize = screenSize
        pinch = ZoomPinch(device)
        preview = AVCaptureVideoPreviewLayer(session: session)
        let input = try AVCaptureDeviceInput(device: device)
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
        ]
        if let frames {
            output.setSampleBufferDelegate(frames, queue: DispatchQueue(label: "frames"))
        }
        let wanted = AVCaptureSession.Preset.hd1920x1080
        session.beginConfiguration()
        if session.canAddInput(input) { session.addInput(input) }
        session.sessionPreset = session.canSetSessionPreset(wanted) ? wanted : .high
        if session.canAddOutput(output) { session.addOutput(output) }
        if session.canAddOutput(photos) { session.addOutput(photos) }
        session.commitConfiguration()
        preview.videoGravity = .resizeAspectFill
        screen.addSublayer(preview)
        turn()
    }

    /// Whether the screen is upright; kept for the next launch. At first a phone's is, and a
    /// machine's camera stands as it sees.
    package private(set) var isPortraitMode: Bool {
        get {
            defaults.object(forKey: Self.portraitKey) as? Bool ?? (device.position != .unspecified)
        }
        set { defaults.set(newValue, forKey: Self.portraitKey) }
    }

    /// Where the picture is seen.
    package var frame: CGRect {
        let size = screenSize
        return isPortraitMode
            ? CGRect(origin: .zero, size: size)
            : CGRect(x: 0, y: 0, width: size.height, height: size.width)
    }

    // MARK: Turning

    /// The phone is held in another way: both landscapes turn the picture, upright turns it back,
    /// and what is neither changes nothing.
    package func hold(_ orientation: UIDeviceOrientation) {
        switch orientation {
        case .landscapeLeft, .landscapeRight: isPortraitMode = false
        case .portrait: isPortraitMode = true
        default: return
        }
        // The device's left is the interface's right: 3 is landscape right in the session's words.
        turn(to: AVCaptureVideoOrientation(rawValue: orientation.rawValue))
    }

    /// The button that turns the picture without the phone.
    package func toggleOrientation() {
        isPortraitMode.toggle()
        turn()
    }

    /// Lets the preview and the frames be as the screen is.
    private func turn(to wanted: AVCaptureVideoOrientation? = nil) {
        let orientation = wanted ?? (isPortraitMode ? .portrait : .landscapeRight)
        session.beginConfiguration()
        let shown = screen.sublayers?.lazy.compactMap { $0 as? AVCaptureVideoPreviewLayer }.first
        shown?.frame = frame
        shown?.connection?.videoOrientation = orientation
        for output in [output, photos] as [AVCaptureOutput] {
            for connection in output.connections
            where connection.inputPorts.contains(where: { $0.mediaType == .video })
                && connection.isVideoOrientationSupported
            {
                connection.videoOrientation = orientation
            }
        }
        session.commitConfiguration()
    }

    // MARK: Photos

    /// Takes a photo.
    ///
    /// - Parameter finder: The square that is cut out of it, in the coordinates of `frame`; `nil`
    ///   keeps all.
    /// - Returns: A JPEG file.
    /// - Throws: The camera is not running, or the square is outside of the picture.
    package func takePhoto(in finder: CGRect?) async throws -> Data {
        let view = frame
        let file = try await withCheckedThrowingContinuation { continuation in
            let taker = PhotoTaker { [weak self] taker, result in
                self?.takers.remove(taker)
                continuation.resume(with: result)
            }
            takers.insert(taker)
            photos.capturePhoto(with: AVCapturePhotoSettings(), delegate: taker)
        }
        guard let finder else { return file }
        guard let whole = UIImage(data: file)?.cgImage,
            let part = crop(whole, to: finder, in: view),
            let cut = UIImage(cgImage: part).jpegData(compressionQuality: 0.9)
        else { throw CocoaError(.fileReadCorruptFile) }
        return cut
    }
}

/// Waits for one photo.
///
/// Ownership: nothing changes after `init`.
private final class PhotoTaker: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
    typealias Completion = @MainActor @Sendable (PhotoTaker, Result<Data, any Error>) -> Void

    private let completion: Completion

    init(_ completion: @escaping Completion) {
        self.completion = completion
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        let failure = error ?? AVError(.unknown)
        let result: Result<Data, any Error> =
            photo.fileDataRepresentation().map { .success($0) } ?? .failure(failure)
        Task { @MainActor in completion(self, result) }
    }
}

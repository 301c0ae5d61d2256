import AVFoundation
import UIKit

// A camera app in the shapes that such apps have; `AVFoundation` brings Core Video's declarations.

/// Films, takes photos and zooms.
///
/// Ownership: the session's queue configures; the rest is called on the main thread.
final class CameraController: NSObject, @unchecked Sendable,
    AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate,
    AVCapturePhotoCaptureDelegate
{
    private let session = AVCaptureSession()
    private let sessionQueue = DispatchQueue(label: "session")
    private let photoOutput = AVCapturePhotoOutput()
    private var observers: [NSObjectProtocol] = []
    var previewLayer: AVCaptureVideoPreviewLayer!

    func setUp() async {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized: break
        case .notDetermined:
            guard await AVCaptureDevice.requestAccess(for: .video) else { return }
        default: return
        }
        sessionQueue.async { self.configure() }
    }

    private func configure() {
        session.beginConfiguration()
        session.sessionPreset = .photo
        do {
            guard
                let device = AVCaptureDevice.default(
                    .builtInWideAngleCamera, for: .video, position: .back)
            else { return session.commitConfiguration() }
            let input = try AVCaptureDeviceInput(device: device)
            if session.canAddInput(input) { session.addInput(input) }
            let audio = try AVCaptureDeviceInput(device: AVCaptureDevice.default(for: .audio)!)
            if session.canAddInput(audio) { session.addInput(audio) }
        } catch let error as AVError where error.code == .applicationIsNotAuthorizedToUseDevice {
            print(error.localizedDescription)
        } catch AVError.deviceNotConnected {
            print("gone")
        } catch {
            print(error)
        }
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = true
        output.videoSettings = [
            kCVPixelBufferPixelFormatTypeKey as String: Int(
                kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        ]
        output.setSampleBufferDelegate(self, queue: sessionQueue)
        if session.canAddOutput(output) { session.addOutput(output) }
        if let connection = output.connection(with: .video) {
            if connection.isVideoOrientationSupported { connection.videoOrientation = .portrait }
            if connection.isVideoRotationAngleSupported(90) { connection.videoRotationAngle = 90 }
            connection.isVideoMirrored = false
        }
        session.addOutput(photoOutput)
        session.commitConfiguration()
        previewLayer = AVCaptureVideoPreviewLayer(session: session)
        previewLayer.videoGravity = .resizeAspectFill
        previewLayer.connection?.videoOrientation = .landscapeRight
        observers.append(
            NotificationCenter.default.addObserver(
                forName: .AVCaptureSessionWasInterrupted, object: session, queue: .main
            ) { note in
                guard let value = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int,
                    let reason = AVCaptureSession.InterruptionReason(rawValue: value)
                else { return }
                print(reason == .videoDeviceNotAvailableInBackground)
            })
        NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { note in
            guard let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
            print(error.code == .mediaServicesWereReset)
        }
        session.startRunning()
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
        CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
        let width = CVPixelBufferGetWidth(pixelBuffer)
        let base = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
        let stamp = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
        print(width, base as Any, CMTimeGetSeconds(stamp), sampleBuffer.isValid)
        if let format = CMSampleBufferGetFormatDescription(sampleBuffer) {
            print(CMVideoFormatDescriptionGetDimensions(format).width)
        }
    }

    func shoot() {
        let settings = AVCapturePhotoSettings()
        settings.flashMode = .off
        photoOutput.capturePhoto(with: settings, delegate: self)
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
        error: Error?
    ) {
        guard error == nil, let data = photo.fileDataRepresentation() else { return }
        _ = UIImage(data: data)
    }

    func zoom(_ device: AVCaptureDevice, to factor: CGFloat) {
        do {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            let most = min(device.activeFormat.videoMaxZoomFactor, 10)
            device.ramp(toVideoZoomFactor: max(1, min(factor, most)), withRate: 3)
            device.activeVideoMinFrameDuration = CMTimeMake(value: 1, timescale: 15)
        } catch { print(error) }
    }
}

/// A view with a preview as its layer.
@MainActor
final class CameraPreviewView: UIView {
    override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
    var videoPreviewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
}

import AVFoundation
import Cameras
import Simulation
import Synchronization
import Testing

/// Photos, and the sound of the shutter.
@MainActor
struct PhotoTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { Issue.record($0) } }

    /// What a photo output has told, as words.
    ///
    /// Ownership: a mutex guards the state.
    private final class Photos: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
        private let state = Mutex<(words: [String], photos: [AVCapturePhoto])>(([], []))

        var words: [String] { state.withLock { $0.words } }
        var photos: [AVCapturePhoto] { state.withLock { $0.photos } }

        private func note(_ word: String) { state.withLock { $0.words.append(word) } }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
        ) { note("will begin") }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
        ) { note("will capture") }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
        ) { note("did capture") }

        func photoOutput(
            _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto,
            error: (any Error)?
        ) {
            note(error.map { "error \(($0 as NSError).code)" } ?? "photo")
            state.withLock { $0.photos.append(photo) }
        }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
            error: (any Error)?
        ) { note("finished") }
    }

    @MainActor
    private final class Camera {
        let session = AVCaptureSession()
        let output = AVCapturePhotoOutput()
        let photos = Photos()

        init() throws {
            session.sessionPreset = .vga640x480
            guard let camera = AVCaptureDevice.default(for: .video) else { return }
            session.addInput(try AVCaptureDeviceInput(device: camera))
            session.addOutput(output)
        }
    }

    private func launch() throws -> (SimulatedPhone.App, Camera) {
        let box = Box<Camera>()
        let app = try phone.launchCamera { box.value = try Camera() }
        return (app, try #require(box.value))
    }

    private static let order = ["will begin", "will capture", "did capture", "photo", "finished"]

    @Test func `a photo is a JPEG file of the next frame and its callbacks come in order`() throws {
        let (app, camera) = try launch()
        app.run { camera.session.startRunning() }
        phone.advance(by: .milliseconds(100))
        app.run {
            camera.output.connection(with: .video)?.videoOrientation = .portrait
            camera.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: camera.photos)
        }
        phone.advance(by: .milliseconds(100))
        #expect(camera.photos.words == Self.order)
        let photo = try #require(camera.photos.photos.first)
        #expect(
            photo.resolvedSettings.photoDimensions == CMVideoDimensions(width: 480, height: 640))
        #expect(photo.pixelBuffer == nil)
        if let file = photo.fileDataRepresentation() {
            #expect(file.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(file.suffix(2) == Data([0xFF, 0xD9]))
        } else {
            // Only a build without FFmpeg has no encoder.
            #expect(JPEGPicture.encode(bgra: [0, 0, 0, 255], width: 1, height: 1) == nil)
        }
    }

    @Test func `the shutter obeys the ring switch`() throws {
        let (app, camera) = try launch()
        app.run { camera.session.startRunning() }
        phone.advance(by: .milliseconds(100))
        app.run {
            camera.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: camera.photos)
        }
        phone.advance(by: .milliseconds(100))
        #expect(!phone.heard(from: app).isSilent)
        phone.advance(by: .seconds(1))
        phone.flipSwitch(.silent)
        app.run {
            camera.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: camera.photos)
        }
        phone.advance(by: .milliseconds(100))
        #expect(phone.heard(from: app).isSilent)
        #expect(camera.photos.words == Self.order + Self.order)
    }

    @Test func `pixels come instead of a file where settings ask for them`() throws {
        let (app, camera) = try launch()
        app.run { camera.session.startRunning() }
        app.run {
            let format = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
            ]
            camera.output.capturePhoto(
                with: AVCapturePhotoSettings(format: format), delegate: camera.photos)
        }
        phone.advance(by: .milliseconds(100))
        let photo = try #require(camera.photos.photos.first)
        #expect(photo.fileDataRepresentation() == nil)
        let picture = try #require(photo.pixelBuffer.flatMap { Frames.picture($0) })
        #expect(SceneMarks.number(in: picture.turned(by: 1)) == 0)
    }

    @Test func `a session that does not run takes no photo`() throws {
        let (app, camera) = try launch()
        let settings = AVCapturePhotoSettings()
        app.run { camera.output.capturePhoto(with: settings, delegate: camera.photos) }
        phone.advance(by: .milliseconds(100))
        #expect(camera.photos.words == ["will begin", "error -11803", "finished"])
        // The same settings again, and an output of no session, are faults.
        phone.onFinding = { _ in }
        app.run { camera.output.capturePhoto(with: settings, delegate: camera.photos) }
        app.run {
            AVCapturePhotoOutput().capturePhoto(
                with: AVCapturePhotoSettings(), delegate: camera.photos)
        }
        phone.advance(by: .milliseconds(100))
        #expect(phone.findings.count == 2)
        #expect(camera.photos.words.count == 3)
    }

    @Test func `a session that stops lets waiting photos fail`() throws {
        let (app, camera) = try launch()
        app.run {
            camera.session.startRunning()
            camera.output.capturePhoto(with: AVCapturePhotoSettings(), delegate: camera.photos)
            camera.session.stopRunning()
        }
        phone.advance(by: .milliseconds(100))
        #expect(camera.photos.words == ["will begin", "error -11803", "finished"])
    }
}

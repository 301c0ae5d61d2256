import AVFoundation
import CoreVideo
import Foundation
import Simulation
import Testing
import UIKit
import Viewfinder

private typealias FrameDelegate = AVCaptureVideoDataOutputSampleBufferDelegate

@MainActor
@Suite("The camera's view")
struct CameraViewTests {
    /// Makes a small picture of each frame.
    ///
    /// Ownership: the lock guards what changes.
    private final class Frames: NSObject, FrameDelegate, @unchecked Sendable {
        private let lock = NSLock()
        private var sizes: [CGSize] = []
        private var latest: SmallPicture?

        var all: [CGSize] { lock.withLock { sizes } }
        var picture: SmallPicture? { lock.withLock { latest } }

        func captureOutput(
            _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
            from connection: AVCaptureConnection
        ) {
            guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return }
            let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            let picture = SmallPicture(buffer, width: width / 20, height: height / 20)
            lock.withLock {
                sizes.append(CGSize(width: width, height: height))
                latest = picture
            }
        }
    }

    private final class Box {
        var view: CameraView?
    }

    private let frames = Frames()
    private let defaults: UserDefaults
    private let suite = "viewfinder-\(UUID().uuidString)"

    init() throws {
        defaults = try #require(UserDefaults(suiteName: suite))
    }

    private func launch(
        camera: CameraPermission = .granted
    ) throws -> (phone: SimulatedPhone, app: SimulatedPhone.App, view: CameraView?) {
        var settings = SimulatedPhone.Settings()
        settings.camera = camera
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        let app = phone.launch("Camera", info: ["NSCameraUsageDescription": "To show it."])
        let (frames, defaults) = (frames, defaults)
        let view = try app.run { try CameraView(showing: frames, defaults: defaults) }
        return (phone, app, view)
    }

    private func forgetDefaults() { defaults.removePersistentDomain(forName: suite) }

    @Test func `shows thirty upright pictures a second`() throws {
        defer { forgetDefaults() }
        let (phone, app, made) = try launch()
        let view = try #require(made)
        app.run { view.session.startRunning() }
        phone.advance(by: .seconds(1))
        app.run { view.session.stopRunning() }
        // What the app's busy queue has left out would be missing.
        #expect(frames.all.count >= 15 && frames.all.count <= 30)
        #expect(frames.all.allSatisfy { $0 == CGSize(width: 1080, height: 1920) })
        // The scene stands upright: the black strip with its white mark is on top.
        let picture = try #require(frames.picture)
        let top = picture.rgb.prefix(3 * picture.width)
        #expect(top.allSatisfy { $0 < 32 })
        let strip = picture.rgb[(3 * picture.width * 4)..<(3 * picture.width * 5)]
        #expect(strip.contains(255))
        #expect(view.preview.connection?.videoOrientation == .portrait)
        #expect(view.preview.frame == CGRect(x: 0, y: 0, width: 375, height: 667))
    }

    @Test func `turns as the device is held and remembers it`() throws {
        defer { forgetDefaults() }
        let (phone, app, made) = try launch()
        let view = try #require(made)
        let landscape = CGRect(x: 0, y: 0, width: 667, height: 375)
        var flags: [Bool?] = []
        func hold(_ orientation: UIDeviceOrientation) {
            app.run { view.hold(orientation) }
            flags.append(defaults.object(forKey: CameraView.portraitKey) as? Bool)
        }
        hold(.landscapeLeft)
        #expect(view.preview.connection?.videoOrientation == .landscapeRight)
        #expect(view.preview.frame == landscape)
        hold(.landscapeRight)
        #expect(view.preview.connection?.videoOrientation == .landscapeLeft)
        #expect(view.preview.frame == landscape)
        for other in [UIDeviceOrientation.portraitUpsideDown, .faceUp, .unknown] { hold(other) }
        #expect(view.preview.connection?.videoOrientation == .landscapeLeft)
        hold(.portrait)
        #expect(view.preview.connection?.videoOrientation == .portrait)
        #expect(flags == [false, false, false, false, false, true])
        hold(.landscapeLeft)
        app.run { view.session.startRunning() }
        phone.advance(by: .milliseconds(200))
        app.run { view.session.stopRunning() }
        #expect(frames.all.allSatisfy { $0 == CGSize(width: 1920, height: 1080) })
        #expect(!frames.all.isEmpty)
        // The next launch begins as this one ended.
        let (_, _, next) = try launch()
        #expect(try #require(next).frame == landscape)
    }

    @Test func `is turned by its button`() throws {
        defer { forgetDefaults() }
        let (_, app, made) = try launch()
        let view = try #require(made)
        #expect(view.isPortraitMode)
        app.run { view.toggleOrientation() }
        #expect(
            !view.isPortraitMode && view.preview.connection?.videoOrientation == .landscapeRight)
        app.run { view.toggleOrientation() }
        #expect(view.isPortraitMode && view.preview.connection?.videoOrientation == .portrait)
    }

    @Test(arguments: [(1.43343, 1.43343), (0.5, 1), (100, 16)] as [(CGFloat, CGFloat)])
    func `zooms by two fingers within its limits`(scale: CGFloat, factor: CGFloat) throws {
        defer { forgetDefaults() }
        let (phone, app, made) = try launch()
        let view = try #require(made)
        app.run {
            view.session.startRunning()
            view.pinch.pinch(.began, scale: 1)
            view.pinch.pinch(.changed, scale: scale)
        }
        phone.advance(by: .milliseconds(1400))
        app.run {
            #expect(abs(view.device.videoZoomFactor - factor) < 1e-5)
            #expect(!view.device.isRampingVideoZoom)
        }
    }

    @Test func `takes four thirds of a second from 1 to 16`() throws {
        defer { forgetDefaults() }
        let (phone, app, made) = try launch()
        let view = try #require(made)
        app.run {
            view.session.startRunning()
            view.pinch.pinch(.began, scale: 1)
            view.pinch.pinch(.changed, scale: 16)
        }
        phone.advance(by: .milliseconds(1000))
        app.run { #expect(abs(view.device.videoZoomFactor - 8) < 0.01) }
        phone.advance(by: .milliseconds(330))
        app.run { #expect(view.device.isRampingVideoZoom) }
        phone.advance(by: .milliseconds(10))
        app.run { #expect(view.device.videoZoomFactor == 16) }
    }

    @Test func `takes the finder's part of a photo`() async throws {
        defer { forgetDefaults() }
        let (phone, app, made) = try launch()
        let view = try #require(made)
        app.run { view.session.startRunning() }
        await phone.advance(by: .milliseconds(100))
        let finder = CGRect(x: 137.5, y: 283.5, width: 100, height: 100)
        async let whole = app.run { try await view.takePhoto(in: nil) }
        await phone.advance(by: .milliseconds(100))
        let picture = try #require(UIImage(data: try await whole))
        #expect(picture.size == CGSize(width: 1080, height: 1920))
        async let part = app.run { try await view.takePhoto(in: finder) }
        await phone.advance(by: .milliseconds(100))
        let cut = try #require(UIImage(data: try await part))
        // 100 points are 288 of 1080 pixels across, and 287.9 of 1920 down, from 816.07.
        #expect(cut.size == CGSize(width: 288, height: 288))
        app.run { view.session.stopRunning() }
    }

    @Test func `is not made when the user has refused`() throws {
        defer { forgetDefaults() }
        #expect(throws: AVError.self) { try launch(camera: .denied) }
    }
}

import AVFoundation
import Cameras
import CoreVideo
import Simulation
import Testing
import UIKit

/// Frames of a session: how many, how large, how they lie, what is dropped.
@MainActor
struct SessionTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { Issue.record($0) } }

    /// The screen of an app that films in any orientation, in the order of the document's listings:
    /// device, input, output on the main queue, session, preset, then the preview.
    private final class Screen: UIViewController {
        let frames: Frames
        var session: AVCaptureSession?
        var output: AVCaptureVideoDataOutput?
        private(set) var stoppedAtInput = false

        init(_ frames: Frames) {
            self.frames = frames
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            view.frame = CGRect(x: 0, y: 0, width: 375, height: 667)
            guard makeSession() else { return stoppedAtInput = true }
            showPreview()
        }

        private func makeSession() -> Bool {
            guard let camera = AVCaptureDevice.default(for: .video),
                let input = try? AVCaptureDeviceInput(device: camera)
            else { return false }
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(frames, queue: .main)
            output.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
            ]
            let session = AVCaptureSession()
            session.sessionPreset =
                session.canSetSessionPreset(.hd1920x1080) ? .hd1920x1080 : .high
            if session.canAddInput(input) { session.addInput(input) }
            if session.canAddOutput(output) { session.addOutput(output) }
            (self.session, self.output) = (session, output)
            return true
        }

        private func showPreview() {
            guard let session else { return }
            let preview = AVCaptureVideoPreviewLayer(session: session)
            preview.frame = CGRect(x: 0, y: 0, width: 667, height: 375)
            preview.videoGravity = .resizeAspectFill
            preview.connection?.videoOrientation = .landscapeRight
            view.layer.addSublayer(preview)
            session.startRunning()
        }

        /// Turns the preview and the data output together.
        func turn(to orientation: AVCaptureVideoOrientation, _ frame: CGRect) {
            session?.beginConfiguration()
            let preview = view.layer.sublayers?.lazy
                .compactMap { $0 as? AVCaptureVideoPreviewLayer }.first
            preview?.frame = frame
            preview?.connection?.videoOrientation = orientation
            for connection in output?.connections ?? [] {
                let hasVideo = connection.inputPorts.contains { $0.mediaType == .video }
                if hasVideo, connection.isVideoOrientationSupported {
                    connection.videoOrientation = orientation
                }
            }
            session?.commitConfiguration()
        }
    }

    @Test func `the listings give thirty frames a second as the sensor lies`() throws {
        let frames = Frames()
        let app = phone.launchCamera {
            let screen = Screen(frames)
            screen.loadViewIfNeeded()
            return screen
        }
        phone.advance(by: .milliseconds(1001))
        let all = frames.all
        #expect(all.count == 30)
        #expect(
            all.allSatisfy {
                $0.width == 1920 && $0.height == 1080 && $0.format == kCVPixelFormatType_32BGRA
                    && $0.orientation == .landscapeRight && abs($0.duration - 1.0 / 30) < 1e-6
            })
        for (one, next) in zip(all, all.dropFirst()) {
            #expect(abs(next.time - one.time - 1.0 / 30) < 1e-6)
        }
        #expect(abs((all.last?.time ?? 0) - 1) < 1e-6)
        #expect(frames.dropped.isEmpty)
        phone.kill(app)
        phone.advance(by: .seconds(1))
        #expect(frames.count == 30)
    }

    @Test func `portrait turns the pixels and the preview`() throws {
        let frames = Frames(keepsPictures: true)
        let screen = Screen(frames)
        let app = phone.launchCamera { screen.loadViewIfNeeded() }
        phone.advance(by: .milliseconds(40))
        let lying = try #require(frames.all.last?.picture)
        #expect((lying.width, lying.height) == (1920, 1080))
        // The phone is held upright: what is on top lies at the left of the sensor.
        #expect(SceneMarks.number(in: lying) == nil)
        #expect(SceneMarks.number(in: lying.turned(by: 1)) == 0)
        app.run { screen.turn(to: .portrait, CGRect(x: 0, y: 0, width: 375, height: 667)) }
        phone.advance(by: .milliseconds(33))
        let upright = try #require(frames.all.last?.picture)
        #expect((upright.width, upright.height) == (1080, 1920))
        #expect(SceneMarks.number(in: upright) == 1)
        #expect(SceneMarks.markPosition(in: upright) != nil)
        app.run {
            let preview = screen.view.layer.sublayers?.first as? AVCaptureVideoPreviewLayer
            #expect(preview?.connection?.videoOrientation == .portrait)
            #expect(preview?.frame == CGRect(x: 0, y: 0, width: 375, height: 667))
        }
        for (angle, turns) in [(CGFloat(0), 1), (180, 3), (270, 2), (90, 0)] {
            app.run {
                let connection = screen.output?.connection(with: .video)
                #expect(connection?.isVideoRotationAngleSupported(angle) == true)
                connection?.videoRotationAngle = angle
            }
            frames.clear()
            phone.advance(by: .milliseconds(34))
            let picture = try #require(frames.all.last?.picture)
            #expect(SceneMarks.number(in: picture.turned(by: turns)) != nil)
        }
    }

    @Test func `a phone that is turned sees the scene upright in another way`() throws {
        let frames = Frames(keepsPictures: true)
        let film = Box<Film>()
        let app = try phone.launchCamera { film.value = try Film(frames: frames) }
        app.run { film.value?.session.startRunning() }
        for (orientation, turns) in [
            (DeviceOrientation.landscapeLeft, 0), (.landscapeRight, 2), (.faceUp, 2),
            (.upsideDown, 3), (.portrait, 1),
        ] {
            phone.turn(orientation)
            frames.clear()
            phone.advance(by: .milliseconds(34))
            let picture = try #require(frames.all.last?.picture)
            #expect(SceneMarks.number(in: picture.turned(by: turns)) != nil)
        }
    }

    @Test func `a denied camera stops the listings at the input`() throws {
        var settings = SimulatedPhone.Settings()
        settings.camera = .denied
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        let screen = Screen(Frames())
        let app = phone.launchCamera { screen.loadViewIfNeeded() }
        #expect(screen.stoppedAtInput)
        phone.advance(by: .seconds(1))
        #expect(screen.frames.count == 0)
        try app.run {
            let camera = try #require(AVCaptureDevice.default(for: .video))
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .denied)
            #expect(throws: AVError(.applicationIsNotAuthorizedToUseDevice)) {
                try AVCaptureDeviceInput(device: camera)
            }
        }
    }

    @Test func `zoom shows on the frames`() throws {
        let frames = Frames(keepsPictures: true)
        let film = Box<Film>()
        let app = try phone.launchCamera { film.value = try Film(.hd1280x720, frames: frames) }
        app.run { film.value?.session.startRunning() }
        phone.advance(by: .milliseconds(34))
        let before = try #require(
            frames.all.last?.picture.flatMap { SceneMarks.dotDiameter(in: $0) })
        try app.run {
            try film.value?.camera.lockForConfiguration()
            film.value?.camera.videoZoomFactor = 4
        }
        phone.advance(by: .milliseconds(34))
        let after = try #require(
            frames.all.last?.picture.flatMap { SceneMarks.dotDiameter(in: $0) })
        #expect(abs(after / before - 4) < 0.2)
    }

    @Test func `a busy delegate gets few frames and hears of the others`() throws {
        let frames = Frames(sleep: 0.2)
        let film = Box<Film>()
        let app = try phone.launchCamera {
            film.value = try Film(frames: frames, queue: DispatchQueue(label: "frames"))
        }
        app.run { film.value?.session.startRunning() }
        phone.advance(by: .milliseconds(1001))
        // The last one may sleep beyond the second.
        #expect((3...6).contains(frames.all.count { $0.time < 1.0001 }))
        app.run { film.value?.session.stopRunning() }
        phone.advance(by: .seconds(1))
        let times = (frames.all.map(\.time) + frames.dropped).sorted()
        #expect(times.count >= 30)
        #expect(areConsecutive(times))
        #expect(frames.dropped.count > 20)
    }

    /// Whether times are those of all frames from the first on.
    private func areConsecutive(_ times: [Double]) -> Bool {
        times.enumerated().allSatisfy { abs($0.element - Double($0.offset + 1) / 30) < 1e-6 }
    }

    @Test func `a delegate that wants all frames gets them late`() throws {
        let frames = Frames(sleep: 0.05)
        let film = Box<Film>()
        let app = try phone.launchCamera {
            film.value = try Film(frames: frames, queue: DispatchQueue(label: "frames"))
            film.value?.output.alwaysDiscardsLateVideoFrames = false
        }
        app.run { film.value?.session.startRunning() }
        app.run {
            guard let session = film.value?.session else { return }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.41) { session.stopRunning() }
        }
        phone.advance(by: .seconds(2))
        #expect(frames.count == 12)
        #expect(frames.dropped.isEmpty)
        #expect(areConsecutive(frames.all.map(\.time)))
    }

    @Test(arguments: [
        (AVCaptureSession.Preset.photo, 1920, 1080), (.high, 1920, 1080), (.medium, 480, 360),
        (.low, 192, 144), (.cif352x288, 352, 288), (.vga640x480, 640, 480),
        (.iFrame960x540, 960, 540), (.hd1280x720, 1280, 720),
    ])
    func `a preset gives its size`(
        preset: AVCaptureSession.Preset, width: Int, height: Int
    ) throws {
        let film = Box<Film>()
        let app = try phone.launchCamera { film.value = try Film(preset) }
        app.run { film.value?.session.startRunning() }
        phone.advance(by: .milliseconds(34))
        let frame = try #require(film.value?.frames.all.first)
        #expect((frame.width, frame.height) == (width, height))
    }

    @Test func `a format and its rate that the app sets go before the preset`() throws {
        let film = Box<Film>()
        let app = try phone.launchCamera { film.value = try Film(.hd1280x720) }
        try app.run {
            let film = try #require(film.value)
            try film.camera.lockForConfiguration()
            film.camera.activeFormat = try #require(film.camera.formats.last)
            film.camera.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
            film.camera.unlockForConfiguration()
            #expect(film.session.sessionPreset == .inputPriority)
            film.session.startRunning()
        }
        phone.advance(by: .milliseconds(1001))
        let all = try #require(film.value?.frames.all)
        #expect(all.count == 10)
        #expect(all.allSatisfy { $0.width == 640 && $0.height == 480 })
    }
}

/// A place for what an app's code makes.
@MainActor
final class Box<Value> {
    var value: Value?
}

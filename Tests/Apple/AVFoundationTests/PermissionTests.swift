import AVFoundation
import Cameras
import Simulation
import Synchronization
import Testing

/// The user's permission to use the camera.
@MainActor
struct PermissionTests {
    private func phone(_ permission: CameraPermission) -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.camera = permission
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        return phone
    }

    @Test func `frames are black until the user has granted it`() throws {
        let phone = phone(.undetermined)
        let film = Box<Film>()
        let frames = Frames(keepsPictures: true)
        let app = try phone.launchCamera { film.value = try Film(frames: frames) }
        #expect(app.run { AVCaptureDevice.authorizationStatus(for: .video) } == .notDetermined)
        app.run { film.value?.session.startRunning() }
        phone.advance(by: .milliseconds(100))
        #expect(frames.count >= 2)
        #expect(
            frames.all.allSatisfy { frame in
                frame.picture == FramePixels(width: 640, height: 480)
            })
        phone.answerCameraRequest(of: app, isGranted: true)
        frames.clear()
        phone.advance(by: .milliseconds(100))
        let picture = try #require(frames.all.last?.picture)
        #expect(SceneMarks.number(in: picture.turned(by: 1)) != nil)
        #expect(app.run { AVCaptureDevice.authorizationStatus(for: .video) } == .authorized)
    }

    @Test func `a request is answered by the user and once`() throws {
        let phone = phone(.undetermined)
        let answers = Mutex<[Bool]>([])
        let app = phone.launchCamera {
            AVCaptureDevice.requestAccess(for: .video) { isGranted in
                answers.withLock { $0.append(isGranted) }
            }
        }
        phone.advance(by: .seconds(1))
        #expect(answers.withLock { $0 } == [])
        phone.answerCameraRequest(of: app, isGranted: false)
        #expect(answers.withLock { $0 } == [false])
        app.run {
            AVCaptureDevice.requestAccess(for: .video) { isGranted in
                answers.withLock { $0.append(isGranted) }
            }
        }
        #expect(answers.withLock { $0 } == [false, false])
        #expect(app.run { AVCaptureDevice.authorizationStatus(for: .video) } == .denied)
        phone.onFinding = { _ in }
        phone.answerCameraRequest(of: app, isGranted: true)
        #expect(phone.findings.count == 1)
    }

    @Test func `an app that does not say why is ended`() throws {
        let phone = phone(.granted)
        phone.onFinding = { _ in }
        let app = phone.launch("Camera") {}
        let camera = try #require(app.run { AVCaptureDevice.default(for: .video) })
        _ = app.run { try? AVCaptureDeviceInput(device: camera) }
        #expect(app.state == .notRunning)
        #expect(phone.findings.count == 1)
        #expect(phone.findings.first?.description.contains("NSCameraUsageDescription") == true)
    }

    @Test func `a microphone that is denied is no input`() throws {
        var settings = SimulatedPhone.Settings()
        settings.microphone = .denied
        let phone = SimulatedPhone(settings)
        let app = phone.launchCamera {}
        try app.run {
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            #expect(throws: AVError(.applicationIsNotAuthorizedToUseDevice)) {
                try AVCaptureDeviceInput(device: microphone)
            }
        }
    }
}

import AVFoundation
import CoreVideo
import Simulation
import Testing
import UIKit

/// Devices, inputs, outputs and the connections between them.
@MainActor
struct CaptureGraphTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { _ in } }

    @Test func `a phone has a back and a front camera and a microphone`() throws {
        let app = phone.launchCamera {}
        try app.run {
            let back = try #require(AVCaptureDevice.default(for: .video))
            #expect(back.position == .back)
            #expect(back.hasMediaType(.video) && !back.hasMediaType(.audio))
            #expect(back.formats.map(\.videoMaxZoomFactor) == [16, 16, 16])
            let front = AVCaptureDevice.default(
                .builtInWideAngleCamera, for: .video, position: .front)
            #expect(front?.position == .front)
            #expect(
                AVCaptureDevice.default(.builtInTelephotoCamera, for: .video, position: .back)
                    == nil)
            #expect(AVCaptureDevice.default(for: .audio)?.deviceType == .microphone)
            #expect(AVCaptureDevice.default(for: .text) == nil)
            #expect(AVCaptureDevice(uniqueID: back.uniqueID) == back)
            #expect(AVCaptureDevice(uniqueID: "no such") == nil)
            let found = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.microphone, .builtInTelephotoCamera, .builtInWideAngleCamera],
                mediaType: nil, position: .unspecified)
            #expect(found.devices.map(\.position) == [.unspecified, .back, .front])
            #expect(found.devices.first?.hasMediaType(.audio) == true)
        }
        #expect(phone.findings.isEmpty)
    }

    @Test func `a port outlives its input`() throws {
        let app = phone.launchCamera {}
        try app.run {
            let session = AVCaptureSession()
            let output = AVCaptureVideoDataOutput()
            session.addOutput(output)
            var camera: AVCaptureDeviceInput? = try input(.video)
            camera.map { session.addInput($0) }
            // What a delegate has that is still at work while the app changes to another camera.
            let connection = try #require(output.connection(with: .video))
            let port = try #require(connection.inputPorts.first)
            #expect(port.input === camera)
            camera.map { session.removeInput($0) }
            camera = nil
            #expect(port.sourceDevicePosition == .back)
            #expect(port.formatDescription != nil)
            #expect(port.input.ports.isEmpty)
            port.isEnabled = false
            #expect(!connection.isActive)
        }
        #expect(phone.findings.isEmpty)
    }

    @Test func `inputs and outputs are connected by the media that fit`() throws {
        let app = phone.launchCamera {}
        try app.run {
            let session = AVCaptureSession()
            let video = AVCaptureVideoDataOutput()
            let audio = AVCaptureAudioDataOutput()
            session.addOutput(video)
            session.addOutput(audio)
            #expect(session.connections.isEmpty)
            let camera = try input(.video)
            let microphone = try input(.audio)
            session.addInput(camera)
            session.addInput(microphone)
            #expect(
                session.connections.map { $0.inputPorts.map(\.mediaType) } == [[.video], [.audio]])
            #expect(video.connection(with: .video)?.output === video)
            #expect(video.connection(with: .audio) == nil)
            #expect(audio.connections.first?.isVideoOrientationSupported == false)
            #expect(video.connections.first?.videoOrientation == .landscapeRight)
            #expect(video.connections.first?.isActive == true)
            // A second camera, and an input of another session, cannot be added.
            #expect(!session.canAddInput(try input(.video)))
            #expect(!AVCaptureSession().canAddInput(camera))
            session.removeInput(camera)
            #expect(video.connections.isEmpty && session.connections.count == 1)
            session.addInputWithNoConnections(camera)
            #expect(video.connections.isEmpty)
            let connection = AVCaptureConnection(inputPorts: camera.ports, output: video)
            #expect(session.canAddConnection(connection))
            session.addConnection(connection)
            #expect(video.connections == [connection])
            #expect(!session.canAddConnection(connection))
            session.removeOutput(video)
            #expect(session.outputs == [audio])
            #expect(connection.isActive == false)
        }
        #expect(phone.findings.isEmpty)
    }

    private func input(_ mediaType: AVMediaType) throws -> AVCaptureDeviceInput {
        try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: mediaType)))
    }

    @Test func `wrong calls are faults and change nothing`() throws {
        let app = phone.launchCamera {}
        try app.run {
            let session = AVCaptureSession()
            session.addInput(try input(.video))
            session.addInput(try input(.video))
            #expect(session.inputs.count == 1)
            #expect(!session.canSetSessionPreset(.hd4K3840x2160))
            session.sessionPreset = .hd4K3840x2160
            #expect(session.sessionPreset == .high)
            session.beginConfiguration()
            session.startRunning()
            session.commitConfiguration()
            #expect(!session.isRunning)
            session.commitConfiguration()
            let output = AVCaptureVideoDataOutput()
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: 42]
            #expect(
                output.videoSettings[kCVPixelBufferPixelFormatTypeKey as String] as? OSType
                    == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
            output.setSampleBufferDelegate(Frames(), queue: nil)
            #expect(output.sampleBufferCallbackQueue == nil)
            session.addOutput(output)
            output.connection(with: .video)?.videoRotationAngle = 45
            #expect(output.connection(with: .video)?.videoRotationAngle == 0)
        }
        #expect(phone.findings.count == 6)
    }

    @Test func `changes between begin and commit take effect together`() throws {
        let film = Box<Film>()
        let app = try phone.launchCamera {
            film.value = try Film(.hd1280x720)
            film.value?.session.startRunning()
        }
        phone.advance(by: .milliseconds(100))
        app.run {
            film.value?.session.beginConfiguration()
            film.value?.session.beginConfiguration()
            film.value?.session.sessionPreset = .vga640x480
            film.value?.session.commitConfiguration()
            #expect(film.value?.camera.activeFormat.formatDescription.dimensions.width == 1280)
            film.value?.session.commitConfiguration()
            #expect(film.value?.camera.activeFormat.formatDescription.dimensions.width == 640)
        }
        film.value?.frames.clear()
        phone.advance(by: .milliseconds(100))
        #expect(film.value?.frames.all.allSatisfy { $0.width == 640 } == true)
        #expect(film.value?.frames.count ?? 0 >= 2)
    }

    @Test func `the layer of a view can be a preview`() throws {
        final class PreviewView: UIView {
            override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
        }
        let app = phone.launchCamera {}
        try app.run {
            let view = PreviewView(frame: CGRect(x: 0, y: 0, width: 30, height: 40))
            let layer = try #require(view.layer as? AVCaptureVideoPreviewLayer)
            let session = AVCaptureSession()
            layer.session = session
            #expect(layer.connection == nil)
            let camera = try input(.video)
            session.addInput(camera)
            #expect(layer.connection?.videoOrientation == .portrait)
            #expect(layer.connection?.videoPreviewLayer === layer)
            #expect(layer.frame == view.frame)
            view.center = CGPoint(x: 100, y: 100)
            #expect(layer.position == view.center)
            layer.session = nil
            #expect(session.connections.isEmpty)
        }
        #expect(phone.findings.isEmpty)
    }

    @Test func `numbers and names are those of the headers`() {
        #expect(AVCaptureVideoOrientation.portrait.rawValue == 1)
        #expect(AVCaptureVideoOrientation.portraitUpsideDown.rawValue == 2)
        #expect(AVCaptureVideoOrientation.landscapeRight.rawValue == 3)
        #expect(AVCaptureVideoOrientation.landscapeLeft.rawValue == 4)
        #expect(AVCaptureDevice.Position.front.rawValue == 2)
        #expect(AVAuthorizationStatus.authorized.rawValue == 3)
        #expect(
            AVCaptureSession.InterruptionReason.videoDeviceNotAvailableDueToSystemPressure.rawValue
                == 5)
        #expect(AVError.Code.deviceWasDisconnected.rawValue == -11_808)
        #expect((AVError(.mediaServicesWereReset) as NSError).domain == "AVFoundationErrorDomain")
        #expect(AVCaptureSession.Preset.vga640x480.rawValue == "AVCaptureSessionPreset640x480")
        #expect(
            Notification.Name.AVCaptureSessionRuntimeError.rawValue
                == "AVCaptureSessionRuntimeErrorNotification")
        #expect(AVMediaType.video.rawValue == "vide")
        #expect(kCVPixelBufferPixelFormatTypeKey == "PixelFormatType")
        #expect(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange == 0x3432_3066)
    }
}

import AudioModel
import Cameras
public import Foundation
import Pictures
import SoundClient
import SoundServer

extension SimulatedPhone {
    /// What the phone's cameras see.
    public enum Scene: Hashable, Sendable {
        /// Eight colour bars with the number of the frame in bright and dark blocks, a dot in the
        /// middle and a mark on top that moves: no two frames are alike.
        case bars
        /// A picture of a file, as PNG or JPEG.
        case picture(Data)
    }

    /// What the cameras see from the next frame on; bars at first. A file that is no picture is a
    /// finding, and leaves the scene.
    public var scene: Scene {
        get { cameras.scene }
        set {
            if !cameras.see(newValue) { note("the cameras cannot see a file that is no picture") }
        }
    }

    /// Whether the cameras are in use by something that is no app of this phone. While they are, an
    /// app that films is interrupted.
    public var isCameraInUseElsewhere: Bool {
        get { cameras.desk.isElsewhere }
        set {
            stage.loop.prepareForAct()
            cameras.desk.isElsewhere = newValue
            stage.loop.runDue()
        }
    }

    /// Answers the request for the cameras that an app shows.
    public func answerCameraRequest(of app: App, isGranted: Bool) {
        stage.loop.prepareForAct()
        if !app.staged.sound.cameraAccess.answer(isGranted ? .granted : .denied) {
            note("\(app.name) does not ask for the cameras")
        }
        stage.loop.runDue()
    }

    /// Gives a launched app its way to the cameras.
    func shareCameras(with app: App) {
        let text = app.info["NSCameraUsageDescription"] as? String ?? ""
        // Before iOS 10 apps needed no text.
        let asks = profile >= .ios13
        let server = stage.server
        let scenes = cameras.cameras(for: app.staged.sound.environment) {
            server.inspect { $0.orientation }.quarterTurnsOfFrames
        }
        _ = app.staged.sound.attachment {
            CameraAccess(
                to: scenes, desk: cameras.desk, permission: cameras.permission,
                hasUsageText: !text.isEmpty || !asks,
                reportViolation: violationReport(of: app))
        }
    }
}

/// The cameras of a phone: each app has its own way to them, and all see the same.
@MainActor
final class PhoneCameras {
    let desk = CameraDesk()
    var permission = CameraPermission.granted
    private(set) var scene = SimulatedPhone.Scene.bars
    private var seen = CameraScene.bars
    private var ways: [SceneCameras] = []

    /// The longest side of a picture that is seen, in pixels; larger ones are scaled down.
    private static let pictureSideMax = 4096

    nonisolated init() {}

    /// - Returns: Whether the scene is a picture, or needs none.
    func see(_ scene: SimulatedPhone.Scene) -> Bool {
        switch scene {
        case .bars: seen = .bars
        case .picture(let file):
            let drawn = Picture(bytes: Array(file)).pixels(
                fittingWidth: Self.pictureSideMax, height: Self.pictureSideMax)
            guard let picture = drawn.flatMap({ FramePixels($0) }) else { return false }
            seen = .picture(picture)
        }
        self.scene = scene
        for way in ways { way.scene = seen }
        return true
    }

    func cameras(
        for environment: any AppEnvironment, held: @escaping @Sendable () -> Int?
    ) -> SceneCameras {
        let way = SceneCameras(environment: environment, scene: seen, held: held)
        ways.append(way)
        return way
    }
}

extension DeviceOrientation {
    /// Quarter turns clockwise that bring a camera's frame upright: in an upright phone its sensor
    /// lies on its side. `nil` for a flat one, which sees what it saw before.
    fileprivate var quarterTurnsOfFrames: Int? {
        switch self {
        case .portrait: 1
        case .upsideDown: 3
        case .landscapeLeft: 0
        case .landscapeRight: 2
        case .faceUp, .faceDown: nil
        }
    }
}

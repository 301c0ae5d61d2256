import AudioModel
import Cameras
import SoundClient
import Testing

@Suite("The cameras of a simulated phone")
struct SceneCamerasTests {
    private let app = VirtualApp()
    private let frames = Collected<CameraFrame>()
    private let small = CameraFormat(width: 640, height: 480, frameRate: 30, zoomMax: 16)

    private func start(
        _ cameras: SceneCameras, _ id: String = SceneCameras.backIdentifier,
        _ format: CameraFormat? = nil
    ) throws -> any CameraStream {
        try cameras.start(
            id, format: format ?? small, deliver: { [frames] in frames.add($0) }, ended: { _ in })
    }

    @Test func `are a back and a front one with three formats and zoom up to 16`() {
        let cameras = SceneCameras(environment: app).cameras
        #expect(cameras.map(\.position) == [.back, .front])
        for camera in cameras {
            #expect(camera.formats.map(\.width) == [1920, 1280, 640])
            #expect(camera.formats.map(\.height) == [1080, 720, 480])
            #expect(camera.formats.allSatisfy { $0.zoomMax == 16 && $0.frameRate == 30 })
        }
    }

    @Test func `give thirty frames a second in virtual time`() throws {
        let stream = try start(SceneCameras(environment: app))
        app.run(until: .seconds(1))
        let times = frames.values.map(\.time)
        #expect(times == (1...30).map { .seconds(Double($0) / 30) })
        #expect(frames.values.map(\.number) == Array(0..<30))
        stream.stop()
    }

    @Test func `count the frames that a busy app has missed`() throws {
        let stream = try start(SceneCameras(environment: app))
        app.run(until: .seconds(0.1))
        app.sleep(until: .seconds(0.2))
        app.run(until: .seconds(0.3))
        // The fourth frame is late; the fifth to the seventh were never taken.
        #expect(frames.values.map(\.number) == [0, 1, 2, 3, 5, 6, 7, 8])
        stream.stop()
    }

    @Test func `stop when they are told to`() throws {
        let stream = try start(SceneCameras(environment: app))
        app.run(until: .seconds(0.1))
        stream.stop()
        app.run(until: .seconds(1))
        #expect(frames.values.count == 3)
        #expect(app.waitingCount == 0)
    }

    @Test func `stop when their stream is given up`() throws {
        var stream: (any CameraStream)? = try start(SceneCameras(environment: app))
        #expect(stream != nil)
        stream = nil
        app.run(until: .seconds(1))
        #expect(frames.values.isEmpty && app.waitingCount == 0)
    }

    @Test func `refuse an unknown camera and an unknown format`() {
        let cameras = SceneCameras(environment: app)
        #expect(throws: CameraError.noSuchCamera) { try start(cameras, "side") }
        let huge = CameraFormat(width: 64000, height: 48000, frameRate: 30, zoomMax: 1)
        #expect(throws: CameraError.unavailable("the camera has no such format")) {
            try start(cameras, SceneCameras.backIdentifier, huge)
        }
    }

    @Test(arguments: [(1920, 1080), (1280, 720), (640, 480)])
    func `write a frame's number into it`(width: Int, height: Int) throws {
        let cameras = SceneCameras(environment: app)
        let format = CameraFormat(width: width, height: height, frameRate: 30, zoomMax: 16)
        let stream = try start(cameras, SceneCameras.backIdentifier, format)
        app.run(until: .seconds(0.5))
        stream.stop()
        let upright = try frames.values.map { try #require(FramePixels($0)).turned(by: 1) }
        #expect(upright.map { SceneMarks.number(in: $0) } == (0..<15).map { $0 })
        #expect(upright.allSatisfy { $0.width == height && $0.height == width })
        // Only the upright picture has the number where it is looked for.
        let sideways = try #require(FramePixels(frames.values[3]))
        for turns in [0, 2, 3] {
            #expect(SceneMarks.number(in: sideways.turned(by: turns)) == nil)
        }
    }

    @Test func `see the scene upright with the phone's home button at the right`() throws {
        let cameras = SceneCameras(environment: app)
        let stream = try start(cameras)
        app.run(until: .seconds(0.1))
        cameras.quarterTurns = 0
        app.run(until: .seconds(0.2))
        stream.stop()
        let numbers = try frames.values.map {
            SceneMarks.number(in: try #require(FramePixels($0)))
        }
        #expect(numbers == [nil, nil, nil, 3, 4, 5])
    }

    @Test func `ask how the phone is held for each frame`() throws {
        let held = Collected<Int?>()
        let cameras = SceneCameras(environment: app) { held.values.last ?? nil }
        let stream = try start(cameras)
        for (index, turns) in [nil, 0, nil, 3, 2].enumerated() {
            held.add(turns)
            app.run(until: .seconds(Double(index + 1) / 30))
        }
        stream.stop()
        let upright = try zip(frames.values, [1, 0, 0, 3, 2]).map { frame, turns in
            SceneMarks.number(in: try #require(FramePixels(frame)).turned(by: turns))
        }
        #expect(upright == [0, 1, 2, 3, 4])
    }

    @Test func `move the mark at the top from left to right`() throws {
        let cameras = SceneCameras(environment: app)
        cameras.quarterTurns = 0
        let stream = try start(cameras)
        app.run(until: .seconds(3))
        stream.stop()
        let places = try frames.values.map {
            let picture = try #require(FramePixels($0))
            return try #require(SceneMarks.markPosition(in: picture))
        }
        #expect(places[0] == 0 && places[60] == 0)
        for (number, place) in places.enumerated() {
            #expect(abs(place - Double(number % 60) / 59) < 0.01)
        }
    }

    @Test func `see eight bars and the front camera sees them reversed`() throws {
        let cameras = SceneCameras(environment: app)
        cameras.quarterTurns = 0
        let back = try start(cameras)
        let front = try start(cameras, SceneCameras.frontIdentifier)
        app.run(until: .seconds(1.0 / 30))
        back.stop()
        front.stop()
        try #require(frames.values.count == 2)
        for (frame, isReversed) in zip(frames.values, [false, true]) {
            let picture = try #require(FramePixels(frame))
            let bars = (0..<8).map { picture[$0 * 80 + 40, 100] }
            let seen = isReversed ? bars.reversed() : bars
            for (bar, color) in zip(seen, CameraScene.barColors) {
                #expect(bar.blue == color.blue && bar.green == color.green && bar.red == color.red)
                #expect(bar.alpha == 255)
            }
        }
    }

    @Test func `show a picture that fills the frame`() throws {
        // Red above, blue below; twice as high as wide.
        let red = [UInt8](repeating: 0, count: 100 * 100 * 4).enumerated().map {
            $0.offset % 4 >= 2 ? 255 : $0.element
        }
        let blue = red.enumerated().map { [255, 0, 0, 255][$0.offset % 4] as UInt8 }
        let picture = try #require(FramePixels(width: 100, height: 200, bytes: red + blue))
        let cameras = SceneCameras(environment: app, scene: .picture(picture))
        let stream = try start(cameras)
        app.run(until: .seconds(0.05))
        cameras.scene = .bars
        app.run(until: .seconds(0.1))
        stream.stop()
        let shown = try frames.values.map { try #require(FramePixels($0)).turned(by: 1) }
        #expect(shown[0][240, 200].red == 255 && shown[0][240, 200].blue == 0)
        #expect(shown[0][240, 440].red == 0 && shown[0][240, 440].blue == 255)
        #expect(SceneMarks.number(in: shown[1]) == 1)
    }
}

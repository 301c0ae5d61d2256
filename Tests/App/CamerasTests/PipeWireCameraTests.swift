#if PipeWire
    import AudioModel
    import Cameras
    import Synchronization
    import TestSupport
    import Testing

    @Suite(
        "A camera of PipeWire's", .serialized,
        .enabled(if: PrivateServer.isWanted, "needs sound servers: run scripts/test-pipewire"))
    struct PipeWireCameraTests {
        private let frames = Collected<CameraFrame>()
        private let ends = Collected<CameraEnd>()

        private func start(
            _ cameras: MachineCameras, _ format: CameraFormat? = nil
        ) throws -> any CameraStream {
            let camera = try #require(cameras.cameras.first)
            return try cameras.start(
                camera.id, format: format ?? camera.formats[0],
                deliver: { [frames] in frames.add($0) }, ended: { [ends] in ends.add($0) })
        }

        @Test(arguments: ["BGRx", "BGRA", "RGB", "YUY2", "NV12", "I420", "MJPG"])
        func `gives its frames in order and with their times`(coding: String) throws {
            // Given a camera of 640 × 480 pixels, thirty times a second.
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: coding)])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { !cameras.cameras.isEmpty }
            let format = CameraFormat(width: 640, height: 480, frameRate: 30, zoomMax: 16)
            #expect(
                cameras.cameras == [
                    CameraDescription(
                        id: "lens", name: "Lens of lens", position: .unspecified, formats: [format])
                ])
            // When it runs until twenty frames have come.
            let stream = try start(cameras)
            try waitUntil { frames.values.count >= 20 }
            stream.stop()
            // Then they are what the camera has given, and no two are the same.
            let pictures = try frames.values.map { try #require(FramePixels($0)) }
            let numbers = pictures.compactMap { SceneMarks.number(in: $0) }
            #expect(numbers.count == pictures.count)
            #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
            #expect(try #require(numbers.last) < lens.count)
            // Their times are those at which the camera gave them.
            let times = frames.values.map(\.time)
            #expect(times == numbers.map { lens.time(of: $0) })
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            // And they show the bars in their colours, enlarged by zoom and turned.
            let picture = pictures[10]
            for (index, color) in CameraScene.barColors.enumerated() {
                let pixel = picture[index * 80 + 40, 100]
                #expect(abs(Int(pixel.blue) - Int(color.blue)) < 12)
                #expect(abs(Int(pixel.green) - Int(color.green)) < 12)
                #expect(abs(Int(pixel.red) - Int(color.red)) < 12)
            }
            let dot = try #require(SceneMarks.dotDiameter(in: picture))
            let zoomed = try #require(SceneMarks.dotDiameter(in: picture.zoomed(by: 4)))
            #expect(abs(zoomed / dot - 4) < 0.3)
            let turned = picture.turned(by: 1)
            #expect(turned.width == 480 && turned.height == 640)
            #expect(SceneMarks.number(in: turned.turned(by: -1)) == numbers[10])
        }

        @Test func `may have rows that end at multiples of four bytes`() throws {
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: "RGB", width: 638)])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { !cameras.cameras.isEmpty }
            let stream = try start(cameras)
            try waitUntil { frames.values.count >= 3 }
            stream.stop()
            let pictures = try frames.values.map { try #require(FramePixels($0)) }
            #expect(pictures.allSatisfy { $0.width == 638 && SceneMarks.number(in: $0) != nil })
            #expect(lens.count >= 3)
        }

        @Test func `is told of when it comes and when it goes`() throws {
            let server = try PrivateServer()
            let cameras = MachineCameras(remote: server.socket)
            let changes = Collected<[String]>()
            cameras.observe { changes.add($0.map(\.id)) }
            #expect(cameras.cameras.isEmpty)
            let lens = try PipeWireCamera(server.socket, [.init(coding: "BGRx")])
            try waitUntil { changes.values == [["lens"]] }
            let other = try PipeWireCamera(server.socket, name: "other", [.init(coding: "YUY2")])
            try waitUntil { changes.values.last == ["lens", "other"] }
            lens.unplug()
            try waitUntil { changes.values.last == ["other"] }
            #expect(cameras.cameras.map(\.id) == ["other"])
            other.unplug()
            try waitUntil { changes.values.last == [] }
        }

        @Test func `ends its streams when it is unplugged`() throws {
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: "BGRx")])
            let other = try PipeWireCamera(server.socket, name: "other", [.init(coding: "BGRx")])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { cameras.cameras.count == 2 }
            let stream = try start(cameras)
            try waitUntil { frames.values.count > 3 }
            lens.unplug()
            try waitUntil { !ends.values.isEmpty }
            #expect(ends.values == [.disconnected])
            // The other camera does not take its place.
            #expect(other.count == 0)
            #expect(throws: CameraError.noSuchCamera) {
                try cameras.start(
                    "lens", format: CameraFormat(width: 1, height: 1, frameRate: 1, zoomMax: 1),
                    deliver: { _ in }, ended: { _ in })
            }
            stream.stop()
        }

        @Test func `shows the size that is asked for while another client has chosen one`() throws {
            let server = try PrivateServer()
            let lens = try PipeWireCamera(
                server.socket,
                [
                    .init(coding: "YUY2", width: 1280, height: 720, rate: 30),
                    .init(coding: "BGRx", width: 640, height: 480, rate: 30),
                ])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { !cameras.cameras.isEmpty }
            let formats = cameras.cameras[0].formats
            #expect(formats.map(\.width) == [1280, 640])
            let small = try start(cameras, formats[1])
            try waitUntil { frames.values.count > 3 }
            #expect(frames.values.allSatisfy { $0.width == 640 && $0.height == 480 })
            let large = Collected<CameraFrame>()
            let second = MachineCameras(remote: server.socket)
            try waitUntil { !second.cameras.isEmpty }
            let stream = try second.start(
                "lens", format: formats[0], deliver: { large.add($0) }, ended: { _ in })
            try waitUntil { large.values.count > 3 }
            #expect(large.values.allSatisfy { $0.width == 1280 && $0.height == 720 })
            let before = frames.values.count
            try waitUntil { frames.values.count > before + 3 }
            #expect(ends.values.isEmpty && lens.count > 0)
            small.stop()
            stream.stop()
        }

        @Test func `is left out while its app is busy and counted`() throws {
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: "BGRx")])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { !cameras.cameras.isEmpty }
            let format = cameras.cameras[0].formats[0]
            let stream = try cameras.start(
                "lens", format: format,
                deliver: { [frames] frame in
                    frames.add(frame)
                    // The first frame's app takes its time until four more have been given.
                    let given = lens.count
                    if frame.number == 0 { try? waitUntil { lens.count > given + 4 } }
                }, ended: { _ in })
            try waitUntil { frames.values.count >= 4 }
            stream.stop()
            let numbers = frames.values.map(\.number)
            #expect(numbers[0] == 0 && numbers[1] >= 3 && numbers[2] > numbers[1])
        }

        @Test func `goes with its server`() throws {
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: "BGRx")])
            let cameras = MachineCameras(remote: server.socket)
            try waitUntil { !cameras.cameras.isEmpty }
            let stream = try start(cameras)
            try waitUntil { !frames.values.isEmpty }
            try server.run("kill $SORI_PIPEWIRE_PID")
            try waitUntil { !ends.values.isEmpty && cameras.cameras.isEmpty }
            guard case .failed = ends.values[0] else {
                Issue.record("ended by \(ends.values)")
                return
            }
            stream.stop()
            lens.unplug()
        }

        @Test func `is not there without a server`() {
            let cameras = MachineCameras(remote: "/nowhere/pipewire-0")
            #expect(cameras.cameras.isEmpty)
        }
    }
#endif

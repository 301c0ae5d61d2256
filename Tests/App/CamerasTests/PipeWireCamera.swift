#if PipeWire
    import AudioModel
    import CTestCamera
    import Cameras
    import Glibc
    import Synchronization

    struct Timeout: Error {}

    /// Looks again and again until something that other threads or processes do has come about.
    func waitUntil(seconds: Double = 15, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw Timeout() }
            usleep(10_000)
        }
    }

    /// A camera on a PipeWire server, which shows the scene of a simulated phone's, upright.
    ///
    /// Ownership: immutable; the camera's thread is the only one that draws.
    final class PipeWireCamera: @unchecked Sendable {
        struct Format {
            var coding: String
            var width = 640
            var height = 480
            var rate: UInt32 = 30
        }

        private struct NoServer: Error {}

        private let camera: Mutex<OpaquePointer?>
        private let painter: Painter

        init(_ server: String, name: String = "lens", _ formats: [Format]) throws {
            let painter = Painter(formats)
            self.painter = painter
            var raw = painter.names.enumerated().map { index, name in
                test_camera_format(
                    name: UnsafePointer(name), width: UInt32(formats[index].width),
                    height: UInt32(formats[index].height), rate: formats[index].rate)
            }
            let camera = test_camera_start(
                server, name, "Lens of \(name)", &raw, UInt32(raw.count),
                { context, number, format, data, size in
                    let painter = Unmanaged<Painter>.fromOpaque(context).takeUnretainedValue()
                    let bytes = painter.draw(Int(format))
                    guard bytes.count <= Int(size) else { return 0 }
                    bytes.withUnsafeBufferPointer {
                        data.update(from: $0.baseAddress!, count: $0.count)
                    }
                    return UInt32(bytes.count)
                }, Unmanaged.passUnretained(painter).toOpaque())
            guard let camera else { throw NoServer() }
            self.camera = Mutex(camera)
        }

        deinit { unplug() }

        /// Frames that it has given.
        var count: Int { camera.withLock { $0.map { Int(test_camera_count($0)) } ?? 0 } }

        /// When it gave a frame, or `nil` for one that it has not given.
        func time(of number: Int) -> HostTime? {
            let time = camera.withLock { $0.map { test_camera_time($0, UInt32(number)) } ?? 0 }
            return time == 0 ? nil : HostTime(nanoseconds: time)
        }

        func unplug() {
            camera.withLock { camera in
                if let camera { test_camera_stop(camera) }
                camera = nil
            }
        }
    }

    /// The latest frame.
    private final class Latest: Sendable {
        private let state = Mutex<CameraFrame?>(nil)

        var frame: CameraFrame? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    /// Draws the frames of the scene in a coding.
    ///
    /// Ownership: the camera's thread.
    private final class Painter: @unchecked Sendable {
        let names: [UnsafeMutablePointer<CChar>]
        private let formats: [PipeWireCamera.Format]
        private let app = VirtualApp()
        private let latest = Latest()
        private let cameras: SceneCameras
        private var stream: (any CameraStream)?
        private var start = HostTime.zero
        private var number = 0
        private var present = 0

        init(_ formats: [PipeWireCamera.Format]) {
            self.formats = formats
            names = formats.map { strdup($0.coding) }
            cameras = SceneCameras(environment: app)
            cameras.quarterTurns = 0
        }

        deinit { for name in names { free(name) } }

        /// The next frame. In another format a camera begins again.
        func draw(_ index: Int) -> [UInt8] {
            let format = self.formats[index]
            let formats = cameras.cameras[0].formats
            if stream == nil || present != index {
                present = index
                number = 0
                stream = try? cameras.start(
                    SceneCameras.backIdentifier,
                    format: format.width == 1280 ? formats[1] : formats[2],
                    deliver: { [latest] in latest.frame = $0 },
                    ended: { _ in })
                start = app.now
            }
            number += 1
            app.run(until: start + .seconds((Double(number) + 0.5) / 30))
            guard let frame = latest.frame, let picture = FramePixels(frame) else {
                return []
            }
            return Self.code(
                picture.zoomed(by: 1, toWidth: format.width, height: format.height), format.coding)
        }

        private static func code(_ picture: FramePixels, _ coding: String) -> [UInt8] {
            let planes = picture.planes(isFullRange: false, matrix: .standard)
            switch coding {
            case "RGB":
                // Rows end at multiples of four bytes, as GStreamer's do.
                let padding = [UInt8](repeating: 0, count: picture.width % 4)
                return (0..<picture.height).flatMap { y in
                    (0..<picture.width).flatMap { x in
                        let pixel = picture[x, y]
                        return [pixel.red, pixel.green, pixel.blue]
                    } + padding
                }
            case "NV12": return planes.luma + planes.chroma
            case "I420":
                return planes.luma
                    + stride(from: 0, to: planes.chroma.count, by: 2).map { planes.chroma[$0] }
                    + stride(from: 1, to: planes.chroma.count, by: 2).map { planes.chroma[$0] }
            case "YUY2":
                var bytes: [UInt8] = []
                bytes.reserveCapacity(picture.width * picture.height * 2)
                for y in 0..<picture.height {
                    for x in stride(from: 0, to: picture.width, by: 2) {
                        let pair = (y / 2 * planes.chromaWidth + x / 2) * 2
                        let luma = y * picture.width + x
                        bytes.append(planes.luma[luma])
                        bytes.append(planes.chroma[pair])
                        bytes.append(planes.luma[luma + 1])
                        bytes.append(planes.chroma[pair + 1])
                    }
                }
                return bytes
            case "MJPG":
                return JPEGPicture.encode(
                    bgra: picture.bytes, width: picture.width, height: picture.height
                ).map { Array($0) } ?? []
            default: return picture.bytes
            }
        }
    }
#endif

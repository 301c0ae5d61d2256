#if PipeWire
    import AudioModel
    import CPipeWireShim
    import Dispatch
    import Glibc
    import Synchronization

    /// A stream of one of PipeWire's cameras.
    ///
    /// Frames are copied on PipeWire's thread, and decoded and delivered on a queue of the
    /// stream's. While one is decoded and delivered, others are left out.
    final class MachineCameraStream: CameraStream {
        /// What PipeWire's thread calls.
        private final class Receiver: Sendable {
            private struct State {
                /// Frames that have come.
                var count = 0
                var isBusy = false
                var isOver = false
            }

            private let queue = DispatchQueue(label: "sori.camera")
            private let state = Mutex(State())
            private let decoder = Mutex(FrameDecoder())
            private let format: CameraFormat
            private let deliver: @Sendable (CameraFrame) -> Void
            private let ended: @Sendable (CameraEnd) -> Void

            init(
                _ format: CameraFormat, _ deliver: @escaping @Sendable (CameraFrame) -> Void,
                _ ended: @escaping @Sendable (CameraEnd) -> Void
            ) {
                self.format = format
                self.deliver = deliver
                self.ended = ended
            }

            func stop() { state.withLock { $0.isOver = true } }

            func receive(_ frame: sori_pw_camera_frame) {
                let number = state.withLock { state -> Int? in
                    state.count += 1
                    guard !state.isBusy, !state.isOver else { return nil }
                    state.isBusy = true
                    return state.count - 1
                }
                guard let number else { return }
                let coded = CodedFrame(frame)
                let time = HostTime(nanoseconds: frame.nanoseconds)
                queue.async { [self] in
                    let picture = decoder.withLock { $0.decode(coded) }
                    if let picture { pass(picture, number, time) }
                    state.withLock { $0.isBusy = false }
                }
            }

            func end(_ end: CameraEnd) {
                queue.async { [self] in
                    let isNews = state.withLock { state in
                        defer { state.isOver = true }
                        return !state.isOver
                    }
                    if isNews { ended(end) }
                }
            }

            /// The camera may give another size than the one it was asked for.
            private func pass(_ picture: FramePixels, _ number: Int, _ time: HostTime) {
                guard state.withLock({ !$0.isOver }) else { return }
                let fitting = picture.zoomed(by: 1, toWidth: format.width, height: format.height)
                deliver(
                    CameraFrame(
                        time: time, number: number, width: fitting.width, height: fitting.height,
                        pixels: fitting.bytes))
            }
        }

        /// Ownership: the mutex guards the pointer, and PipeWire's lock what it points to.
        private struct Handle: @unchecked Sendable {
            var stream: OpaquePointer?
        }

        private let connection: CameraConnection
        private let receiver: Receiver
        private let handle: Mutex<Handle>

        init(
            _ connection: CameraConnection, camera: UInt32, _ source: SourceFormat,
            _ format: CameraFormat, _ deliver: @escaping @Sendable (CameraFrame) -> Void,
            _ ended: @escaping @Sendable (CameraEnd) -> Void
        ) throws {
            self.connection = connection
            receiver = Receiver(format, deliver, ended)
            var code: Int32 = 0
            var raw = sori_pw_camera_format(source, format)
            let stream = sori_pw_camera_open(
                connection.handle, camera, "camera", &raw,
                { context, frame in
                    Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
                        .receive(frame.pointee)
                },
                { context, isDisconnected, text in
                    let text = text.map { String(cString: $0) } ?? "no reason given"
                    Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
                        .end(isDisconnected ? .disconnected : .failed(text))
                }, Unmanaged.passUnretained(receiver).toOpaque(), &code)
            handle = Mutex(Handle(stream: stream))
            guard stream != nil else {
                throw code == ENODEV
                    ? CameraError.noSuchCamera
                    : CameraError.unavailable(String(cString: strerror(code)))
            }
        }

        deinit { stop() }

        func stop() {
            receiver.stop()
            handle.withLock { handle in
                if let stream = handle.stream { sori_pw_camera_close(stream) }
                handle.stream = nil
            }
        }
    }

    extension CodedFrame {
        /// Copies a frame.
        fileprivate init(_ frame: sori_pw_camera_frame) {
            let all = [frame.planes.0, frame.planes.1, frame.planes.2]
            let planes = all.prefix(Int(frame.plane_count)).map { plane in
                Plane(
                    bytes: Array(UnsafeBufferPointer(start: plane.data, count: Int(plane.size))),
                    stride: Int(plane.stride))
            }
            let matrix: FrameMatrix? = [1: .standard, 2: .high][frame.matrix]
            self.init(
                FrameCoding(frame.pixels), width: Int(frame.width), height: Int(frame.height),
                isFullRange: frame.is_full_range, matrix: matrix, planes: planes)
        }
    }

    extension FrameCoding {
        init(_ pixels: sori_pw_pixels) {
            switch pixels {
            case .bgrx: self = .bgrx
            case .bgra: self = .bgra
            case .rgbx: self = .rgbx
            case .rgba: self = .rgba
            case .rgb: self = .rgb
            case .bgr: self = .bgr
            case .nv12: self = .nv12
            case .i420: self = .i420
            case .yuy2: self = .yuy2
            case .mjpg: self = .mjpg
            }
        }

        fileprivate var raw: sori_pw_pixels {
            switch self {
            case .bgrx: .bgrx
            case .bgra: .bgra
            case .rgbx: .rgbx
            case .rgba: .rgba
            case .rgb: .rgb
            case .bgr: .bgr
            case .nv12: .nv12
            case .i420: .i420
            case .yuy2: .yuy2
            case .mjpg: .mjpg
            }
        }
    }

    extension sori_pw_camera_format {
        fileprivate init(_ source: SourceFormat, _ format: CameraFormat) {
            let (width, height) = (UInt32(clamping: format.width), UInt32(clamping: format.height))
            self.init(
                pixels: source.coding.raw, width: width, height: height, width_max: width,
                height_max: height, rate_numerator: source.rateNumerator,
                rate_denominator: source.rateDenominator)
        }
    }
#endif

#if PipeWire
    import CPipeWireShim
    import Dispatch
    import Glibc
    import Synchronization

    /// The cameras that PipeWire has: V4L2's, libcamera's, and those of other programs.
    ///
    /// It connects when it is made, and again some seconds after the server has gone. Without a
    /// server there are no cameras.
    package final class MachineCameras: CameraProvider {
        private struct Node {
            var id: UInt32
            var name: String
            var text: String
            var position = CameraPosition.unspecified
            var sources: [SourceFormat] = []
            var formats = SourceFormats([])
        }

        private struct State {
            var nodes: [Node] = []
            var shown: [CameraDescription] = []
            /// The node of each camera that is shown.
            var ids: [String: UInt32] = [:]
            var observers: [@Sendable ([CameraDescription]) -> Void] = []
        }

        fileprivate enum Event: Sendable {
            case ready
            case lost
            case added(UInt32, name: String, text: String)
            case removed(UInt32)
            case location(UInt32, String)
            case formatsBegin(UInt32)
            case format(UInt32, SourceFormat)
        }

        /// Forwards events from PipeWire's thread, which must not block, to a queue.
        private final class Relay: Sendable {
            /// Inactive until its target is there: what comes before that waits.
            let queue = DispatchQueue(label: "sori.cameras", attributes: .initiallyInactive)
            private let target = Mutex(Target())

            private struct Target {
                weak var cameras: MachineCameras?
            }

            func set(_ cameras: MachineCameras) {
                target.withLock { $0.cameras = cameras }
                queue.activate()
            }

            func forward(_ event: Event) {
                queue.async { [self] in
                    target.withLock { $0.cameras }?.handle(event)
                }
            }
        }

        private let relay = Relay()
        private let connection: CameraConnection?
        private let state = Mutex(State())
        private let firstAnswer = FirstAnswer()

        /// - Parameters:
        ///   - remote: A socket's name or path; `nil` for the one in the environment.
        ///   - descriptor: A connected socket, which is closed at the end, used instead.
        package init(
            remote: String? = nil, descriptor: Int32? = nil, applicationName: String = "sori"
        ) {
            var code: Int32 = 0
            let relay = relay
            let handle = sori_pw_cameras_start(
                remote, descriptor ?? -1, applicationName,
                { context, event in
                    guard let event = Event(event.pointee) else { return }
                    Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().forward(event)
                }, Unmanaged.passUnretained(relay).toOpaque(), &code)
            connection = handle.map { CameraConnection($0, keeping: relay) }
            relay.set(self)
            if handle == nil { firstAnswer.come() }
        }

        /// Waits for the server's first answer, for a second at most.
        package var cameras: [CameraDescription] {
            firstAnswer.wait()
            return state.withLock { $0.shown }
        }

        package func observe(_ changed: @escaping @Sendable ([CameraDescription]) -> Void) {
            state.withLock { $0.observers.append(changed) }
        }

        package func start(
            _ id: String, format: CameraFormat,
            deliver: @escaping @Sendable (CameraFrame) -> Void,
            ended: @escaping @Sendable (CameraEnd) -> Void
        ) throws -> any CameraStream {
            firstAnswer.wait()
            let found = state.withLock { state in
                state.ids[id].flatMap { id in state.nodes.first { $0.id == id } }
            }
            guard let node = found, let connection else { throw CameraError.noSuchCamera }
            guard let source = node.formats.source(of: format) else {
                throw CameraError.unavailable("the camera has no such format")
            }
            return try MachineCameraStream(
                connection, camera: node.id, source, format, deliver, ended)
        }

        // MARK: Events, on the relay's queue

        private func handle(_ event: Event) {
            switch event {
            case .ready: publish()
            case .lost:
                state.withLock { $0.nodes = [] }
                publish()
            case .added(let id, let name, let text):
                state.withLock { $0.nodes.append(Node(id: id, name: name, text: text)) }
            case .removed(let id): state.withLock { $0.nodes.removeAll { $0.id == id } }
            case .location(let id, let location):
                change(id) { $0.position = CameraPosition(location) }
            case .formatsBegin(let id): change(id) { $0.sources = [] }
            case .format(let id, let source):
                change(id) { node in
                    guard node.sources.count < Self.sourcesMax else { return }
                    node.sources.append(source)
                }
            }
        }

        /// The most formats of a node that are kept.
        private static let sourcesMax = 4096

        private func change(_ id: UInt32, _ body: (inout Node) -> Void) {
            state.withLock { state in
                guard let index = state.nodes.firstIndex(where: { $0.id == id }) else { return }
                body(&state.nodes[index])
            }
        }

        /// Shows the cameras that have formats, and tells the observers of a change.
        private func publish() {
            let news = state.withLock { state -> (State, [CameraDescription])? in
                var (shown, ids) = ([CameraDescription](), [String: UInt32]())
                for index in state.nodes.indices {
                    let node = state.nodes[index]
                    let formats = SourceFormats(node.sources) {
                        $0 != .mjpg || JPEGFrameDecoding.isThere
                    }
                    state.nodes[index].formats = formats
                    guard !formats.formats.isEmpty else { continue }
                    // Names are unique but for programs that do not care.
                    let id = ids[node.name] == nil ? node.name : "\(node.name)#\(node.id)"
                    ids[id] = node.id
                    shown.append(
                        CameraDescription(
                            id: id, name: node.text, position: node.position,
                            formats: formats.formats))
                }
                state.ids = ids
                guard shown != state.shown else { return nil }
                state.shown = shown
                return (state, shown)
            }
            firstAnswer.come()
            guard let (state, shown) = news else { return }
            for observer in state.observers { observer(shown) }
        }
    }

    extension MachineCameras.Event {
        fileprivate init?(_ event: sori_pw_camera_event) {
            let text = event.text.map { String(cString: $0) }
            switch event.kind {
            case .ready: self = .ready
            case .lost: self = .lost
            case .added:
                guard let name = event.name.map({ String(cString: $0) }) else { return nil }
                self = .added(event.id, name: name, text: text ?? name)
            case .removed: self = .removed(event.id)
            case .location: self = .location(event.id, text ?? "")
            case .formats: self = .formatsBegin(event.id)
            case .format:
                guard let format = event.format?.pointee, let source = SourceFormat(format) else {
                    return nil
                }
                self = .format(event.id, source)
            }
        }
    }

    extension CameraPosition {
        fileprivate init(_ location: String) {
            switch location {
            case "front": self = .front
            case "back": self = .back
            default: self = .unspecified
            }
        }
    }

    extension SourceFormat {
        /// - Returns: `nil` for a range that ends before it begins.
        fileprivate init?(_ format: sori_pw_camera_format) {
            guard format.width <= format.width_max, format.height <= format.height_max else {
                return nil
            }
            self.init(
                FrameCoding(format.pixels), width: Int(format.width)...Int(format.width_max),
                height: Int(format.height)...Int(format.height_max),
                rateNumerator: format.rate_numerator, rateDenominator: format.rate_denominator)
        }
    }

    /// Something that comes once, and is waited for with patience for a second.
    private final class FirstAnswer: Sendable {
        private let group = DispatchGroup()
        private let isThere = Mutex(false)

        init() { group.enter() }

        func come() {
            isThere.withLock {
                if !$0 { group.leave() }
                $0 = true
            }
        }

        func wait() { _ = group.wait(timeout: .now() + 1) }
    }

    /// The connection's handle, which ends when the last stream and the provider are gone.
    ///
    /// Ownership: immutable; the lock of PipeWire's thread loop guards what `handle` points to.
    final class CameraConnection: @unchecked Sendable {
        let handle: OpaquePointer
        private let relay: any AnyObject & Sendable

        fileprivate init(_ handle: OpaquePointer, keeping relay: any AnyObject & Sendable) {
            self.handle = handle
            self.relay = relay
        }

        deinit { sori_pw_cameras_end(handle) }
    }
#endif

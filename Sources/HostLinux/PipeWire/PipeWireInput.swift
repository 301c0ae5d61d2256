#if PipeWire
    import AudioModel
    import SoundClient

    /// An input device that captures from a PipeWire source, as 48 kHz float stereo.
    ///
    /// The stream follows the default source unless it has a target. While the server is gone or
    /// there is no source (monitors of sinks do not count), it delivers silence at the same pace,
    /// so that a recording keeps its time; a new server or source takes over. Any thread, also from
    /// within its callbacks.
    public final class PipeWireInput: HostInput {
        /// 48,000 Hz.
        public let sampleRate = 48_000.0
        /// Two channels.
        public let channelCount = 2

        private let options: Options
        private let line: PipeWireStream

        /// Options of the stream.
        public struct Options: Sendable {
            /// Name of the application, for volume controls.
            public var applicationName: String
            /// Name of the recording, for volume controls.
            public var mediaName: String
            /// The stream's media role.
            public var role: MediaRole
            /// A source's name; `nil` to follow the default source.
            public var target: String?
            /// Requested block size, 1…8192 frames; the server may choose another.
            public var blockFrames: Int
            /// A server's socket, by name or path; `nil` for the one in the environment.
            public var server: String?

            /// `blockFrames` is clamped to 1…8192; `nil` takes the role's.
            public init(
                applicationName: String = "sori", mediaName: String = "recording",
                role: MediaRole = .production, target: String? = nil, blockFrames: Int? = nil,
                server: String? = nil
            ) {
                self.applicationName = applicationName
                self.mediaName = mediaName
                self.role = role
                self.target = target
                self.blockFrames = min(max(blockFrames ?? role.blockFrames, 1), 8192)
                self.server = server
            }
        }

        /// - Parameter noticed: Receives notices on a queue of the device's.
        public init(
            _ options: Options = Options(),
            noticed: @escaping @Sendable (InputNotice) -> Void = { _ in }
        ) {
            self.options = options
            let address = PipeWireAddress(
                applicationName: options.applicationName, server: options.server)
            line = PipeWireStream(.capture, address, label: "sori.input.pipewire") {
                if let notice = InputNotice($0) { noticed(notice) }
            }
        }

        deinit {
            stop()
        }

        /// Connects to the server, so that a caller can choose another device on failure.
        ///
        /// - Throws: No server answered within half a second.
        public func connect() throws(DeviceError) {
            try line.connect()
        }

        /// Starts capturing. Without a server or a source the device delivers silence and sends a
        /// notice.
        ///
        /// - Throws: The system refused a thread.
        public func start(_ sink: InputSink) throws(DeviceError) {
            precondition(sink.channelCount == channelCount, "the sink is made for this device")
            try start(CaptureClient(sink))
        }

        package func start(_ client: CaptureClient) throws(DeviceError) {
            let fallback = NullInput(sampleRate: sampleRate, channelCount: channelCount)
            let settings = PipeWireConnection.StreamSettings(
                mediaName: options.mediaName, role: options.role, target: options.target,
                sampleRate: UInt32(sampleRate), channelCount: UInt32(channelCount),
                blockFrames: UInt32(options.blockFrames))
            try line.start(
                PipeWireStream.Client(
                    open: { $0.openCapture(settings, isMuzzled: $1, client: client) },
                    startFallback: { pause throws(DeviceError) in
                        try fallback.start(client, owing: pause)
                    },
                    stopFallback: { fallback.stop() }, attend: client.attend))
        }

        /// Stops; no call of the sink follows, except when called from within one.
        public func stop() {
            line.stop()
        }

        /// Name of the current source for the user.
        public var routeName: String {
            line.isLost ? "silence" : line.route?.description ?? "no microphone yet"
        }

        /// The source that the stream is connected to.
        public var source: InputSource? { line.route.map(InputSource.init) }

        /// Every source of the server, once `connect` has returned. Not from within a notice.
        public var sources: [InputSource] { line.nodes.map(InputSource.init) }

        /// Whether the device delivers silence for now; see `InputNotice.deaf`.
        public var isDeaf: Bool { line.isLost }

        /// Blocks that the server skipped because this process was late (xruns).
        public var missedCycleCount: Int { line.missedCycleCount }
    }

    extension InputSource {
        fileprivate init(_ node: PipeWireNode) {
            self.init(name: node.name, description: node.description)
        }
    }

    extension InputNotice {
        fileprivate init?(_ notice: PipeWireStream.Notice) {
            switch notice {
            case .lost(let why): self = .deaf(why)
            case .regained: self = .hearsAgain
            case .routeChanged(let node): self = .routeChanged(node.map(InputSource.init))
            case .defaultChanged: return nil
            case .nodeAdded(let node): self = .sourceAdded(InputSource(node))
            case .nodeRemoved(let node): self = .sourceRemoved(InputSource(node))
            }
        }
    }
#endif

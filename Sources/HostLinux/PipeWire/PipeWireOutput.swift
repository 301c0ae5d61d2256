#if PipeWire
    import AudioModel
    import SoundClient

    /// An output device that plays through one PipeWire stream of 48 kHz float stereo.
    ///
    /// The stream follows the default sink, and is moved by the server when its sink goes. While
    /// the server is gone or there is no sink, the source is rendered at the same pace and
    /// discarded, so that sounds still end; a new server or sink takes over. Any thread, also from
    /// within its callbacks.
    public final class PipeWireOutput: HostOutput {
        /// 48,000 Hz.
        public let sampleRate = 48_000.0

        private let options: Options
        private let line: PipeWireStream

        /// - Parameter noticed: Receives notices on a queue of the device's.
        public init(
            _ options: Options = Options(),
            noticed: @escaping @Sendable (OutputNotice) -> Void = { _ in }
        ) {
            self.options = options
            line = PipeWireStream(.playback, options.address, label: "sori.output.pipewire") {
                noticed(OutputNotice($0))
            }
        }

        deinit {
            stop()
        }

        /// Connects to the server, so that a caller can choose another device on failure.
        ///
        /// - Throws: No server answered within half a second.
        public func connect() throws(OutputError) {
            try line.connect()
        }

        /// Starts rendering. Without a server or a sink the sound is discarded and a notice is
        /// sent.
        ///
        /// - Throws: The system refused a thread.
        public func start(_ source: OutputSource) throws(OutputError) {
            try start(RenderClient(source))
        }

        package func start(_ client: RenderClient) throws(OutputError) {
            let fallback = NullOutput()
            let settings = PipeWireConnection.StreamSettings(
                mediaName: options.mediaName, role: options.role, target: options.target,
                sampleRate: UInt32(sampleRate), channelCount: 2,
                blockFrames: UInt32(options.blockFrames))
            try line.start(
                PipeWireStream.Client(
                    open: { $0.openStream(settings, isMuzzled: $1, client: client) },
                    startFallback: { _ throws(DeviceError) in try fallback.start(client) },
                    stopFallback: { fallback.stop() }, attend: client.attend))
        }

        /// Stops; no block is rendered afterwards, except when called from within one.
        public func stop() {
            line.stop()
        }

        /// Name of the current sink for the user.
        public var routeName: String {
            line.isLost ? "nowhere" : line.route?.description ?? "PipeWire"
        }

        /// The sink that the stream is connected to.
        public var sink: OutputSink? { line.route.map(OutputSink.init) }

        /// Whether the sound is discarded for now; see `OutputNotice.unheard`.
        public var isUnheard: Bool { line.isLost }

        /// Blocks that the server skipped because rendering was late (xruns).
        public var missedCycleCount: Int { line.missedCycleCount }
        /// Time until the last rendered frame has been played; zero while the sound is discarded.
        public var timeUntilHeard: HostInterval { line.timeUntilHeard }
    }

    extension OutputSink {
        fileprivate init(_ node: PipeWireNode) {
            self.init(name: node.name, description: node.description)
        }
    }

    extension OutputNotice {
        fileprivate init(_ notice: PipeWireStream.Notice) {
            switch notice {
            case .lost(let why): self = .unheard(why)
            case .regained: self = .heardAgain
            case .routeChanged(let node): self = .routeChanged(node.map(OutputSink.init))
            case .defaultChanged(let name): self = .defaultSinkChanged(name)
            case .nodeAdded(let node): self = .sinkAdded(OutputSink(node))
            case .nodeRemoved(let node): self = .sinkRemoved(OutputSink(node))
            }
        }
    }
#endif

#if PipeWire
    import AudioModel
    import SoundClient

    /// An app's sound as one PipeWire stream of 48 kHz float stereo.
    ///
    /// The stream follows the default sink, and moves by itself when its sink goes. While nobody
    /// asks for sound (the server has gone, or there is no sink), the source is rendered at the same
    /// pace and discarded, so that what plays still ends; a new server or sink takes it over.
    /// Any thread, also from within what it calls.
    public final class PipeWireOutput: HostOutput {
        public let sampleRate = 48_000.0

        private let options: Options
        private let line: PipeWireStream

        /// - Parameter noticed: Runs on a queue of the device's.
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

        /// Makes sure that a server is there, so that a caller can choose another device if not.
        ///
        /// - Throws: When none answers within half a second.
        public func connect() throws(OutputError) {
            try line.connect()
        }

        /// Without a server the sound is discarded until there is one; that is a notice, no error.
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

        public func stop() {
            line.stop()
        }

        public var routeName: String {
            line.isLost ? "nowhere" : line.route?.description ?? "PipeWire"
        }

        /// The sink that the stream plays into.
        public var sink: OutputSink? { line.route.map(OutputSink.init) }

        /// Whether the sound is discarded for now; see `OutputNotice.unheard`.
        public var isUnheard: Bool { line.isLost }

        public var missedCycleCount: Int { line.missedCycleCount }
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

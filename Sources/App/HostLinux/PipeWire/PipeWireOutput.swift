#if PipeWire
    public import AudioModel
    public import SoundClient
    import Synchronization

    /// An output device that plays through one PipeWire stream of 48 kHz float stereo.
    ///
    /// The stream follows the default sink, and is moved by the server when its sink goes. While
    /// the server is gone or there is no sink, the source is rendered at the same pace and
    /// discarded, so that sounds still end; a new server or sink takes over. Any thread, also from
    /// within its callbacks.
    public final class PipeWireOutput: HostOutput {
        /// 48,000 Hz.
        public let sampleRate = 48_000.0

        private let options: PipeWireOptions
        private let requestedFrames: Mutex<Int>
        private let stream: PipeWireStream

        /// - Parameter noticed: Receives notices on a queue of the device's.
        public init(
            _ options: PipeWireOptions = PipeWireOptions(),
            noticed: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
        ) {
            self.options = options
            requestedFrames = Mutex(options.blockFrames)
            stream = PipeWireStream(
                .playback, options.address, label: "sori.output.pipewire", noticed: noticed)
        }

        deinit {
            stop()
        }

        /// Connects to the server, so that a caller can choose another device on failure.
        ///
        /// - Throws: No server answered within half a second.
        public func connect() throws(DeviceError) {
            try stream.connect()
        }

        /// Starts rendering. Without a server or a sink the sound is discarded and a notice is
        /// sent.
        ///
        /// - Throws: The system refused a thread.
        public func start(_ source: OutputSource) throws(DeviceError) {
            try start(RenderClient(source))
        }

        package func start(_ client: RenderClient) throws(DeviceError) {
            let fallback = NullOutput()
            try stream.start(
                PipeWireStream.Client(
                    open: { [weak self, options, sampleRate] connection, isBypassed in
                        var options = options
                        options.blockFrames =
                            self?.requestedFrames.withLock { $0 } ?? options.blockFrames
                        return connection.openStream(
                            options.settings(sampleRate, channelCount: 2), isBypassed: isBypassed,
                            client: client)
                    },
                    startFallback: { _ throws(DeviceError) in try fallback.start(client) },
                    stopFallback: { fallback.stop() }, service: client.service,
                    holdsOnServerLoss: options.holdsOnServerLoss))
        }

        /// The size of the graph's blocks in frames; while that is unknown, the size that was
        /// requested last, and while the sound is discarded, that of the device which does that.
        public var blockFrames: Int {
            if let cycle = stream.cycle { return cycle.frameCount }
            return stream.isLost ? NullOutput.blockFrames : requestedFrames.withLock { $0 }
        }

        /// False while the graph has another rate than the stream.
        public var hasEqualBlocks: Bool { stream.cycle?.hasEqualBlocks ?? true }

        /// How long after the start of its cycle a block's first frame leaves the device, in seconds,
        /// as the sink reports it: zero for a virtual one; `nil` while it is unknown.
        public var latency: Double? { stream.cycle.map { max($0.delay.seconds, 0) } }

        /// Requests another block size in frames, also while the device runs; `nil` for the one of
        /// its options.
        public func requestBlockFrames(_ count: Int?) {
            let count =
                count.map { min(max($0, 1), PipeWireOptions.blockFramesMax) }
                ?? options.blockFrames
            let isOther = requestedFrames.withLock { frames in
                defer { frames = count }
                return frames != count
            }
            if isOther { stream.setBlockFrames(count) }
        }

        /// Stops; no block is rendered afterwards, except when called from within one.
        public func stop() {
            stream.stop()
        }

        /// Name of the current sink for the user.
        public var routeName: String {
            stream.isLost ? "nowhere" : stream.route?.description ?? "PipeWire"
        }

        /// The sink that the stream is connected to.
        public var sink: DeviceNode? { stream.route }

        /// The sink that was removed while the stream played there, with the option
        /// `holdsOnRemoval`: nothing is rendered until `release`.
        public var removedSink: DeviceNode? { stream.removedPeer }

        /// Goes on at the sink that the stream is connected to now, after a removal.
        public func release() { stream.release() }

        /// Every sink of the server, once `connect` has returned. Not from within a notice.
        public var sinks: [DeviceNode] { stream.nodes }
        /// The name of the default sink. Not from within a notice.
        public var defaultSinkName: String? { stream.defaultName }

        /// Whether the sound is discarded for now; see `DeviceNotice.lost`.
        public var isLost: Bool { stream.isLost }

        /// Blocks that the server skipped because rendering was late (xruns).
        public var missedCycleCount: Int { stream.missedCycleCount }
        /// Time until the last rendered frame has been played; zero while the sound is discarded.
        public var drainTime: HostInterval { stream.drainTime }
    }
#endif

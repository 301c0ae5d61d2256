#if PipeWire
    import AudioModel
    public import SoundClient

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

        private let options: PipeWireOptions
        private let stream: PipeWireStream

        /// - Parameter noticed: Receives notices on a queue of the device's.
        public init(
            _ options: PipeWireOptions = PipeWireOptions(mediaName: "recording", role: .production),
            noticed: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
        ) {
            self.options = options
            stream = PipeWireStream(
                .capture, options.address, label: "sori.input.pipewire", noticed: noticed)
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
            let settings = options.settings(sampleRate, channelCount: channelCount)
            try stream.start(
                PipeWireStream.Client(
                    open: { $0.openCapture(settings, isBypassed: $1, client: client) },
                    startFallback: { pause throws(DeviceError) in
                        try fallback.start(client, owing: pause)
                    },
                    stopFallback: { fallback.stop() }, service: client.service,
                    holdsOnServerLoss: options.holdsOnServerLoss))
        }

        /// Stops; no call of the sink follows, except when called from within one.
        public func stop() {
            stream.stop()
        }

        /// Name of the current source for the user.
        public var routeName: String {
            stream.isLost ? "silence" : stream.route?.description ?? "no microphone yet"
        }

        /// The source that the stream is connected to.
        public var source: DeviceNode? { stream.route }

        /// The source that was removed while the stream captured from it, with the option
        /// `holdsOnRemoval`: nothing is captured until `release`.
        public var removedSource: DeviceNode? { stream.removedPeer }

        /// Goes on with the source that the stream is connected to now, after a removal.
        public func release() { stream.release() }

        /// Every source of the server, once `connect` has returned. Not from within a notice.
        public var sources: [DeviceNode] { stream.nodes }

        /// The name of the default source. Not from within a notice.
        public var defaultSourceName: String? { stream.defaultName }

        /// Whether the device delivers silence for now; see `DeviceNotice.lost`.
        public var isLost: Bool { stream.isLost }

        /// Blocks that the server skipped because this process was late (xruns).
        public var missedCycleCount: Int { stream.missedCycleCount }
    }
#endif

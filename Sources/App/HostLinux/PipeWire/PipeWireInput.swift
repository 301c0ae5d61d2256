#if PipeWire
    import AudioModel
    import Glibc
    public import SoundClient
    import Synchronization

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
        /// Captures what is played to the default sink, while a voice is processed.
        private let monitor: PipeWireStream
        private let makeProcessor: @Sendable () -> sending VoiceProcessor?
        private let use = Mutex(Use())
        /// The size of blocks that was requested last.
        private let requestedFrames: Mutex<Int>

        private struct Use {
            /// Set between `start` and `stop`.
            var client: CaptureClient?
            var processing: VoiceProcessing?
            /// What processes the sound now.
            var voice: VoiceCapture?
            /// Whether it has been reported that voices are not processed.
            var hasReported = false
        }

        /// - Parameter noticed: Receives notices on a queue of the device's.
        public convenience init(
            _ options: PipeWireOptions = PipeWireOptions(mediaName: "recording", role: .production),
            noticed: @escaping @Sendable (DeviceNotice) -> Void = { _ in }
        ) {
            self.init(options, noticed: noticed) { VoiceProcessor() }
        }

        /// - Parameter makeProcessor: Makes what processes voices; `nil` where there is nothing.
        package init(
            _ options: PipeWireOptions, noticed: @escaping @Sendable (DeviceNotice) -> Void,
            makeProcessor: @escaping @Sendable () -> sending VoiceProcessor?
        ) {
            self.options = options
            self.makeProcessor = makeProcessor
            requestedFrames = Mutex(options.blockFrames)
            stream = PipeWireStream(
                options.capturesSink ? .monitor : .capture, options.address,
                label: "sori.input.pipewire", noticed: noticed)
            monitor = PipeWireStream(
                .monitor, options.address, label: "sori.input.monitor", noticed: { _ in })
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
            try use.withLock { use throws(DeviceError) in
                guard use.client == nil else { return }
                use.client = client
                do throws(DeviceError) {
                    try begin(&use)
                } catch {
                    use.client = nil
                    throw error
                }
            }
        }

        /// Stops; no call of the sink follows, except when called from within one.
        public func stop() {
            use.withLock { use in
                end(&use)
                use.client = nil
            }
        }

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
            guard isOther else { return }
            stream.setBlockFrames(count)
            monitor.setBlockFrames(count)
        }

        /// Frees voices from the echo of what the default sink plays and from noise, also while the
        /// device runs; `nil` to deliver the sound as it is captured.
        ///
        /// Where the plugin of PipeWire's echo-cancel module is missing, a notice says so once, and
        /// the sound is delivered as it is captured.
        public func setVoiceProcessing(_ processing: VoiceProcessing?) {
            use.withLock { use in
                guard use.processing != processing else { return }
                let isOn = use.processing != nil
                use.processing = processing
                if let processing, isOn {
                    use.voice?.set(processing)
                } else if use.client != nil {
                    end(&use)
                    // A device that cannot start again delivers nothing more; the next start throws.
                    try? begin(&use)
                }
            }
        }

        /// Starts the stream, and where a voice is processed the monitor.
        private func begin(_ use: inout Use) throws(DeviceError) {
            guard let client = use.client else { return }
            use.voice = makeVoice(client, &use)
            guard let voice = use.voice else {
                return try stream.start(streamClient(client))
            }
            let played = CaptureClient(voice.played)
            let number = UInt(bitPattern: ObjectIdentifier(self).hashValue)
            let group = "sori.voice.\(getpid()).\(number)"
            // The target is a microphone, and only that one is released after a removal.
            var monitored = options.settings(sampleRate, channelCount: 2, group: group)
            (monitored.mediaName, monitored.target) = ("what is played", nil)
            monitored.holdsOnRemoval = false
            // The fallback's silence is processed, too.
            let microphone = CaptureClient(voice.microphone) { voice.service() }
            try stream.start(streamClient(microphone, group: group))
            // Without the monitor there is no echo to cancel.
            try? monitor.start(
                PipeWireStream.Client(
                    open: open(monitored, played),
                    startFallback: { _ throws(DeviceError) in }, stopFallback: {}, service: {}))
        }

        private func end(_ use: inout Use) {
            stream.stop()
            monitor.stop()
            use.voice?.end()
            use.voice = nil
        }

        private func makeVoice(_ client: CaptureClient, _ use: inout Use) -> VoiceCapture? {
            guard let processing = use.processing else { return nil }
            if let processor = makeProcessor() {
                return VoiceCapture(client, channelCount: channelCount, processing, processor)
            }
            if !use.hasReported {
                use.hasReported = true
                stream.send(.voiceUnprocessed("PipeWire's echo canceller is not installed"))
            }
            return nil
        }

        private func streamClient(
            _ client: CaptureClient, group: String? = nil
        ) -> PipeWireStream.Client {
            let fallback = NullInput(sampleRate: sampleRate, channelCount: channelCount)
            let settings = options.settings(sampleRate, channelCount: channelCount, group: group)
            return PipeWireStream.Client(
                open: open(settings, client),
                startFallback: { pause throws(DeviceError) in
                    try fallback.start(client, owing: pause)
                },
                stopFallback: { fallback.stop() }, service: client.service,
                holdsOnServerLoss: options.holdsOnServerLoss)
        }

        /// Opens a stream with the blocks that are wanted then: a new server has been told of none.
        private func open(
            _ settings: PipeWireConnection.StreamSettings, _ client: CaptureClient
        ) -> @Sendable (PipeWireConnection, _ isBypassed: Bool) -> Int32 {
            { [weak self] connection, isBypassed in
                var settings = settings
                if let frames = self?.requestedFrames.withLock({ $0 }) {
                    settings.blockFrames = UInt32(frames)
                }
                return connection.openCapture(settings, isBypassed: isBypassed, client: client)
            }
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

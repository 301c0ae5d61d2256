#if PipeWire
    import AudioModel
    import Dispatch
    import SoundClient
    import Synchronization

    /// An app's sound as one PipeWire stream of 48 kHz float stereo.
    ///
    /// The stream follows the default sink, and moves by itself when its sink goes. While nobody
    /// asks for sound (the server has gone, or there is no sink), the source is rendered at the same
    /// pace and discarded, so that what plays still ends; a new server or sink takes it over.
    /// Any thread, also from within what it calls.
    public final class PipeWireOutput: HostOutput {
        public let sampleRate = 48_000.0

        private let options: Options
        private let noticed: @Sendable (OutputNotice) -> Void
        /// Serial. Events, notices and the look at the watch happen here.
        private let queue = DispatchQueue(label: "sori.output.pipewire")
        private let attention = Attention(label: "sori.output.attention")
        private let fallback = NullOutput()
        private let state = Mutex(State())

        private struct State {
            /// Not nil between `start` and `stop`.
            var client: RenderClient?
            var connection: PipeWireConnection?
            /// Tells a connection's events from those of the one before.
            var connectionNumber = 0
            /// The fallback renders; the stream, if there is one, is muzzled.
            var isUnheard = false
            var sink: OutputSink?
            var watch = StallWatch(startingAt: .zero)
            var nextAttempt = HostTime.zero
            var timer: (any DispatchSourceTimer)?
            /// Of the streams closed before.
            var missedCycleCount = 0
        }

        static let connectTimeout = HostInterval.milliseconds(500)
        static let attemptInterval = HostInterval.seconds(2)
        private static let watchInterval = HostInterval.milliseconds(250)

        /// - Parameter noticed: Runs on a queue of the device's.
        public init(
            _ options: Options = Options(),
            noticed: @escaping @Sendable (OutputNotice) -> Void = { _ in }
        ) {
            self.options = options
            self.noticed = noticed
        }

        deinit {
            stop()
        }

        /// Makes sure that a server is there, so that a caller can choose another device if not.
        ///
        /// - Throws: When none answers within half a second.
        public func connect() throws(OutputError) {
            try state.withLock { state throws(OutputError) in
                if state.connection == nil {
                    try connect(&state)
                }
            }
        }

        /// Without a server the sound is discarded until there is one; that is a notice, no error.
        public func start(_ source: OutputSource) throws(OutputError) {
            try start(RenderClient(source))
        }

        package func start(_ client: RenderClient) throws(OutputError) {
            try state.withLock { state throws(OutputError) in
                guard state.client == nil else { return }
                state.client = client
                do throws(OutputError) {
                    try begin(&state)
                } catch {
                    state.client = nil
                    throw error
                }
                state.timer = makeTimer()
            }
        }

        public func stop() {
            state.withLock { state in
                guard state.client != nil else { return }
                state.timer?.cancel()
                state.timer = nil
                closeStream(&state)
                fallback.stop()
                state.isUnheard = false
                state.client = nil
            }
        }

        public var routeName: String {
            state.withLock { state in
                state.isUnheard ? "nowhere" : state.sink?.description ?? "no sink yet"
            }
        }

        /// The sink that the stream plays into.
        public var sink: OutputSink? { state.withLock { $0.sink } }

        /// Whether the sound is discarded for now; see `OutputNotice.unheard`.
        public var isUnheard: Bool { state.withLock { $0.isUnheard } }

        public var missedCycleCount: Int {
            state.withLock { state in
                state.missedCycleCount + Int(state.connection?.progress.missed_cycle_count ?? 0)
            }
        }

        public var timeUntilHeard: HostInterval {
            state.withLock { state in
                guard !state.isUnheard, let connection = state.connection else { return .zero }
                return HostInterval(nanoseconds: connection.progress.nanoseconds_until_heard)
            }
        }
    }

    // MARK: - Under the lock

    extension PipeWireOutput {
        private func begin(_ state: inout State) throws(OutputError) {
            do throws(OutputError) {
                if state.connection == nil {
                    try connect(&state)
                }
            } catch {
                return try discard(&state, error.why)
            }
            if !openStream(&state) {
                disconnect(&state)
                try discard(&state, "PipeWire refused the stream")
            }
        }

        private func connect(_ state: inout State) throws(OutputError) {
            state.connectionNumber += 1
            let number = state.connectionNumber
            state.nextAttempt = LinuxClock.now + Self.attemptInterval
            do throws(PipeWireConnection.ConnectError) {
                state.connection = try PipeWireConnection(
                    remote: options.server, applicationName: options.applicationName,
                    timeout: Self.connectTimeout, queue: queue
                ) { [weak self] in
                    self?.handle($0, ofConnection: number)
                }
            } catch {
                let address = options.serverAddress
                throw OutputError(
                    what: "PipeWire",
                    why: "no PipeWire server answered at \(address) (\(error.description))",
                    advice: "start PipeWire")
            }
        }

        private func openStream(_ state: inout State) -> Bool {
            guard let connection = state.connection, let client = state.client else { return false }
            let settings = PipeWireConnection.StreamSettings(
                mediaName: options.mediaName, role: options.role, target: options.target,
                sampleRate: UInt32(sampleRate), blockFrames: UInt32(options.blockFrames))
            state.watch = StallWatch(startingAt: LinuxClock.now)
            return connection.openStream(settings, isMuzzled: state.isUnheard, client: client) == 0
        }

        private func closeStream(_ state: inout State) {
            guard let connection = state.connection else { return }
            state.missedCycleCount += Int(connection.progress.missed_cycle_count)
            connection.closeStream()
            state.sink = nil
        }

        /// Closes the connection; its stream's render function has been left when this returns.
        private func disconnect(_ state: inout State) {
            closeStream(&state)
            state.connection = nil
            state.connectionNumber += 1
        }

        /// Renders at the usual pace for nobody, until the server asks.
        private func discard(_ state: inout State, _ why: String) throws(OutputError) {
            guard let client = state.client, !state.isUnheard else { return }
            // Before the fallback starts: the two must not be inside the source at once.
            state.connection?.setMuzzled(true)
            do throws(OutputError) {
                try fallback.start(client)
            } catch {
                state.connection?.setMuzzled(false)
                throw error
            }
            state.isUnheard = true
            notice(.unheard(why))
        }

        private func notice(_ notice: OutputNotice) {
            queue.async { [noticed] in noticed(notice) }
        }
    }

    // MARK: - On the queue

    extension PipeWireOutput {
        private func makeTimer() -> any DispatchSourceTimer {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let interval = dispatchInterval(Self.watchInterval)
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: interval)
            timer.setEventHandler { [weak self] in self?.lookAtWatch() }
            timer.resume()
            return timer
        }

        private func lookAtWatch() {
            state.withLock { state in
                guard state.client != nil else { return }
                let now = LinuxClock.now
                if let connection = state.connection {
                    let isStalled = state.watch.isStalled(
                        cycleCount: connection.progress.cycle_count, hasSink: state.sink != nil,
                        now: now)
                    if isStalled {
                        let why =
                            state.sink == nil
                            ? "no sink takes the sound" : "PipeWire does not ask for sound"
                        // Without a thread nothing can be done; the next look tries again.
                        try? discard(&state, why)
                    }
                } else if now >= state.nextAttempt {
                    // Said already, when the server went; the next attempt follows.
                    try? connect(&state)
                    if state.connection != nil, !openStream(&state) {
                        disconnect(&state)
                    }
                }
            }
        }

        private func handle(_ event: PipeWireConnection.Event, ofConnection number: Int) {
            state.withLock { state in
                guard number == state.connectionNumber else { return }
                switch event {
                case .serverLost(let why): lose(&state, "the PipeWire server has gone: \(why)")
                case .streamFailed(let why): lose(&state, "PipeWire ended the stream: \(why)")
                case .attention: state.client.map(attention.request)
                case .wanted: takeOver(&state)
                case .routeChanged(let sink):
                    guard state.client != nil else { return }
                    state.sink = sink
                    notice(.routeChanged(sink))
                case .defaultSinkChanged(let name): notice(.defaultSinkChanged(name))
                case .sinkAdded(let sink): notice(.sinkAdded(sink))
                case .sinkRemoved(let sink): notice(.sinkRemoved(sink))
                }
            }
        }

        private func lose(_ state: inout State, _ why: String) {
            disconnect(&state)
            state.nextAttempt = LinuxClock.now + Self.attemptInterval
            // Without a thread nothing can be done but try to connect again.
            try? discard(&state, why)
        }

        /// From the fallback to the stream, which is asked for sound again.
        private func takeOver(_ state: inout State) {
            guard state.isUnheard else { return }
            fallback.stop()
            state.isUnheard = false
            state.watch = StallWatch(startingAt: LinuxClock.now)
            state.connection?.setMuzzled(false)
            notice(.heardAgain)
        }
    }
#endif

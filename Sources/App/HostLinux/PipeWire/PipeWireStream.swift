#if PipeWire
    import AudioModel
    import CPipeWireShim
    import Dispatch
    import SoundClient
    import Synchronization

    /// A PipeWire stream, for playback or capture, with a fallback for the time without one.
    ///
    /// The stream follows the default peer, and is moved by the server when its peer goes. While
    /// the server is gone or there is no peer, a fallback continues at the same pace; a new server
    /// or peer takes over. Any thread, also from within its callbacks.
    ///
    /// Ownership: `state` guards the mutable state; the other fields are immutable.
    final class PipeWireStream: @unchecked Sendable {
        /// The callbacks of the device that uses the stream, from one `start` to `stop`.
        struct Client: Sendable {
            /// Opens the stream; returns 0 or an `errno` value.
            var open: @Sendable (PipeWireConnection, _ isBypassed: Bool) -> Int32
            /// - Parameter pause: How long ago the stream last processed a block.
            var startFallback: @Sendable (_ pause: HostInterval) throws(DeviceError) -> Void
            /// Stops the fallback; its thread does not call the client after the return.
            var stopFallback: @Sendable () -> Void
            var service: @Sendable () -> Void
            /// Whether the stream is held when the server has gone: the next one may not have the
            /// peer that was asked for.
            var holdsOnServerLoss = false
        }

        private let direction: PipeWireConnection.Direction
        private let address: PipeWireAddress
        private let noticed: @Sendable (DeviceNotice) -> Void
        /// A serial queue for events, notices and stall checks.
        private let queue: DispatchQueue
        private let refillRequest: RefillRequest
        private let state = Mutex(State())
        private let knownCycle = Mutex<Cycle?>(nil)

        private struct State {
            /// Set between `start` and `stop`.
            var client: Client?
            var connection: PipeWireConnection?
            /// Number of the current connection; events of earlier ones are dropped.
            var connectionNumber = 0
            /// Whether the fallback runs; a stream is muted then.
            var isLost = false
            var route: DeviceNode?
            /// The peer that was removed, while the stream is held for that; a stream is muted then.
            var removedPeer: DeviceNode?
            var nodes: [DeviceNode] = []
            var defaultName: String?
            var stallDetector = StallDetector(startingAt: .zero)
            var openTime = HostTime.zero
            var nextAttempt = HostTime.zero
            var timer: (any DispatchSourceTimer)?
            /// Missed cycles of earlier streams.
            var missedCycleCount = 0
        }

        static let connectTimeout = HostInterval.milliseconds(500)
        static let attemptInterval = HostInterval.milliseconds(250)
        private static let stallCheckInterval = HostInterval.milliseconds(250)

        /// - Parameters:
        ///   - label: Label of the stream's queues, for debuggers.
        ///   - noticed: Receives notices on a queue of the stream's.
        init(
            _ direction: PipeWireConnection.Direction, _ address: PipeWireAddress, label: String,
            noticed: @escaping @Sendable (DeviceNotice) -> Void
        ) {
            self.direction = direction
            self.address = address
            self.noticed = noticed
            queue = DispatchQueue(label: label)
            refillRequest = RefillRequest(label: label + ".refill")
        }

        deinit {
            stop()
        }

        /// Connects to the server, so that a caller can choose another device on failure.
        ///
        /// - Throws: No server answered within half a second.
        func connect() throws(DeviceError) {
            try state.withLock { state throws(DeviceError) in
                if state.connection == nil {
                    try connect(&state)
                }
            }
        }

        /// Opens the stream, or starts the fallback; does nothing when already started.
        func start(_ client: Client) throws(DeviceError) {
            try state.withLock { state throws(DeviceError) in
                guard state.client == nil else { return }
                state.client = client
                do throws(DeviceError) {
                    try begin(&state)
                } catch {
                    state.client = nil
                    throw error
                }
                state.timer = makeTimer()
            }
        }

        func stop() {
            state.withLock { state in
                guard let client = state.client else { return }
                state.timer?.cancel()
                state.timer = nil
                closeStream(&state)
                client.stopFallback()
                state.isLost = false
                state.removedPeer = nil
                state.client = nil
            }
        }

        /// Requests another block size for the open stream, in frames.
        func setBlockFrames(_ count: Int) {
            state.withLock { $0.connection?.setBlockFrames(count) }
        }

        var isLost: Bool { state.withLock { $0.isLost } }
        /// The peer that the stream is connected to.
        var route: DeviceNode? { state.withLock { $0.route } }

        /// The peer that was removed, until `release`; the stream is held meanwhile.
        var removedPeer: DeviceNode? { state.withLock { $0.removedPeer } }

        /// Lets the stream run with the peer that it has now, after the removal of the one before.
        func release() {
            state.withLock { state in
                guard state.removedPeer != nil else { return }
                state.removedPeer = nil
                if !state.isLost { state.connection?.setBypassed(false) }
            }
        }

        /// Possible peers of the stream. Waits for the server's events so far; not from within a
        /// notice.
        var nodes: [DeviceNode] {
            queue.sync {}
            return state.withLock { $0.nodes }
        }

        /// The name of the default peer. Waits like `nodes`.
        var defaultName: String? {
            queue.sync {}
            return state.withLock { $0.defaultName }
        }

        /// The stream's cycles; `nil` while they are unknown. Does not wait for the server: while
        /// another thread does, they are those that were known last.
        var cycle: Cycle? {
            let present = state.withLockIfAvailable { state -> Cycle? in
                guard !state.isLost, state.client != nil else { return nil }
                return state.connection.flatMap { Cycle($0.cycle) }
            }
            return knownCycle.withLock { known in
                if case .some(let present) = present { known = present }
                return known
            }
        }

        struct Cycle: Sendable {
            /// The length in frames: that of the longer ones, where they are not equal.
            let frameCount: Int
            let hasEqualBlocks: Bool
            /// How long after the start of a cycle a frame leaves the device.
            let delay: HostInterval

            /// - Returns: `nil` while the length is unknown.
            init?(_ raw: sori_pw_cycle) {
                guard raw.frame_count > 0 else { return nil }
                frameCount = Int(raw.frame_count)
                hasEqualBlocks = !raw.has_unequal_blocks
                delay = HostInterval(nanoseconds: raw.delay_nanoseconds)
            }
        }

        var missedCycleCount: Int {
            state.withLock { state in
                state.missedCycleCount + Int(state.connection?.progress.missed_cycle_count ?? 0)
            }
        }

        var drainTime: HostInterval {
            state.withLock { state in
                guard !state.isLost, let connection = state.connection else { return .zero }
                return HostInterval(nanoseconds: connection.progress.drain_nanoseconds)
            }
        }
    }

    // MARK: - With the lock held

    extension PipeWireStream {
        private func begin(_ state: inout State) throws(DeviceError) {
            do throws(DeviceError) {
                if state.connection == nil {
                    try connect(&state)
                }
            } catch {
                return try fallBack(&state, error.why)
            }
            if !openStream(&state) {
                disconnect(&state)
                try fallBack(&state, "PipeWire refused the stream")
            }
        }

        private func connect(_ state: inout State) throws(DeviceError) {
            state.connectionNumber += 1
            let number = state.connectionNumber
            // From the end of an attempt: a server that does not answer must not hold the lock all
            // the time.
            defer { state.nextAttempt = LinuxClock.now + Self.attemptInterval }
            do throws(PipeWireConnection.ConnectError) {
                state.connection = try PipeWireConnection(
                    direction, remote: address.server, applicationName: address.applicationName,
                    timeout: Self.connectTimeout, queue: queue
                ) { [weak self] in
                    self?.handle($0, ofConnection: number)
                }
            } catch {
                throw DeviceError(
                    what: "PipeWire",
                    why: "no PipeWire server answered at \(address.description) "
                        + "(\(error.description))",
                    advice: "start PipeWire")
            }
        }

        private func openStream(_ state: inout State) -> Bool {
            guard let connection = state.connection, let client = state.client else { return false }
            state.openTime = LinuxClock.now
            state.stallDetector = StallDetector(startingAt: state.openTime)
            return client.open(connection, state.isLost || state.removedPeer != nil) == 0
        }

        private func closeStream(_ state: inout State) {
            guard let connection = state.connection else { return }
            state.missedCycleCount += Int(connection.progress.missed_cycle_count)
            connection.closeStream()
            state.route = nil
        }

        /// Closes the connection; its stream's client is not called after the return.
        private func disconnect(_ state: inout State) {
            closeStream(&state)
            state.connection = nil
            state.nodes = []
            state.defaultName = nil
            state.connectionNumber += 1
        }

        /// How long ago the stream last processed a block.
        private func pause(_ state: borrowing State) -> HostInterval {
            let cycle = state.connection?.progress.last_cycle_nanoseconds ?? 0
            return LinuxClock.now - max(HostTime(nanoseconds: cycle), state.openTime)
        }

        /// Starts the fallback, until the server processes the stream again.
        private func fallBack(
            _ state: inout State, _ why: String, after pause: HostInterval = .zero
        ) throws(DeviceError) {
            guard let client = state.client, !state.isLost else { return }
            // Muted first: stream and fallback must never call the client at once.
            state.connection?.setBypassed(true)
            do throws(DeviceError) {
                try client.startFallback(pause)
            } catch {
                state.connection?.setBypassed(false)
                throw error
            }
            state.isLost = true
            send(.lost(why))
        }

        /// Sends a notice, on the queue. Needs no lock.
        func send(_ notice: DeviceNotice) {
            queue.async { [noticed] in noticed(notice) }
        }
    }

    // MARK: - On the queue

    extension PipeWireStream {
        private func makeTimer() -> any DispatchSourceTimer {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            let interval = dispatchInterval(Self.stallCheckInterval)
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: interval)
            timer.setEventHandler { [weak self] in self?.checkStall() }
            timer.resume()
            return timer
        }

        private func checkStall() {
            state.withLock { state in
                guard state.client != nil else { return }
                let now = LinuxClock.now
                if let connection = state.connection {
                    let isStalled = state.stallDetector.isStalled(
                        cycleCount: connection.progress.cycle_count, hasPeer: state.route != nil,
                        now: now)
                    if isStalled {
                        let why = direction.reasonForSilence(hasPeer: state.route != nil)
                        // If no thread can be started, the next check tries again.
                        try? fallBack(&state, why, after: pause(state))
                    }
                } else if now >= state.nextAttempt {
                    // The loss has been reported already; the next attempt follows.
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
                case .serverLost(let why):
                    if state.client?.holdsOnServerLoss == true, let route = state.route {
                        state.removedPeer = route
                    }
                    lose(&state, "the PipeWire server has gone: \(why)")
                case .streamFailed(let why): lose(&state, "PipeWire ended the stream: \(why)")
                case .service:
                    if let client = state.client { refillRequest.request(client.service) }
                case .bypassedCycle: takeOver(&state)
                case .routeRemoved(let node): if state.client != nil { state.removedPeer = node }
                case .routeChanged(let node):
                    guard state.client != nil else { return }
                    state.route = node
                    send(.routeChanged(node))
                case .defaultChanged(let name):
                    state.defaultName = name
                    send(.defaultChanged(name))
                case .nodeAdded(let node):
                    state.nodes.append(node)
                    send(.nodeAdded(node))
                case .nodeRemoved(let node):
                    state.nodes.removeAll { $0 == node }
                    send(.nodeRemoved(node))
                }
            }
        }

        private func lose(_ state: inout State, _ why: String) {
            let pause = pause(state)
            disconnect(&state)
            state.nextAttempt = LinuxClock.now + Self.attemptInterval
            // If no thread can be started, only the next connection attempt can help.
            try? fallBack(&state, why, after: pause)
        }

        /// Switches from the fallback back to the stream.
        private func takeOver(_ state: inout State) {
            guard state.isLost, let client = state.client else { return }
            client.stopFallback()
            state.isLost = false
            state.stallDetector = StallDetector(startingAt: LinuxClock.now)
            state.connection?.setBypassed(state.removedPeer != nil)
            send(.regained)
        }
    }
#endif

#if PipeWire
    import CPipeWireShim
    import Dispatch
    import Glibc
    import Synchronization

    /// The state of a guard, and the connection that it works on.
    ///
    /// Ownership: the monitor's thread owns everything but `commands`, `unobservedCounts`, `isWaitedFor`
    /// and `isFlushed`; `start` and `shutDown` run before and after that thread.
    final class GuardCore: @unchecked Sendable {
        enum Command: Sendable {
            case connect
            case set(Float, rampMilliseconds: Int, UInt64)
            case releaseAll
            case act(PortAct)
            case shutDown
        }

        enum Timer: UInt32 {
            case ramp = 0
            case reconnect
            case defaultCheck
        }

        enum DefaultCheck {
            case waits
            /// Something has happened since it was set, and is to be followed by another.
            case waitsAndRepeats
        }

        let options: ProgramStreamGuard.Options
        let excluding: @Sendable (StreamOwner) -> Bool
        private let handler: @Sendable (ProgramStreamEvent) -> Void
        private let commands = Mutex<[Command]>([])
        /// Signalled when the server has taken the last writes, or cannot.
        private let isFlushed = DispatchSemaphore(value: 0)

        private(set) var monitor: OpaquePointer?
        private var context: Unmanaged<GuardCore>?
        /// Whether the server has announced all objects that there were at the connection.
        private(set) var isEnumerated = false
        /// Whether it has sent what the guard asked of them.
        private(set) var isReady = false
        /// Whether no connection has been enumerated yet.
        private(set) var isFirstConnection = true
        private var isShuttingDown = false
        private var isUnreachableReported = false
        private var retryCount = 0
        var issuedWarnings: Set<String> = []

        var clients: ClientTable
        /// Clients that own a stream, for their properties.
        var boundClients: [UInt32: BoundClient] = [:]
        var streams: [UInt32: StreamEntry] = [:]
        var streamIDs: [UInt64: UInt32] = [:]
        /// Streams that are silent until others end.
        var unobserved: [UInt32: UnobservedStream] = [:]
        /// The streams among them that links belong to, by link.
        var unobservedLinks: [UInt32: UInt32] = [:]
        /// Their numbers, by program, for any thread.
        let unobservedCounts = Mutex<[String: Int]>([:])
        var links: [UInt32: StreamLink] = [:]
        var ports = PortTable()
        var portObjects: [UInt32: OpaquePointer] = [:]
        var metadata: (id: UInt32, object: OpaquePointer)?
        /// Whether the session manager waits for this guard, for any thread.
        let isWaitedFor = Atomic(false)
        var reportedPorts: [AudioPort] = []
        var wantedOutput: WantedOutput?
        var outputChoice = OutputChoice()
        /// The check of the defaults that is to come.
        var defaultCheck: DefaultCheck?
        /// The card that a call has put into another profile.
        var callProfile: CallProfile?
        /// Streams with a ramp or a write that waits.
        var timedStreams: Set<UInt32> = []
        var rampPacing = RampPacing()

        private static let shutdownSeconds = 2
        private static let retryMillisecondsMin: UInt32 = 50
        private static let retryMillisecondsMax: UInt32 = 2000

        init(
            _ options: ProgramStreamGuard.Options,
            excluding: @escaping @Sendable (StreamOwner) -> Bool,
            handler: @escaping @Sendable (ProgramStreamEvent) -> Void
        ) {
            self.options = options
            self.excluding = excluding
            self.handler = handler
            clients = ClientTable(
                desktopFiles: options.desktopFiles, pulseServerPaths: options.pulseServerPaths)
        }

        // MARK: Any thread

        func start() throws(ProgramStreamGuard.StartError) {
            var code: Int32 = 0
            let context = Unmanaged.passRetained(self)
            let handle = options.server.withOptionalCString { server in
                sori_pw_monitor_start(
                    server, options.applicationName,
                    { context, event in
                        Unmanaged<GuardCore>.fromOpaque(context).takeUnretainedValue()
                            .handle(event.pointee)
                    }, context.toOpaque(), &code)
            }
            guard let handle else {
                context.release()
                throw ProgramStreamGuard.StartError(code: code)
            }
            monitor = handle
            self.context = context
            sori_pw_monitor_decide_links(handle)
            submit(.connect)
        }

        func submit(_ command: Command) {
            let isFirst = commands.withLock { commands in
                commands.append(command)
                return commands.count == 1
            }
            // The thread takes all that there are then.
            if isFirst, let monitor { sori_pw_monitor_wake(monitor) }
        }

        func shutDown() {
            guard let monitor, let context else { return }
            submit(.shutDown)
            _ = isFlushed.wait(timeout: .now() + .seconds(GuardCore.shutdownSeconds))
            sori_pw_monitor_end(monitor)
            self.monitor = nil
            self.context = nil
            context.release()
        }

        // MARK: The monitor's thread

        func send(_ event: ProgramStreamEvent) {
            if !isShuttingDown { handler(event) }
        }

        /// Reports a condition once for each `key` while it lasts.
        func warn(_ warning: ProgramStreamWarning, key: String) {
            guard issuedWarnings.count < 256, issuedWarnings.insert(key).inserted else { return }
            send(.warning(warning))
        }

        static var now: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }

        func setTimer(_ timer: Timer, milliseconds: UInt32) {
            if let monitor { sori_pw_monitor_set_timer(monitor, timer.rawValue, milliseconds) }
        }

        private func handle(_ event: sori_pw_monitor_event) {
            switch event.kind {
            case .ready: serverIsReady()
            case .lost: serverIsLost(event.text.map { String(cString: $0) } ?? "no reason given")
            case .added:
                guard let properties = event.properties else { return }
                add(event.object_type, event.id, Properties(raw: properties))
            case .removed: remove(event.id)
            case .info:
                takeInfo(
                    event.object_type, event.id, state: event.state,
                    event.properties.map(Properties.init))
            case .gains:
                if let gains = event.gains { takeGains(event.id, gains) }
            case .route:
                if let route = event.route { takeRoute(event.id, route.pointee) }
            case .profile:
                if let profile = event.profile { takeProfile(event.id, profile.pointee) }
            case .defaultChanged:
                takeDefault(
                    event.text.map { String(cString: $0) },
                    name: event.value.map { String(cString: $0) })
            case .linkOrderChanged: takeLinkOrder(event.value != nil)
            case .wake: runCommands()
            case .timer:
                switch Timer(rawValue: event.id) {
                case .ramp: advanceRamps()
                case .reconnect: connect()
                case .defaultCheck: checkDefault()
                case nil: break
                }
            }
        }

        private func runCommands() {
            let pending = commands.withLock { commands in
                defer { commands = [] }
                return commands
            }
            for command in pending {
                switch command {
                case .connect: connect()
                case .set(let gain, let rampMilliseconds, let serial):
                    set(gain, rampMilliseconds: rampMilliseconds, serial)
                case .releaseAll: releaseAll()
                case .act(let act): perform(act)
                case .shutDown: beginShutdown()
                }
            }
        }

        private func connect() {
            guard let monitor, !isShuttingDown else { return }
            let code = sori_pw_monitor_connect(monitor)
            if code != 0 {
                reportUnreachable(String(cString: strerror(code)))
                retryLater()
            }
        }

        private func retryLater() {
            let delay = GuardCore.retryMillisecondsMin << UInt32(min(retryCount, 8))
            retryCount += 1
            setTimer(.reconnect, milliseconds: min(delay, GuardCore.retryMillisecondsMax))
        }

        private func reportUnreachable(_ reason: String) {
            if !isUnreachableReported { send(.serverGone(reason)) }
            isUnreachableReported = true
        }

        private func serverIsReady() {
            if isShuttingDown {
                forgetObjects()
                isFlushed.signal()
            } else if !isEnumerated, let monitor {
                isEnumerated = true
                isFirstConnection = false
                sori_pw_monitor_sync(monitor)
            } else if !isReady {
                isReady = true
                isUnreachableReported = false
                retryCount = 0
                reportPorts()
                send(.serverReturned)
            }
        }

        private func serverIsLost(_ reason: String) {
            forgetObjects()
            isEnumerated = false
            isReady = false
            if isShuttingDown {
                isFlushed.signal()
            } else {
                reportPorts()
                reportUnreachable(reason)
                retryLater()
            }
        }

        private func beginShutdown() {
            endCallProfile()
            releaseAll()
            isShuttingDown = true
            if let monitor, isReady {
                sori_pw_monitor_sync(monitor)
            } else {
                forgetObjects()
                isFlushed.signal()
            }
        }

        private func forgetObjects() {
            forgetStreams()
            forgetPorts()
            clients.removeAll()
            issuedWarnings = []
        }

        private func add(
            _ type: sori_pw_object_type, _ id: UInt32, _ properties: Properties
        ) {
            guard let serial = properties["object.serial"].flatMap({ UInt64($0) }) else { return }
            switch type {
            case .client:
                let client = ClientTable.Client(serial: serial) { properties[$0] }
                if !clients.add(client, id: id) {
                    warn(.tooManyObjects(kind: "clients", limit: ClientTable.clientsMax), key: "c")
                }
                checkDefaultLater()
            case .node: addNode(id, serial, properties)
            case .link: addLink(id, properties)
            case .device: addCard(id, properties)
            case .metadata:
                if properties["metadata.name"] == "default" { addMetadata(id) }
            }
        }

        private func remove(_ id: UInt32) {
            clients.remove(id: id)
            removeClientObject(id)
            removeLink(id)
            let isStream = streams[id] != nil
            if isStream || unobserved[id] != nil { letLink(id, nil) }
            removeStream(id)
            forgetUnobserved(id)
            if isStream { observeNext() }
            removePortObject(id)
        }

        private func takeInfo(
            _ type: sori_pw_object_type, _ id: UInt32, state: Int32, _ properties: Properties?
        ) {
            switch type {
            case .node:
                if streams[id] != nil {
                    takeStreamInfo(id, state: state, properties)
                } else if let properties {
                    takePortInfo(id, properties)
                }
            case .client:
                if let properties { takeClientInfo(id, properties) }
            case .link: takeLinkInfo(id, state: state)
            case .device:
                if let properties { takeCardInfo(id, properties) }
            case .metadata: break
            }
        }
    }

    /// Properties of an object of the server, valid during an event.
    struct Properties {
        var raw: OpaquePointer

        subscript(_ key: String) -> String? {
            sori_pw_property(raw, key).map { String(cString: $0) }
        }
    }

    extension String? {
        func withOptionalCString<Result>(
            _ body: (UnsafePointer<CChar>?) -> Result
        ) -> Result {
            guard let self else { return body(nil) }
            return self.withCString { body($0) }
        }
    }
#endif

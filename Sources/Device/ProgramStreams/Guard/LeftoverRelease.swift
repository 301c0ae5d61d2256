#if PipeWire
    import CPipeWireShim
    import Dispatch
    import Glibc

    extension ProgramStreamGuard {
        /// The reason why the streams that a guard has left could not be released.
        public enum ReleaseError: Error, Sendable, Equatable, CustomStringConvertible {
            /// The server cannot be reached, with the reason. A server that has ended has no
            /// streams to release.
            case unreachable(String)
            /// The server has not answered within the timeout.
            case timedOut

            public var description: String {
                switch self {
                case .unreachable(let reason): "PipeWire cannot be reached: \(reason)"
                case .timedOut: "PipeWire does not answer"
                }
            }
        }

        /// Restores the user's volume of every stream that a guard had silenced or attenuated when
        /// it was killed. Run it after the guard has ended, and before another one starts. Blocks.
        ///
        /// A stream is released when its soft gains are neither the initial ones nor equal to the
        /// user's volume: no other program sets the soft gains of streams, and releasing a stream
        /// that no guard holds changes nothing.
        ///
        /// - Parameters:
        ///   - server: Name or path of the server's socket; `nil` for `$PIPEWIRE_REMOTE`, or
        ///     `pipewire-0`.
        ///   - timeoutMilliseconds: How long to wait for the server.
        /// - Returns: The number of streams that were released.
        @discardableResult
        public static func releaseLeftovers(
            server: String? = nil, applicationName: String = "sori",
            timeoutMilliseconds: Int = 2000
        ) throws(ReleaseError) -> Int {
            let release = LeftoverRelease(releases: true)
            return try release.run(
                server: server, applicationName: applicationName,
                timeoutMilliseconds: timeoutMilliseconds)
        }

        /// The number of streams that `releaseLeftovers` would release. Blocks.
        public static func countLeftovers(
            server: String? = nil, applicationName: String = "sori",
            timeoutMilliseconds: Int = 2000
        ) throws(ReleaseError) -> Int {
            let release = LeftoverRelease(releases: false)
            return try release.run(
                server: server, applicationName: applicationName,
                timeoutMilliseconds: timeoutMilliseconds)
        }
    }

    /// One connection that finds what a guard has left.
    ///
    /// Ownership: the monitor's thread owns everything; the caller reads after it has ended.
    private final class LeftoverRelease: @unchecked Sendable {
        private enum Phase {
            case connecting
            /// The streams have been bound, and report their gains.
            case reading
            case writing
        }

        private var monitor: OpaquePointer?
        private var phase = Phase.connecting
        private var objects: [UInt32: OpaquePointer] = [:]
        private var reports: [UInt32: SoftGain.Report] = [:]
        private var releasedCount = 0
        private var failure: ProgramStreamGuard.ReleaseError?
        private var hasBegun = false
        private var isFinished = false
        private let isDone = DispatchSemaphore(value: 0)
        /// Whether what is found is released, and not only counted.
        private let releases: Bool

        init(releases: Bool) {
            self.releases = releases
        }

        func run(
            server: String?, applicationName: String, timeoutMilliseconds: Int
        ) throws(ProgramStreamGuard.ReleaseError) -> Int {
            var code: Int32 = 0
            let context = Unmanaged.passRetained(self)
            defer { context.release() }
            let handle = server.withOptionalCString { server in
                sori_pw_monitor_start(
                    server, applicationName,
                    { context, event in
                        Unmanaged<LeftoverRelease>.fromOpaque(context).takeUnretainedValue()
                            .handle(event.pointee)
                    }, context.toOpaque(), &code)
            }
            guard let handle else { throw .unreachable(String(cString: strerror(code))) }
            monitor = handle
            sori_pw_monitor_wake(handle)
            let result = isDone.wait(
                timeout: .now() + .milliseconds(max(0, min(timeoutMilliseconds, 600_000))))
            sori_pw_monitor_end(handle)
            guard result == .success else { throw .timedOut }
            if let failure { throw failure }
            return releasedCount
        }

        private func handle(_ event: sori_pw_monitor_event) {
            switch event.kind {
            case .wake:
                guard let monitor, !hasBegun else { return }
                hasBegun = true
                let code = sori_pw_monitor_connect(monitor)
                if code != 0 { finish(.unreachable(String(cString: strerror(code)))) }
            case .lost: finish(.unreachable(event.text.map { String(cString: $0) } ?? "no reason"))
            case .added:
                guard event.object_type == .node, let raw = event.properties,
                    Properties(raw: raw)["media.class"]?.hasPrefix("Stream/") == true, let monitor
                else { return }
                if !isFinished {
                    objects[event.id] = sori_pw_monitor_bind(monitor, .node, event.id)
                }
            case .removed:
                if let object = objects.removeValue(forKey: event.id) {
                    sori_pw_object_unbind(object)
                }
            case .gains:
                if let gains = event.gains { reports[event.id] = SoftGain.Report(gains) }
            case .ready: advance()
            case .info, .route, .profile, .defaultChanged, .linkOrderChanged, .timer: break
            }
        }

        private func advance() {
            guard let monitor else { return }
            switch phase {
            case .connecting:
                phase = .reading
                sori_pw_monitor_sync(monitor)
            case .reading:
                phase = .writing
                for (id, object) in objects {
                    guard let report = reports[id], report.mayBeLeftOver else { continue }
                    releasedCount += 1
                    guard releases else { continue }
                    for write in report.release { write.send(to: object) }
                }
                sori_pw_monitor_sync(monitor)
            case .writing: finish(nil)
            }
        }

        private func finish(_ failure: ProgramStreamGuard.ReleaseError?) {
            guard !isFinished else { return }
            isFinished = true
            self.failure = failure
            for object in objects.values { sori_pw_object_unbind(object) }
            objects = [:]
            isDone.signal()
        }
    }
#endif

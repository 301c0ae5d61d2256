#if PipeWire
    public import DesktopEntries
    import Dispatch
    import Synchronization

    /// Observes the streams of all programs on a PipeWire server, and sets their gain.
    ///
    /// Each new stream is silenced before it can sound, then reported: it stays silent until
    /// `set` or `release` opens it. A gain is set on top of the user's volume, so that mixers do not
    /// show it. What is set stays when this process dies: see `releaseLeftovers`.
    ///
    /// All functions may be called from any thread, and from the event handler.
    public final class ProgramStreamGuard: Sendable {
        public struct Options: Sendable {
            /// Name or path of the server's socket; `nil` for `$PIPEWIRE_REMOTE`, or `pipewire-0`.
            public var server: String?
            /// Name of this client of the server.
            public var applicationName = "sori"
            /// Whether streams that exist before the first connection are held like new ones.
            /// One that an earlier guard has left silent is held in any case.
            public var holdsExistingStreams = false
            /// Desktop files that name the applications of executables.
            public var desktopFiles: DesktopFiles?
            /// PulseAudio servers: only these programs may say which process a stream belongs to.
            public var pulseServerPaths = [
                "/usr/bin/pipewire-pulse", "/usr/bin/pipewire", "/usr/local/bin/pipewire-pulse",
                "/usr/local/bin/pipewire", "/run/current-system/sw/bin/pipewire",
            ]

            public init() {}
        }

        /// The system has no memory or thread for a guard; `code` is an `errno` value.
        public struct StartError: Error, Sendable, Equatable {
            public var code: Int32
        }

        private let core: GuardCore
        private let isShutDown = Mutex(false)

        /// Starts to observe. A server that is not there is reported, and awaited.
        ///
        /// - Parameters:
        ///   - excluding: Returns whether streams of an owner are only reported. Asked on the
        ///     guard's thread before a stream is silenced, when its app is not known yet, and again
        ///     when more is known of its owner; it must return at once.
        ///   - handler: Receives events on the guard's thread, in order; it must not block.
        public init(
            _ options: Options = Options(),
            excluding: @escaping @Sendable (StreamOwner) -> Bool = { _ in false },
            handler: @escaping @Sendable (ProgramStreamEvent) -> Void
        ) throws(StartError) {
            core = GuardCore(options, excluding: excluding, handler: handler)
            try core.start()
        }

        deinit {
            shutdown()
        }

        /// Sets the gain of a stream: 0 is silence, 1 the user's volume. A serial of a stream that
        /// is gone or excluded is ignored.
        ///
        /// - Parameters:
        ///   - gain: Linear, clamped to 0…1.
        ///   - rampMilliseconds: Duration of a linear ramp from the gain that the stream has.
        public func set(gain: Float, rampMilliseconds: Int = 0, for serial: UInt64) {
            core.submit(.set(gain, rampMilliseconds: rampMilliseconds, serial))
        }

        /// Silences a stream at once.
        public func hold(_ serial: UInt64) {
            set(gain: 0, for: serial)
        }

        /// Leaves a stream to its user's volume at once.
        public func release(_ serial: UInt64) {
            set(gain: 1, for: serial)
        }

        /// Leaves all streams to their users' volumes. New ones are still held.
        public func releaseAll() {
            core.submit(.releaseAll)
        }

        /// Makes an output the default of all streams without a target of their own, as its user's
        /// choice (`default.configured.audio.sink`); a port of a card is put in force, with a
        /// profile that has it. `portsChanged` follows when the session manager has done so.
        ///
        /// - Parameter name: An output's `AudioPort.name`; one that is gone is ignored.
        public func use(outputNamed name: String) {
            core.submit(.act(.use(name)))
        }

        /// Puts the card of the default sink into its profile for calls, where it has one (Bluetooth's
        /// `headset-head-unit`, the `Voice Call` of a phone), or back into the one before.
        public func setCallProfile(_ isOn: Bool) {
            core.submit(.act(.setCallProfile(isOn)))
        }

        /// The numbers of streams that are silent and not reported, because there are too many, by
        /// the names of their programs. They are reported when others end.
        public var unobservedStreams: [String: Int] { core.unobservedCounts.withLock { $0 } }

        /// Whether the session manager links a new stream only when this guard has seen it, and so has
        /// silenced it. Without its script, `data/wireplumber`, a stream may sound for a moment first.
        public var isWaitedFor: Bool { core.isWaitedFor.load(ordering: .relaxed) }

        /// Releases all streams, and ends the observation: no event follows the return. Waits for
        /// the server, two seconds at most. Not in the event handler.
        public func shutdown() {
            let isFirst = isShutDown.withLock { isShutDown in
                defer { isShutDown = true }
                return !isShutDown
            }
            if isFirst { core.shutDown() }
        }
    }
#endif

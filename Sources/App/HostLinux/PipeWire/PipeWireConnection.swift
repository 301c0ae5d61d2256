#if PipeWire
    import AudioModel
    import CPipeWireShim
    import Dispatch
    import Glibc

    /// A connection to a PipeWire server with at most one stream. Any thread; closed when released.
    ///
    /// Ownership: immutable; the lock of PipeWire's thread loop guards what `handle` points to.
    final class PipeWireConnection: @unchecked Sendable {
        enum Event: Sendable {
            case serverLost(String)
            case streamFailed(String)
            case service
            case bypassedCycle
            case routeChanged(DeviceNode?)
            case defaultChanged(String?)
            case nodeAdded(DeviceNode)
            case nodeRemoved(DeviceNode)
            /// The peer is removed, and the stream bypassed.
            case routeRemoved(DeviceNode)
        }

        /// The direction of the stream; its peers are sinks or sources accordingly.
        enum Direction: Sendable {
            case playback
            case capture
            /// Captures what is played to a sink.
            case monitor

            fileprivate var raw: sori_pw_direction {
                switch self {
                case .playback: .playback
                case .capture: .capture
                case .monitor: .monitor
                }
            }

            /// Why the server does not process the stream, for the user.
            func reasonForSilence(hasPeer: Bool) -> String {
                switch self {
                case .playback:
                    hasPeer ? "PipeWire does not ask for sound" : "no sink takes the sound"
                case .capture:
                    hasPeer ? "PipeWire delivers no sound" : "there is no microphone"
                case .monitor: "nothing is played"
                }
            }
        }

        /// The server did not answer; `code` is an `errno` value.
        struct ConnectError: Error, CustomStringConvertible {
            var code: Int32

            var description: String { String(cString: strerror(code)) }
        }

        /// Forwards events from PipeWire's thread, which must not block, to a queue.
        ///
        /// Ownership: immutable; a Dispatch source and a queue synchronise themselves.
        private final class Relay: @unchecked Sendable {
            private let queue: DispatchQueue
            private let handler: @Sendable (Event) -> Void
            /// For the frequent event: a Dispatch block allocates on the thread that submits it and
            /// keeps the memory with the thread that ran it while that has work (measured: 80 bytes
            /// per block). A source is allocated once.
            private let serviceSource: any DispatchSourceUserDataAdd

            init(queue: DispatchQueue, handler: @escaping @Sendable (Event) -> Void) {
                self.queue = queue
                self.handler = handler
                serviceSource = DispatchSource.makeUserDataAddSource(queue: queue)
                serviceSource.setEventHandler { handler(.service) }
                serviceSource.activate()
            }

            deinit {
                serviceSource.cancel()
            }

            func forward(_ event: Event) {
                if case .service = event {
                    serviceSource.add(data: 1)
                } else {
                    queue.async { [handler] in handler(event) }
                }
            }
        }

        private let handle: OpaquePointer
        private let relay: Relay

        /// - Parameters:
        ///   - remote: A socket's name or path; `nil` for the one in the environment.
        ///   - queue: A serial queue; `handler` runs on it.
        init(
            _ direction: Direction, remote: String?, applicationName: String,
            timeout: HostInterval, queue: DispatchQueue,
            handler: @escaping @Sendable (Event) -> Void
        ) throws(ConnectError) {
            relay = Relay(queue: queue, handler: handler)
            var code: Int32 = 0
            let handle = sori_pw_connect(
                direction.raw, remote, applicationName,
                UInt32(timeout.nanoseconds / 1_000_000),
                { context, kind, text, detail in
                    guard let context, let event = Event(kind, text, detail) else { return }
                    Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().forward(event)
                }, Unmanaged.passUnretained(relay).toOpaque(), &code)
            guard let handle else { throw ConnectError(code: code) }
            self.handle = handle
        }

        deinit {
            sori_pw_close(handle)
        }

        /// Begins to connect for playback, for the first connection with the same parameters.
        static func prepare(remote: String?, applicationName: String, timeout: HostInterval) {
            sori_pw_prepare(
                remote, applicationName, UInt32(timeout.nanoseconds / 1_000_000))
        }

        struct StreamSettings: Sendable {
            var mediaName: String
            var role: MediaRole
            var target: String?
            /// The server runs all streams of a group by one clock; `nil` for none.
            var group: String?
            var sampleRate: UInt32
            /// Channels: 1 or 2.
            var channelCount: UInt32
            var blockFrames: UInt32
            /// Whether the stream is bypassed when its peer is removed.
            var holdsOnRemoval: Bool
        }

        /// Opens the playback stream; `client` must live until `closeStream`.
        ///
        /// - Returns: 0 or an `errno` value.
        func openStream(
            _ settings: StreamSettings, isBypassed: Bool, client: RenderClient
        ) -> Int32 {
            withRaw(settings, isBypassed) {
                sori_pw_open_stream(handle, $0, client.function, client.context)
            }
        }

        /// Opens the capture stream; `client` must live until `closeStream`.
        ///
        /// - Returns: 0 or an `errno` value.
        func openCapture(
            _ settings: StreamSettings, isBypassed: Bool, client: CaptureClient
        ) -> Int32 {
            withRaw(settings, isBypassed) {
                sori_pw_open_capture(handle, $0, client.function, client.context)
            }
        }

        private func withRaw(
            _ settings: StreamSettings, _ isBypassed: Bool,
            _ body: (UnsafePointer<sori_pw_stream_settings>) -> Int32
        ) -> Int32 {
            withOptionalCString(settings.target) { target in
                withOptionalCString(settings.group) { group in
                    settings.mediaName.withCString { mediaName in
                        settings.role.rawValue.withCString { role in
                            var raw = sori_pw_stream_settings(
                                media_name: mediaName, media_role: role, target: target,
                                group: group, sample_rate: settings.sampleRate,
                                channel_count: settings.channelCount,
                                block_frames: settings.blockFrames, is_bypassed: isBypassed,
                                bypasses_on_removal: settings.holdsOnRemoval)
                            return body(&raw)
                        }
                    }
                }
            }
        }

        /// Closes the stream; its client is not called after the return.
        func closeStream() {
            sori_pw_close_stream(handle)
        }

        /// Requests another block size for the open stream, in frames.
        func setBlockFrames(_ count: Int) {
            sori_pw_set_block_frames(handle, UInt32(clamping: count))
        }

        /// Mutes the stream: it plays or captures silence, and its client is not called after the
        /// return.
        func setBypassed(_ isBypassed: Bool) {
            sori_pw_set_bypassed(handle, isBypassed)
        }

        /// The stream's cycles; without waiting.
        var cycle: sori_pw_cycle { sori_pw_get_cycle(handle) }

        /// The stream's counters; all zero without a stream.
        var progress: sori_pw_progress { sori_pw_get_progress(handle) }
    }

    extension PipeWireConnection.Event {
        fileprivate init?(
            _ kind: sori_pw_event_kind, _ text: UnsafePointer<CChar>?,
            _ detail: UnsafePointer<CChar>?
        ) {
            let name = text.map { String(cString: $0) }
            let node = name.map {
                DeviceNode(name: $0, description: detail.map { String(cString: $0) } ?? $0)
            }
            switch kind {
            case .serverLost: self = .serverLost(name ?? "no reason given")
            case .streamFailed: self = .streamFailed(name ?? "no reason given")
            case .service: self = .service
            case .bypassedCycle: self = .bypassedCycle
            case .routeChanged: self = .routeChanged(node)
            case .defaultPeerChanged: self = .defaultChanged(name)
            case .peerAdded:
                guard let node else { return nil }
                self = .nodeAdded(node)
            case .peerRemoved:
                guard let node else { return nil }
                self = .nodeRemoved(node)
            case .routeRemoved:
                guard let node else { return nil }
                self = .routeRemoved(node)
            }
        }
    }

    private func withOptionalCString<Result>(
        _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }
#endif

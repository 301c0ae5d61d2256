#if PipeWire
    import AudioModel
    import CPipeWireShim
    import Dispatch
    import Glibc

    /// A sink or a source.
    struct PipeWireNode: Hashable, Sendable {
        var name: String
        var description: String
    }

    /// One connection to a PipeWire server, with at most one stream. Any thread; closes when released.
    final class PipeWireConnection: @unchecked Sendable {
        enum Event: Sendable {
            case serverLost(String)
            case streamFailed(String)
            case attention
            case wanted
            case routeChanged(PipeWireNode?)
            case defaultChanged(String?)
            case nodeAdded(PipeWireNode)
            case nodeRemoved(PipeWireNode)
        }

        /// Which way the sound goes; its nodes are sinks or sources accordingly.
        enum Direction: Sendable {
            case playback
            case capture

            /// Why a stream is not dealt with, for people.
            func reasonForSilence(hasPeer: Bool) -> String {
                switch self {
                case .playback:
                    hasPeer ? "PipeWire does not ask for sound" : "no sink takes the sound"
                case .capture:
                    hasPeer ? "PipeWire delivers no sound" : "there is no microphone"
                }
            }
        }

        /// The server did not answer; `code` is an `errno` value.
        struct ConnectError: Error, CustomStringConvertible {
            var code: Int32

            var description: String { String(cString: strerror(code)) }
        }

        /// Takes events off PipeWire's thread, which must not wait, and so never owns anything.
        private final class Relay: @unchecked Sendable {
            private let queue: DispatchQueue
            private let handler: @Sendable (Event) -> Void
            /// For what comes many times a second: Dispatch takes memory for each block on the
            /// thread that hands it over, and leaves it with the one that ran it for as long as
            /// that has work (measured: 80 bytes a block). A source is made once.
            private let attention: any DispatchSourceUserDataAdd

            init(queue: DispatchQueue, handler: @escaping @Sendable (Event) -> Void) {
                self.queue = queue
                self.handler = handler
                attention = DispatchSource.makeUserDataAddSource(queue: queue)
                attention.setEventHandler { handler(.attention) }
                attention.activate()
            }

            deinit {
                attention.cancel()
            }

            func pass(on event: Event) {
                if case .attention = event {
                    attention.add(data: 1)
                } else {
                    queue.async { [handler] in handler(event) }
                }
            }
        }

        private let handle: OpaquePointer
        private let relay: Relay

        /// - Parameters:
        ///   - remote: A socket's name or path; `nil` for the one that the environment names.
        ///   - queue: Serial; `handler` runs on it.
        init(
            _ direction: Direction, remote: String?, applicationName: String,
            timeout: HostInterval, queue: DispatchQueue,
            handler: @escaping @Sendable (Event) -> Void
        ) throws(ConnectError) {
            relay = Relay(queue: queue, handler: handler)
            var code: Int32 = 0
            let handle = sori_pw_connect(
                direction == .capture ? .capture : .playback, remote, applicationName,
                UInt32(timeout.nanoseconds / 1_000_000),
                { context, kind, text, detail in
                    guard let context, let event = Event(kind, text, detail) else { return }
                    Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue().pass(on: event)
                }, Unmanaged.passUnretained(relay).toOpaque(), &code)
            guard let handle else { throw ConnectError(code: code) }
            self.handle = handle
        }

        deinit {
            sori_pw_close(handle)
        }

        struct StreamSettings: Sendable {
            var mediaName: String
            var role: MediaRole
            var target: String?
            var sampleRate: UInt32
            /// 1 or 2.
            var channelCount: UInt32
            var blockFrames: UInt32
        }

        /// Opens the stream; `client` must live until `closeStream`.
        ///
        /// - Returns: 0 or an `errno` value.
        func openStream(
            _ settings: StreamSettings, isMuzzled: Bool, client: RenderClient
        ) -> Int32 {
            withRaw(settings, isMuzzled) {
                sori_pw_open_stream(handle, $0, client.render, client.context)
            }
        }

        /// As `openStream`, for a connection that captures.
        func openCapture(
            _ settings: StreamSettings, isMuzzled: Bool, client: CaptureClient
        ) -> Int32 {
            withRaw(settings, isMuzzled) {
                sori_pw_open_capture(handle, $0, client.capture, client.context)
            }
        }

        private func withRaw(
            _ settings: StreamSettings, _ isMuzzled: Bool,
            _ body: (UnsafePointer<sori_pw_stream_settings>) -> Int32
        ) -> Int32 {
            withOptionalCString(settings.target) { target in
                settings.mediaName.withCString { mediaName in
                    settings.role.rawValue.withCString { role in
                        var raw = sori_pw_stream_settings(
                            media_name: mediaName, media_role: role, target: target,
                            sample_rate: settings.sampleRate,
                            channel_count: settings.channelCount,
                            block_frames: settings.blockFrames, is_muzzled: isMuzzled)
                        return body(&raw)
                    }
                }
            }
        }

        /// Returns when the client has been left for good.
        func closeStream() {
            sori_pw_close_stream(handle)
        }

        /// A muzzled stream is silent or deaf, and its client has been left when this returns.
        func setMuzzled(_ isMuzzled: Bool) {
            sori_pw_set_muzzled(handle, isMuzzled)
        }

        /// All zero without a stream.
        var progress: sori_pw_progress { sori_pw_get_progress(handle) }
    }

    extension PipeWireConnection.Event {
        fileprivate init?(
            _ kind: sori_pw_event_kind, _ text: UnsafePointer<CChar>?,
            _ detail: UnsafePointer<CChar>?
        ) {
            let name = text.map { String(cString: $0) }
            let node = name.map {
                PipeWireNode(name: $0, description: detail.map { String(cString: $0) } ?? $0)
            }
            switch kind {
            case .serverLost: self = .serverLost(name ?? "no reason given")
            case .streamFailed: self = .streamFailed(name ?? "no reason given")
            case .attention: self = .attention
            case .wanted: self = .wanted
            case .routeChanged: self = .routeChanged(node)
            case .defaultPeerChanged: self = .defaultChanged(name)
            case .peerAdded:
                guard let node else { return nil }
                self = .nodeAdded(node)
            case .peerRemoved:
                guard let node else { return nil }
                self = .nodeRemoved(node)
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

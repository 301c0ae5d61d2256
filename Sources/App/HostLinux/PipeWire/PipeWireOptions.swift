#if PipeWire
    import Glibc

    /// Options of a PipeWire stream.
    public struct PipeWireOptions: Sendable {
        /// Name of the application, for volume controls.
        public var applicationName: String
        /// Name of the media, for volume controls.
        public var mediaName: String
        /// The stream's media role.
        public var role: MediaRole
        /// A sink's or source's name; `nil` to follow the default one.
        public var target: String?
        /// Whether the stream is silent from the removal of its sink or source on, until `release`,
        /// instead of moving to another one.
        public var holdsOnRemoval: Bool
        /// Whether an input captures what a sink plays: its target, or the default one.
        package var capturesSink = false
        /// Requested quantum (`node.latency`), 1…8192 frames; the graph may run with another.
        public var blockFrames: Int
        /// Name or path of the server's socket; `nil` for `$PIPEWIRE_REMOTE`, or `pipewire-0`.
        public var server: String?

        /// Creates options.
        ///
        /// - Parameters:
        ///   - blockFrames: Clamped to 1…8192; `nil` for the role's default.
        ///   - holdsOnRemoval: See the property.
        public init(
            applicationName: String = "sori", mediaName: String = "sound",
            role: MediaRole = .music, target: String? = nil, blockFrames: Int? = nil,
            server: String? = nil, holdsOnRemoval: Bool = false
        ) {
            self.holdsOnRemoval = holdsOnRemoval
            self.applicationName = applicationName
            self.mediaName = mediaName
            self.role = role
            self.target = target
            self.blockFrames = min(
                max(blockFrames ?? role.blockFrames, 1), PipeWireOptions.blockFramesMax)
            self.server = server
        }

        /// The largest block that can be requested, in frames.
        static let blockFramesMax = 8192

        /// Whether the stream is held when the server has gone.
        var holdsOnServerLoss: Bool { holdsOnRemoval && target != nil }

        var address: PipeWireAddress {
            PipeWireAddress(applicationName: applicationName, server: server)
        }

        func settings(
            _ sampleRate: Double, channelCount: Int, group: String? = nil
        ) -> PipeWireConnection.StreamSettings {
            PipeWireConnection.StreamSettings(
                mediaName: mediaName, role: role, target: target, group: group,
                sampleRate: UInt32(sampleRate),
                channelCount: UInt32(channelCount), blockFrames: UInt32(blockFrames),
                holdsOnRemoval: holdsOnRemoval)
        }
    }

    /// The server's address and the client's name.
    struct PipeWireAddress: Sendable, CustomStringConvertible {
        var applicationName: String
        /// Name or path of the server's socket; `nil` for `$PIPEWIRE_REMOTE`, or `pipewire-0`.
        var server: String?

        /// The socket's path, for error messages.
        var description: String {
            let name = server ?? environmentValue("PIPEWIRE_REMOTE") ?? "pipewire-0"
            guard !name.hasPrefix("/") else { return name }
            let folder =
                environmentValue("PIPEWIRE_RUNTIME_DIR") ?? environmentValue("XDG_RUNTIME_DIR")
            return folder.map { "\($0)/\(name)" } ?? "\(name) (XDG_RUNTIME_DIR is not set)"
        }
    }

    private func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
#endif

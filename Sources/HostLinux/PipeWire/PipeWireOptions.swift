#if PipeWire
    import Glibc

    extension PipeWireOutput {
        /// Options of the stream.
        public struct Options: Sendable {
            /// Name of the application, for volume controls.
            public var applicationName: String
            /// Name of the media, for volume controls.
            public var mediaName: String
            /// The stream's media role.
            public var role: MediaRole
            /// A sink's name; `nil` to follow the default sink.
            public var target: String?
            /// Requested block size, 1…8192 frames; the server may choose another.
            public var blockFrames: Int
            /// A server's socket, by name or path; `nil` for the one in the environment.
            public var server: String?

            /// `blockFrames` is clamped to 1…8192; `nil` takes the role's.
            public init(
                applicationName: String = "sori", mediaName: String = "sound",
                role: MediaRole = .music, target: String? = nil, blockFrames: Int? = nil,
                server: String? = nil
            ) {
                self.applicationName = applicationName
                self.mediaName = mediaName
                self.role = role
                self.target = target
                self.blockFrames = min(max(blockFrames ?? role.blockFrames, 1), 8192)
                self.server = server
            }
        }
    }

    /// The server's address and the client's name.
    struct PipeWireAddress: Sendable, CustomStringConvertible {
        var applicationName: String
        /// A socket, by name or path; `nil` for the one in the environment.
        var server: String?

        /// The socket's path, for the user.
        var description: String {
            let name = server ?? environmentValue("PIPEWIRE_REMOTE") ?? "pipewire-0"
            guard !name.hasPrefix("/") else { return name }
            let folder =
                environmentValue("PIPEWIRE_RUNTIME_DIR") ?? environmentValue("XDG_RUNTIME_DIR")
            return folder.map { "\($0)/\(name)" } ?? "\(name) (XDG_RUNTIME_DIR is not set)"
        }
    }

    extension PipeWireOutput.Options {
        var address: PipeWireAddress {
            PipeWireAddress(applicationName: applicationName, server: server)
        }
    }

    private func environmentValue(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
#endif

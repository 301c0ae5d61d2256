#if PipeWire
    import Glibc

    extension PipeWireOutput {
        public struct Options: Sendable {
            /// Who plays, for volume controls.
            public var applicationName: String
            /// What plays, for volume controls.
            public var mediaName: String
            public var role: MediaRole
            /// A sink's name; `nil` to follow the default.
            public var target: String?
            /// The block asked for, 1…8192 frames; the server may choose another.
            public var blockFrames: Int
            /// A server's socket, by name or path; `nil` for the one that the environment names.
            public var server: String?

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

    /// Which server, and as whom.
    struct PipeWireAddress: Sendable, CustomStringConvertible {
        var applicationName: String
        /// A socket, by name or path; `nil` for the one that the environment names.
        var server: String?

        /// Where the server would be, for people.
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

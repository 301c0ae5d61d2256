package import SoundClient

#if PipeWire
    import CPipeWireShim
    import Dispatch
    import Glibc
#endif

/// The outputs of this machine, one of which its user picks. Any thread that may wait.
package enum MachineOutputs {
    /// One output.
    package struct Choice: Hashable, Sendable {
        /// The sink's name.
        package var name: String
        /// The name for the user.
        package var description: String
        /// Whether it is the default, on which programs play.
        package var isCurrent: Bool

        package init(name: String, description: String, isCurrent: Bool) {
            self.name = name
            self.description = description
            self.isCurrent = isCurrent
        }
    }

    /// The sinks of PipeWire, in its order.
    ///
    /// - Parameter server: Name or path of the server's socket; `nil` for the user's.
    /// - Throws: No server answers.
    package static func list(server: String? = nil) throws(DeviceError) -> [Choice] {
        #if PipeWire
            let output = PipeWireOutput(PipeWireOptions(server: server))
            try output.connect()
            let current = output.defaultSinkName
            return output.sinks.map {
                Choice(
                    name: $0.name, description: $0.description, isCurrent: $0.name == current)
            }
        #else
            throw unsupported
        #endif
    }

    /// Makes a sink the user's choice of a default; a session manager moves the programs' streams.
    ///
    /// - Parameter server: Name or path of the server's socket; `nil` for the user's.
    /// - Throws: No server answers, or it keeps no default.
    package static func use(_ name: String, server: String? = nil) throws(DeviceError) {
        #if PipeWire
            try DefaultSinkChoice(name).make(server: server)
        #else
            throw unsupported
        #endif
    }
}

#if !PipeWire
    private let unsupported = DeviceError(
        what: "PipeWire", why: "this program was built without PipeWire",
        advice: "build it with the package trait PipeWire")
#endif

#if PipeWire
    /// One choice of a default sink, by a connection of its own.
    ///
    /// Ownership: the monitor's thread owns everything; the caller reads after it has ended.
    private final class DefaultSinkChoice: @unchecked Sendable {
        private let name: String
        private var monitor: OpaquePointer?
        private var metadata: OpaquePointer?
        private var hasBegun = false
        private var isWritten = false
        private var failure: String?
        private var isFinished = false
        private let isDone = DispatchSemaphore(value: 0)

        private static let limit = DispatchTimeInterval.seconds(2)

        init(_ name: String) {
            self.name = name
        }

        func make(server: String?) throws(DeviceError) {
            var code: Int32 = 0
            let context = Unmanaged.passRetained(self)
            defer { context.release() }
            let start: (UnsafePointer<CChar>?) -> OpaquePointer? = { server in
                sori_pw_monitor_start(
                    server, "sori",
                    { context, event in
                        Unmanaged<DefaultSinkChoice>.fromOpaque(context).takeUnretainedValue()
                            .handle(event.pointee)
                    }, context.toOpaque(), &code)
            }
            let handle = server.map { $0.withCString { start($0) } } ?? start(nil)
            guard let handle else { throw error(String(cString: strerror(code))) }
            monitor = handle
            sori_pw_monitor_wake(handle)
            let result = isDone.wait(timeout: .now() + Self.limit)
            sori_pw_monitor_end(handle)
            guard result == .success else { throw error("PipeWire does not answer") }
            if let failure { throw error(failure) }
        }

        private func error(_ why: String) -> DeviceError {
            DeviceError(
                what: "PipeWire", why: why,
                advice: "see whether PipeWire runs: systemctl --user status pipewire")
        }

        private func handle(_ event: sori_pw_monitor_event) {
            switch event.kind {
            case .wake:
                guard let monitor, !hasBegun else { return }
                hasBegun = true
                let code = sori_pw_monitor_connect(monitor)
                if code != 0 { finish(String(cString: strerror(code))) }
            case .lost: finish(event.text.map { String(cString: $0) } ?? "PipeWire has ended")
            case .added:
                guard event.object_type == .metadata, metadata == nil, let monitor,
                    let properties = event.properties,
                    let kind = sori_pw_property(properties, "metadata.name"),
                    String(cString: kind) == "default"
                else { return }
                metadata = sori_pw_monitor_bind(monitor, .metadata, event.id)
            case .ready:
                guard let monitor, let metadata else {
                    return finish("PipeWire keeps no default output; start a session manager")
                }
                guard !isWritten else { return finish(nil) }
                isWritten = true
                sori_pw_object_set_default_sink(metadata, name)
                sori_pw_monitor_sync(monitor)
            case .removed, .info, .gains, .route, .profile, .defaultChanged, .linkOrderChanged,
                .timer:
                break
            }
        }

        private func finish(_ failure: String?) {
            guard !isFinished else { return }
            isFinished = true
            self.failure = failure
            if let metadata { sori_pw_object_unbind(metadata) }
            metadata = nil
            isDone.signal()
        }
    }
#endif

#if PipeWire
    package import DBus
    import Dispatch
    import Glibc
    import Synchronization

    /// The machine's cameras as a sandboxed program gets them: the desktop's portal asks the user,
    /// and hands over a connection to PipeWire that has the cameras only.
    ///
    /// The user is asked when the cameras are first wanted. Until the answer there are none.
    ///
    /// Source: freedesktop.org, XDG Desktop Portal, `org.freedesktop.portal.Camera` and
    /// `org.freedesktop.portal.Request`.
    package final class PortalCameras: CameraProvider {
        private enum Access {
            case unknown
            case asking
            case granted(MachineCameras)
            case refused
        }

        private struct State {
            var access = Access.unknown
            var waiting: [@Sendable (Bool) -> Void] = []
            var observers: [@Sendable ([CameraDescription]) -> Void] = []
            /// The subscription to the answer, while the user is asked.
            var answer: DBusSubscription?
            var request = ""
        }

        private let bus: DBusConnection
        private let queue = DispatchQueue(label: "sori.cameras.portal")
        private let state = Mutex(State())
        private let applicationName: String

        private static let portal = "org.freedesktop.portal.Desktop"
        private static let path = "/org/freedesktop/portal/desktop"
        private static let interface = "org.freedesktop.portal.Camera"
        /// The most closures that wait for the user's answer; later ones hear `false`.
        private static let waitingMax = 1000

        package init(bus: DBusAddress = .session, applicationName: String = "sori") {
            self.bus = DBusConnection(to: bus)
            self.applicationName = applicationName
        }

        /// Waits for a second at most while the user is asked.
        package var cameras: [CameraDescription] {
            let group = DispatchGroup()
            group.enter()
            askForAccess { _ in group.leave() }
            _ = group.wait(timeout: .now() + 1)
            return granted?.cameras ?? []
        }

        package func observe(_ changed: @escaping @Sendable ([CameraDescription]) -> Void) {
            let present = state.withLock { state -> MachineCameras? in
                state.observers.append(changed)
                if case .granted(let cameras) = state.access { return cameras }
                return nil
            }
            present?.observe(changed)
        }

        package func start(
            _ id: String, format: CameraFormat,
            deliver: @escaping @Sendable (CameraFrame) -> Void,
            ended: @escaping @Sendable (CameraEnd) -> Void
        ) throws -> any CameraStream {
            guard let granted else { throw CameraError.noSuchCamera }
            return try granted.start(id, format: format, deliver: deliver, ended: ended)
        }

        private var granted: MachineCameras? {
            state.withLock {
                if case .granted(let cameras) = $0.access { return cameras }
                return nil
            }
        }

        /// Asks the user, unless that has happened.
        ///
        /// - Parameter answered: Called with the answer; at once when it is known, else on the
        ///   thread of the bus or of a queue.
        package func askForAccess(_ answered: @escaping @Sendable (Bool) -> Void) {
            let (known, begins) = state.withLock { state -> (Bool?, Bool) in
                switch state.access {
                case .granted: return (true, false)
                case .refused: return (false, false)
                case .asking, .unknown:
                    guard state.waiting.count < Self.waitingMax else { return (false, false) }
                    state.waiting.append(answered)
                    guard case .unknown = state.access else { return (nil, false) }
                    state.access = .asking
                    return (nil, true)
                }
            }
            if let known { answered(known) }
            if begins { lookForCamera() }
        }

        // MARK: The conversation, on the bus's thread

        /// A user without a camera is not asked.
        private func lookForCamera() {
            let call = DBusMethodCall(
                to: Self.portal, path: Self.path, interface: "org.freedesktop.DBus.Properties",
                member: "Get",
                arguments: [.string(Self.interface), .string("IsCameraPresent")])
            bus.call(call) { [weak self] result in
                switch result {
                case .success(let values) where values.first?.bool == true: self?.request()
                // It may be plugged in later.
                case .success: self?.finish(.unknown)
                case .failure: self?.finish(.refused)
                }
            }
        }

        private func request() {
            let rule = DBusMatchRule(
                sender: Self.portal, interface: "org.freedesktop.portal.Request",
                member: "Response")
            // Before the call: the answer may follow it at once.
            let answer = bus.subscribe(to: rule) { [weak self] in self?.receive($0) }
            state.withLock { $0.answer = answer }
            let token = "sori\(UInt32.random(in: 1...UInt32.max))"
            bus.call(call("AccessCamera", [.properties([("handle_token", .string(token))])])) {
                [weak self] result in
                switch result {
                case .success(let values) where values.first?.text != nil:
                    self?.state.withLock { $0.request = values[0].text ?? "" }
                default: self?.finish(.refused)
                }
            }
        }

        private func receive(_ signal: DBusSignal) {
            let isMine = state.withLock { state in
                guard !state.request.isEmpty, signal.path == state.request else { return false }
                state.answer = nil
                return true
            }
            guard isMine else { return }
            guard signal.arguments.first?.integer == 0 else { return finish(.refused) }
            bus.call(call("OpenPipeWireRemote", [.properties([])])) { [weak self] result in
                guard let self else { return }
                // The connection waits for its first answer, which the bus's thread must not.
                queue.async { [self] in finish(open(result)) }
            }
        }

        private func open(_ result: Result<[DBusValue], DBusError>) -> Access {
            guard case .success(let values) = result,
                case .fileDescriptor(let file)? = values.first
            else { return .refused }
            let descriptor = fcntl(file.number, F_DUPFD_CLOEXEC, 3)
            guard descriptor >= 0 else { return .refused }
            let cameras = MachineCameras(
                descriptor: descriptor, applicationName: applicationName)
            _ = cameras.cameras
            return .granted(cameras)
        }

        private func finish(_ access: Access) {
            let (waiting, observers) = state.withLock { state in
                defer { state.waiting = [] }
                state.access = access
                state.answer = nil
                return (state.waiting, state.observers)
            }
            var isGranted = false
            if case .granted(let cameras) = access {
                isGranted = true
                for observer in observers { cameras.observe(observer) }
                let present = cameras.cameras
                if !present.isEmpty { for observer in observers { observer(present) } }
            }
            for answered in waiting { answered(isGranted) }
        }

        private func call(_ member: String, _ arguments: [DBusValue]) -> DBusMethodCall {
            DBusMethodCall(
                to: Self.portal, path: Self.path, interface: Self.interface, member: member,
                arguments: arguments)
        }
    }
#endif

#if PipeWire && DBus
    import Cameras
    import DBus
    import Foundation
    import Glibc
    import Synchronization
    import TestSupport
    import Testing

    /// A desktop's portal with a camera, and a user that answers as a test says.
    private final class Portal: Sendable {
        private let bus: DBusConnection
        private let state = Mutex(State())

        private struct State {
            var calls: [String] = []
            var answer: UInt32 = 0
            var hasCamera = true
            /// PipeWire's socket.
            var server = ""
        }

        var calls: [String] { state.withLock { $0.calls } }
        var hasCamera: Bool {
            get { state.withLock { $0.hasCamera } }
            set { state.withLock { $0.hasCamera = newValue } }
        }

        /// - Parameter answer: 0 grants, 1 refuses.
        init(on address: DBusAddress, answer: UInt32 = 0, server: String = "") throws {
            bus = DBusConnection(to: address)
            state.withLock {
                $0.answer = answer
                $0.server = server
            }
            let options = [DBusArgument("options", .dictionary(.string, .variant))]
            let interface = DBusInterface(
                "org.freedesktop.portal.Camera",
                methods: [
                    DBusMethod(
                        "AccessCamera", access: .everyone, inputs: options,
                        outputs: [DBusArgument("handle", .objectPath)]
                    ) { [weak self] call throws(DBusError) in [.objectPath(self?.ask(call) ?? "/")]
                    },
                    DBusMethod(
                        "OpenPipeWireRemote", access: .everyone, inputs: options,
                        outputs: [DBusArgument("fd", .fileDescriptor)]
                    ) { [weak self] _ throws(DBusError) in
                        guard let file = self?.connect() else {
                            throw DBusError(.failed, "no server")
                        }
                        return [.fileDescriptor(file)]
                    },
                ],
                properties: [
                    DBusProperty("IsCameraPresent", .boolean) { [weak self] in
                        .boolean(self?.hasCamera ?? false)
                    }
                ])
            #expect(bus.export([interface], at: "/org/freedesktop/portal/desktop"))
            let named = DispatchSemaphore(value: 0)
            bus.requestName("org.freedesktop.portal.Desktop") { _ in named.signal() }
            try #require(named.wait(timeout: .now() + 10) == .success)
        }

        private func ask(_ call: DBusReceivedCall) -> String {
            let path = "/org/freedesktop/portal/desktop/request/1"
            let answer = state.withLock { state in
                state.calls.append("AccessCamera")
                return state.answer
            }
            // After the reply, as a user would.
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { [bus] in
                for path in [path + "x", path] {
                    bus.emit(
                        DBusSignal(
                            path: path, interface: "org.freedesktop.portal.Request",
                            member: "Response", arguments: [.uint32(answer), .properties([])]))
                }
            }
            return path
        }

        private func connect() -> DBusFileDescriptor? {
            let path = state.withLock { state in
                state.calls.append("OpenPipeWireRemote")
                return state.server
            }
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) {
                $0.copyBytes(from: path.utf8.prefix($0.count - 1))
            }
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            return result == 0 ? DBusFileDescriptor(duplicating: socket) : nil
        }
    }

    private func answer(_ cameras: PortalCameras) throws -> Bool {
        let answers = Collected<Bool>()
        cameras.askForAccess { answers.add($0) }
        try waitUntil { !answers.values.isEmpty }
        return answers.values[0]
    }

    @Suite(
        "A sandboxed program's cameras",
        .enabled(if: PrivateBus.isAvailable, "needs dbus-daemon"))
    struct PortalCamerasTests {
        @Test func `are none without a portal`() throws {
            let bus = try PrivateBus()
            let cameras = PortalCameras(bus: .address(bus.address))
            #expect(try !answer(cameras))
            #expect(cameras.cameras.isEmpty)
            #expect(throws: CameraError.noSuchCamera) {
                try cameras.start(
                    "lens", format: CameraFormat(width: 1, height: 1, frameRate: 1, zoomMax: 1),
                    deliver: { _ in }, ended: { _ in })
            }
        }

        @Test func `are none when the user refuses and the user is asked once`() throws {
            let bus = try PrivateBus()
            let portal = try Portal(on: .address(bus.address), answer: 1)
            let cameras = PortalCameras(bus: .address(bus.address))
            #expect(try !answer(cameras))
            #expect(try !answer(cameras))
            #expect(cameras.cameras.isEmpty)
            #expect(portal.calls == ["AccessCamera"])
        }

        @Test func `are not asked for while there is none`() throws {
            let bus = try PrivateBus()
            let portal = try Portal(on: .address(bus.address), answer: 1)
            portal.hasCamera = false
            let cameras = PortalCameras(bus: .address(bus.address))
            #expect(try !answer(cameras))
            #expect(portal.calls.isEmpty)
            portal.hasCamera = true
            #expect(try !answer(cameras))
            #expect(portal.calls == ["AccessCamera"])
        }
    }

    @Suite(
        "A sandboxed program's cameras of PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, "needs sound servers: run scripts/test-pipewire"))
    struct PipeWirePortalTests {
        @Test func `are PipeWire's when the user grants them`() throws {
            let bus = try PrivateBus()
            let server = try PrivateServer()
            let lens = try PipeWireCamera(server.socket, [.init(coding: "BGRx")])
            let portal = try Portal(on: .address(bus.address), server: server.socket)
            let cameras = PortalCameras(bus: .address(bus.address))
            let changes = Collected<[String]>()
            cameras.observe { changes.add($0.map(\.id)) }
            #expect(try answer(cameras))
            try waitUntil { cameras.cameras.map(\.id) == ["lens"] }
            try waitUntil { changes.values.first == ["lens"] }
            #expect(portal.calls == ["AccessCamera", "OpenPipeWireRemote"])
            let frames = Collected<CameraFrame>()
            let stream = try cameras.start(
                "lens", format: cameras.cameras[0].formats[0], deliver: { frames.add($0) },
                ended: { _ in })
            try waitUntil { frames.values.count > 3 }
            stream.stop()
            lens.unplug()
            try waitUntil { changes.values.last == [] }
        }
    }
#endif

import AudioModel
import DBus
import DeviceConnections
import DeviceEvents
import DeviceProtocol
import DeviceService
import Dispatch
import Foundation
import Glibc
import HostLinux
import InputDevices
import SoundPolicy
import SoundServer
import Synchronization
import TestSupport
import Testing

/// A folder with the socket and the state of a service, and services in it.
///
/// Ownership: one test starts and ends the services.
final class ServiceFolder: @unchecked Sendable {
    let folder: TemporaryFolder
    let logged = Notes()
    private(set) var host: DeviceServiceHost?

    init() throws {
        folder = try TemporaryFolder()
    }

    deinit {
        host?.close()
    }

    var socketPath: String { folder.file("run/device.sock") }

    @discardableResult
    func start(
        _ profile: ServiceProfile = .desktop, bus: PrivateBus? = nil, input: InputOptions? = nil,
        configuration: ServiceConfiguration = ServiceConfiguration()
    ) throws -> DeviceServiceHost {
        var options = DeviceServiceHost.Options(
            socketPath: socketPath, stateFolder: folder.file("state")
        ) { [logged] in logged.add($0) }
        options.profile = profile
        options.configuration = configuration
        options.input = input
        options.address = .address(bus?.address ?? "unix:path=" + folder.file("no-bus"))
        // The machine's own lock and calls are no part of a test.
        options.events.systemBus = options.address
        let host = try DeviceServiceHost(options) { [logged] in logged.add("ended: \($0)") }
        self.host = host
        return host
    }

    func stop() {
        host?.close()
        host = nil
    }

    /// An app that is connected to the service, or to a server of its own without one.
    func makeApp(_ name: String) -> ConnectedGuest { ConnectedGuest(name, socketPath) }
}

/// An app's side: its connection, and what it is told.
final class ConnectedGuest: AppReceiver {
    let told = Notes()
    let server: Server
    private let line = Mutex<DeviceServiceConnection?>(nil)

    init(_ name: String, _ socketPath: String) {
        let queue = DispatchQueue(label: "test.guest")
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 0.5
        let server = Server(configuration: configuration, clock: LinuxClock(queue: queue))
        self.server = server
        var events = DeviceServiceConnection.Events()
        events.warned = { [told] in told.add($0) }
        let connection = DeviceServiceConnection(
            AppDescription(name: name), socketPath: socketPath, events: events,
            ownServer: { server }, self)
        line.withLock { $0 = connection }
    }

    deinit {
        line.withLock { $0 }?.disconnect(.quit)
        server.close()
    }

    var connection: DeviceServiceConnection { line.withLock { $0 }! }

    func apply(_ directive: StreamDirective, toStream number: Int) {
        told.add("\(number) \(directive.transport.rawValue)")
    }

    func receive(_ notification: AppNotification) { told.add("\(notification)") }
}

/// Lines of text that arrive on any thread.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
    func clear() { lines.withLock { $0 = [] } }
    func count(of line: String) -> Int { all.count { $0 == line } }
}

/// Waits until a condition holds, for as long as a busy machine may need.
func waitUntil(
    _ what: String, _ condition: () throws -> Bool, location: SourceLocation = #_sourceLocation
) rethrows {
    let deadline = DispatchTime.now() + 60
    while try !condition() {
        guard DispatchTime.now() < deadline else {
            Issue.record("\(what) did not come", sourceLocation: location)
            return
        }
        poll(nil, 0, 5)
    }
}

/// A process that talks to the socket as it likes.
///
/// Sends and receives on any thread.
final class RawClient: Sendable {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = socket(
            AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let error = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard error == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends a message, and waits until the other end has room for it.
    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    func send(_ message: AppMessage) { send((try? message.encoded()) ?? []) }

    /// Whether the other end closes the connection, after whatever it sends.
    func isHungUp() -> Bool {
        var bytes = [UInt8](repeating: 0, count: MessageLimits.messageBytesMax)
        let deadline = DispatchTime.now() + 60
        while DispatchTime.now() < deadline {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN) { return true }
            if count < 0 { poll(nil, 0, 5) }
        }
        return false
    }
}

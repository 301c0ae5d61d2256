import AudioModel
import DeviceConnections
import Glibc
import HostLinux

/// A socket of a device and the connections to it: accepts processes, receives what they send, and
/// disconnects those that break a rule. One thread.
struct AppSockets<Host: AppHost> {
    typealias Client = AppClient<Host.App>

    private(set) var clients: [Client] = []
    /// Whether further processes may connect.
    var isAccepting = true
    private let listener: ListeningSocket
    private let limits: AppConnectionLimits
    private let clientsMax: Int
    /// Most messages of a client before the next has its turn.
    private let messagesATime: Int
    /// Time for a process to become an app; `nil` for no limit.
    private let introductionTime: HostInterval?
    private let wakeUp: WakeUp
    private var admission: MessageAllowance
    private var acceptsAt = HostTime.zero
    /// Whether a process wants to connect.
    private var hasCaller = false
    /// Memory for the descriptors, kept between two calls.
    private var wanted: [pollfd] = []

    /// Most connections accepted in a burst, and the sustained rate per second.
    private static var connectionsMax: Int { 64 }
    private static var connectionsPerSecond: Int { 20 }

    /// - Parameter wakeUp: Ends the waiting.
    init(
        _ listener: ListeningSocket, limits: AppConnectionLimits, clientsMax: Int,
        messagesATime: Int, introductionTime: HostInterval? = nil, wakeUp: WakeUp
    ) {
        self.listener = listener
        self.limits = limits
        self.clientsMax = clientsMax
        self.messagesATime = messagesATime
        self.introductionTime = introductionTime
        self.wakeUp = wakeUp
        var connectionLimits = limits
        connectionLimits.messagesMax = Self.connectionsMax
        connectionLimits.messagesPerSecond = Self.connectionsPerSecond
        admission = MessageAllowance(connectionLimits, at: LinuxClock.now)
    }

    /// Waits until there is something to do, and notes which clients have sent something.
    ///
    /// - Parameters:
    ///   - descriptor: A further descriptor that ends the waiting when it can be read.
    ///   - time: When the waiting ends anyway.
    mutating func awaitEvent(or descriptor: Int32? = nil, until time: HostTime? = nil) {
        var deadline = time
        for client in clients { deadline = earlier(deadline, client.deadline) }
        // A negative descriptor is passed over.
        var listening: Int32 = -1
        if isAccepting, clients.count < clientsMax {
            if LinuxClock.now >= acceptsAt {
                listening = listener.descriptor
            } else {
                deadline = earlier(deadline, acceptsAt)
            }
        }
        wanted.removeAll(keepingCapacity: true)
        wanted.append(pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0))
        wanted.append(pollfd(fd: listening, events: Int16(POLLIN), revents: 0))
        wanted.append(pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        let firstClient = wanted.count
        for client in clients {
            let events = client.app?.hasBacklog == true ? POLLIN | POLLOUT : POLLIN
            wanted.append(pollfd(fd: client.socket.descriptor, events: Int16(events), revents: 0))
        }
        let timeout = deadline.map { milliseconds($0 - LinuxClock.now) } ?? -1
        hasCaller = false
        guard poll(&wanted, UInt(wanted.count), timeout) > 0 else { return }
        if wanted[0].revents != 0 { wakeUp.reset() }
        hasCaller = wanted[1].revents != 0
        for index in clients.indices {
            let events = Int32(wanted[firstClient + index].revents)
            clients[index].isReady = events & ~POLLOUT != 0
        }
    }

    /// Accepts the processes that want to connect, and serves each client.
    mutating func serve(for host: Host) {
        let now = LinuxClock.now
        if hasCaller { accept(for: host, at: now) }
        for index in clients.indices {
            clients[index].serve(for: host, messagesMax: messagesATime, limits: limits, at: now)
        }
    }

    private mutating func accept(for host: Host, at now: HostTime) {
        while clients.count < clientsMax, let socket = listener.accept() {
            guard host.admits(socket) else { continue }
            clients.append(
                Client(
                    socket, limits: limits, introductionDeadline: introductionTime.map { now + $0 },
                    at: now))
            if !admission.take(at: now) {
                acceptsAt = now + .milliseconds(100)
                return
            }
        }
    }

    /// Removes the clients that have been disconnected.
    mutating func removeGone() -> [Client] {
        guard clients.contains(where: \.isGone) else { return [] }
        defer { clients.removeAll(where: \.isGone) }
        return clients.filter(\.isGone)
    }
}

private func earlier(_ time: HostTime?, _ other: HostTime?) -> HostTime? {
    guard let time, let other else { return time ?? other }
    return min(time, other)
}

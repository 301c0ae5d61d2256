import AudioModel
import CLinuxShim
import Glibc
import DeviceProtocol

/// One end of a line of whole messages between two processes of one user. Any thread.
///
/// The kernel keeps messages apart (`SOCK_SEQPACKET`), and some hundred kilobytes of them for who
/// does not read: that is all that is kept.
final class MessageSocket: Sendable {
    let descriptor: Int32

    /// - Parameter descriptor: Closed with this object.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    enum Sent {
        case sent
        /// The other end does not read.
        case full
        case gone
    }

    /// Sends one message, or nothing of it; returns at once.
    func send(_ message: [UInt8]) -> Sent {
        while true {
            let count = Glibc.send(
                descriptor, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            if count == message.count { return .sent }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .full : .gone
        }
    }

    enum Received {
        case message([UInt8])
        case nothing
        /// Larger than `MessageLimits.messageBytesMax`; dropped.
        case tooLarge
        case gone
    }

    /// Takes the next message; returns at once.
    func receive() -> Received {
        var count = 0
        let message = [UInt8](unsafeUninitializedCapacity: MessageLimits.messageBytesMax) {
            buffer, filled in
            repeat {
                count = recv(
                    descriptor, buffer.baseAddress, buffer.count,
                    Int32(MSG_DONTWAIT | MSG_TRUNC))
            } while count < 0 && errno == EINTR
            filled = min(max(count, 0), buffer.count)
        }
        if count < 0 { return errno == EAGAIN ? .nothing : .gone }
        // An empty message cannot be told from the end, and is none of ours.
        if count == 0 { return .gone }
        return count > MessageLimits.messageBytesMax ? .tooLarge : .message(message)
    }

    /// Waits until there is something to receive, or the other end is gone.
    ///
    /// - Returns: Whether so within `interval`.
    func awaitMessage(for interval: HostInterval) -> Bool {
        var wanted = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&wanted, 1, milliseconds(interval)) > 0
    }

    /// Ends the line both ways; who waits on it wakes.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the process at the other end is this user's.
    var isPeerSameUser: Bool {
        sori_user_at_other_end(descriptor) == Int(geteuid())
    }
}

/// For `poll`: at least a millisecond for what is not over, at most a minute.
func milliseconds(_ interval: HostInterval) -> Int32 {
    guard interval > .zero else { return 0 }
    return Int32(min(interval.nanoseconds / 1_000_000 + 1, 60_000))
}

/// The address of a socket in the file system.
///
/// - Returns: `nil` for a path that is longer than the system takes.
func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
        return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
}

/// Calls `body` with the address as the system wants it.
func withSocketAddress<Result>(
    _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

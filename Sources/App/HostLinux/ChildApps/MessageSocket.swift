import AudioModel
import CLinuxShim
import DeviceProtocol
package import Glibc

/// One end of a message connection between two processes of one user. Any thread.
///
/// The kernel keeps message boundaries (`SOCK_SEQPACKET`) and buffers a few hundred kilobytes for a
/// peer that does not read; nothing more is buffered here.
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
        /// The socket's buffer is full.
        case full
        case gone
    }

    /// Sends one whole message; does not block.
    func send(_ message: [UInt8]) -> Sent {
        while true {
            let count = Glibc.send(
                descriptor, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            if count == message.count { return .sent }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .full : .gone
        }
    }

    /// Sends one whole message with a descriptor; does not block.
    func send(_ message: [UInt8], with descriptor: Int32) -> Sent {
        while true {
            let count = sori_send_with_descriptor(
                self.descriptor, message, message.count, descriptor)
            if count == message.count { return .sent }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .full : .gone
        }
    }

    /// Receives the first message, and the descriptor that may come with it, which is the caller's to
    /// close; does not block.
    func receiveWithDescriptor() -> (Received, descriptor: Int32?) {
        var count = 0
        var found: Int32 = -1
        let message = [UInt8](unsafeUninitializedCapacity: MessageLimits.messageBytesMax) {
            buffer, filled in
            count = sori_receive_with_descriptor(
                descriptor, buffer.baseAddress, buffer.count, &found)
            filled = min(max(count, 0), buffer.count)
        }
        let passed = found < 0 ? nil : found
        if count < 0 { return (errno == EAGAIN ? .nothing : .gone, passed) }
        if count == 0 { return (.gone, passed) }
        return (count > MessageLimits.messageBytesMax ? .tooLarge : .message(message), passed)
    }

    enum Received {
        case message([UInt8])
        case nothing
        /// The message exceeded `MessageLimits.messageBytesMax` and was dropped.
        case tooLarge
        case gone
    }

    /// Receives the next message; does not block.
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
        // An empty message looks like the end of the connection; the protocol has none.
        if count == 0 { return .gone }
        return count > MessageLimits.messageBytesMax ? .tooLarge : .message(message)
    }

    /// Waits for a message or the end of the connection.
    ///
    /// - Returns: Whether either came within `interval`.
    func awaitMessage(for interval: HostInterval) -> Bool {
        var wanted = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&wanted, 1, milliseconds(interval)) > 0
    }

    /// Closes the connection both ways and wakes a thread that waits on it.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the peer's process belongs to this user.
    var isPeerSameUser: Bool {
        sori_user_at_other_end(descriptor) == Int(geteuid())
    }

    /// The process that connected the socket, as the kernel knows it; `nil` when it does not.
    var peerProcess: Int32? {
        let process = sori_process_at_other_end(descriptor)
        return process > 0 ? process : nil
    }
}

/// A timeout for `poll`: at least 1 ms for a positive interval, at most a minute.
func milliseconds(_ interval: HostInterval) -> Int32 {
    guard interval > .zero else { return 0 }
    return Int32(min(interval.nanoseconds / 1_000_000 + 1, 60_000))
}

/// The address of a socket in the file system.
///
/// - Returns: `nil` for a path that is too long.
package func socketAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
        return nil
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return address
}

/// Calls `body` with the address in the form of the socket functions.
package func withSocketAddress<Result>(
    _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Binds a Unix socket to a path, where this user alone can connect to it. Any thread.
///
/// The mode of the socket is that of its file. The process's file mode mask, which every thread
/// shares, is left as it is: a file that another thread makes meanwhile has its usual mode.
///
/// - Returns: Whether it is bound; `errno` says why not.
package func bindForThisUser(_ descriptor: Int32, to address: sockaddr_un) -> Bool {
    fchmod(descriptor, 0o700) == 0 && withSocketAddress(address) { bind(descriptor, $0, $1) } == 0
}

package import AudioModel
import CLinuxShim
import DeviceProtocol
import Glibc

/// One end of a message connection between two processes of one user. Any thread.
///
/// The kernel keeps message boundaries (`SOCK_SEQPACKET`) and buffers a few hundred kilobytes for a
/// peer that does not read; nothing more is buffered here.
package final class MessageSocket: Sendable {
    package let descriptor: Int32

    /// - Parameter descriptor: Closed with this object.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    package enum Sent {
        case sent
        /// The socket's buffer is full.
        case full
        case gone
    }

    /// Sends one whole message; does not block.
    package func send(_ message: [UInt8]) -> Sent {
        while true {
            let count = Glibc.send(
                descriptor, message, message.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            if count == message.count { return .sent }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .full : .gone
        }
    }

    /// Sends one whole message with a descriptor; does not block.
    package func send(_ message: [UInt8], with descriptor: Int32) -> Sent {
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
    package func receiveWithDescriptor() -> (Received, descriptor: Int32?) {
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

    package enum Received {
        case message([UInt8])
        case nothing
        /// The message exceeded `MessageLimits.messageBytesMax` and was dropped.
        case tooLarge
        case gone
    }

    /// Receives the next message; does not block.
    package func receive() -> Received {
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
    package func awaitMessage(for interval: HostInterval) -> Bool {
        var wanted = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return poll(&wanted, 1, milliseconds(interval)) > 0
    }

    /// Closes the connection both ways and wakes a thread that waits on it.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the peer's process belongs to this user.
    package var isPeerSameUser: Bool {
        sori_user_at_other_end(descriptor) == Int(geteuid())
    }

    /// The process that connected the socket, as the kernel knows it; `nil` when it does not.
    package var peerProcess: Int32? {
        let process = sori_process_at_other_end(descriptor)
        return process > 0 ? process : nil
    }
}

/// A timeout for `poll`: at least 1 ms for a positive interval, at most a minute.
package func milliseconds(_ interval: HostInterval) -> Int32 {
    guard interval > .zero else { return 0 }
    return Int32(min(interval.nanoseconds / 1_000_000 + 1, 60_000))
}

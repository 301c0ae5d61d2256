package import AudioModel
import CLinuxShim
import Glibc

/// An `eventfd` that wakes a thread waiting in `poll`. Any thread.
package final class WakeUp: Sendable {
    package let descriptor: Int32

    package init() {
        descriptor = sori_make_wake_descriptor()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    package func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for a wake-up, or for a message or the end of a connection, and clears the wake-ups.
    package func awaitWake(or socket: MessageSocket, for interval: HostInterval) {
        let wakeUp = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var wanted: InlineArray = [
            wakeUp, pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var span = wanted.mutableSpan
        _ = span.withUnsafeMutableBufferPointer {
            poll($0.baseAddress, UInt($0.count), milliseconds(interval))
        }
        if wanted[0].revents != 0 { reset() }
    }

    /// Clears all wake-ups so far.
    package func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}

import Glibc

/// - Returns: Zero, or an `errno` value.
package func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
        let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
        if count > 0 {
            written += count
        } else if errno == EAGAIN {
            // The stream may have been made non-blocking by another process; wait for room.
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&ready, 1, -1)
        } else if errno != EINTR {
            return errno
        }
    }
    return 0
}

/// Writes a text to a descriptor, as far as it can be written.
package func writeAll(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = writeAll($0, to: descriptor) }
}

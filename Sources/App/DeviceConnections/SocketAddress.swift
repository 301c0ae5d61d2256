package import Glibc

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

/// The system's text for an `errno` value.
package func systemMessage(_ number: Int32) -> String {
    String(cString: strerror(number))
}

import Glibc

/// Sends a state to the service manager that has started this process (`sd_notify`), if there is
/// one.
///
/// - Parameters:
///   - state: `READY=1`, for example.
///   - environment: With `NOTIFY_SOCKET`, a path, or an abstract name behind `@`.
func notifySupervisor(_ state: String, _ environment: [String: String]) {
    guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@")
    else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(name.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let descriptor = socket(
        AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // An abstract name has no end but its length.
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count
    let text = Array(state.utf8)
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = sendto(
                descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
        }
    }
}

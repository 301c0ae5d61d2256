import DeviceConnections

/// An error of the socket on which a device accepts apps.
package enum AppSocketError: Error, Hashable, Sendable {
    /// Another service listens on the socket.
    case inUse(String)
    /// The path is longer than the system allows for a socket.
    case pathTooLong(String)
    /// The socket cannot be made; `errno` says why.
    case notMade(String, errno: Int32)
}

extension AppSocketError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .inUse(let path): "another device service listens on '\(path)'"
        case .pathTooLong(let path): "the path '\(path)' is too long for a socket"
        case .notMade(let path, let number):
            "the socket '\(path)' cannot be made: \(systemMessage(number))"
        }
    }
}

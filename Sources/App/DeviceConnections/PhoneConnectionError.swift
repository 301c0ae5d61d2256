package import DeviceProtocol

/// An error of an app's connection to a phone, or to a device service.
package enum PhoneConnectionError: Error, Hashable, Sendable {
    /// The socket cannot be connected; `errno` says why.
    case unreachable(errno: Int32)
    /// The other end belongs to another user.
    case notOurs
    case silent
    case closed
    case versionsDiffer
    case garbled(MessageError)
}

extension PhoneConnectionError: CustomStringConvertible {
    package var description: String { words(about: "the phone") }

    /// What is wrong, in words.
    ///
    /// - Parameter other: What the app connects to: `the phone`.
    package func words(about other: String) -> String {
        switch self {
        case .unreachable(let number): "\(other) cannot be reached: \(systemMessage(number))"
        case .notOurs: "\(other) belongs to another user"
        case .silent: "\(other) does not answer"
        case .closed: "\(other) closed the connection"
        case .versionsDiffer: "\(other) uses another version of Sori: rebuild both"
        case .garbled(let error): "a message from \(other) \(error)"
        }
    }
}

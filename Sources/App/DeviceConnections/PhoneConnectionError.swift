package import DeviceProtocol

/// An error of an app's connection to its phone.
package enum PhoneConnectionError: Error, Hashable, Sendable {
    /// The socket cannot be connected; `errno` says why.
    case unreachable(errno: Int32)
    /// The phone belongs to another user.
    case notOurs
    case silent
    case closed
    case versionsDiffer
    case garbled(MessageError)
}

extension PhoneConnectionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let number): "the phone cannot be reached: \(systemMessage(number))"
        case .notOurs: "the phone belongs to another user"
        case .silent: "the phone does not answer"
        case .closed: "the phone closed the connection"
        case .versionsDiffer: "the phone uses another version of Sori: rebuild both"
        case .garbled(let error): "a message from the phone \(error)"
        }
    }
}

import DeviceProtocol

/// Why an app's process has no line to the phone that it runs in.
package enum PhoneConnectionError: Error, Hashable, Sendable {
    /// The number is the system's `errno`.
    case unreachable(errno: Int32)
    /// Another user's.
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
        case .notOurs: "the phone is another user's"
        case .silent: "the phone does not answer"
        case .closed: "the phone has hung up"
        case .versionsDiffer: "the phone is of another version of Sori: build both from one"
        case .garbled(let error): "a message of the phone's \(error)"
        }
    }
}

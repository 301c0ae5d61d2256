/// Why an action on the device was not carried out. The messages are sentences for a user.
package enum DeviceActError: Error, Hashable, Sendable {
    /// The text is no action of the scenario language.
    case notUnderstood(String)
    /// The action is impossible now.
    case impossible(String)

    package var message: String {
        switch self {
        case .notUnderstood(let why): why
        case .impossible(let why): why
        }
    }
}

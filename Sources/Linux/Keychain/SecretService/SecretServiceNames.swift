import DBus

/// Names of the Secret Service.
///
/// Source: Secret Service API 0.2 (freedesktop.org).
enum SecretServiceNames {
    static let bus = "org.freedesktop.secrets"
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let prompt = "org.freedesktop.Secret.Prompt"
    static let root = "/org/freedesktop/secrets"

    static let isLocked = "org.freedesktop.Secret.Error.IsLocked"
    static let noSession = "org.freedesktop.Secret.Error.NoSession"
    static let noSuchObject = "org.freedesktop.Secret.Error.NoSuchObject"

    /// The path that stands for no object.
    static let none = "/"

    static let schema = "org.sori.Keychain"
    static let contentType = "application/x-plist"
}

/// A call that the Secret Service has not answered as it was meant.
enum SecretServiceFailure: Error {
    case error(DBusError)
    /// An answer of other types than the interface has.
    case strangeAnswer
    case promptDismissed
    case promptUnanswered
    /// An item is there, and the service does not give its secret.
    case withheld

    var name: String {
        if case .error(let error) = self { error.name } else { "" }
    }
}

/// An error of a D-Bus call: the name that the bus knows it by, and a sentence.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the error, like `org.freedesktop.DBus.Error.Failed`.
    package var name: String
    package var message: String

    package init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    package init(_ kind: Kind, _ message: String) {
        self.init(name: kind.name, message: message)
    }

    /// The errors of the specification and of the reference implementation that are used here.
    package enum Kind: String, CaseIterable, Sendable {
        case failed = "Failed"
        case noReply = "NoReply"
        case timeout = "Timeout"
        case disconnected = "Disconnected"
        case serviceUnknown = "ServiceUnknown"
        case unknownMethod = "UnknownMethod"
        case unknownObject = "UnknownObject"
        case unknownInterface = "UnknownInterface"
        case unknownProperty = "UnknownProperty"
        case propertyReadOnly = "PropertyReadOnly"
        case invalidArguments = "InvalidArgs"
        case invalidSignature = "InvalidSignature"
        case limitsExceeded = "LimitsExceeded"
        case notSupported = "NotSupported"
        case accessDenied = "AccessDenied"
        case nameHasNoOwner = "NameHasNoOwner"

        package var name: String { "org.freedesktop.DBus.Error." + rawValue }
    }

    /// The kind of a standard error; `nil` for any other.
    package var kind: Kind? { Kind.allCases.first { $0.name == name } }

    package var description: String { "\(message) (\(name))" }
}

/// What signals a subscription takes; `nil` takes any.
///
/// Source: D-Bus Specification 0.38, "Match Rules".
package struct DBusMatchRule: Hashable, Sendable {
    /// The sender's name, unique or not.
    package var sender: String?
    package var path: String?
    package var interface: String?
    package var member: String?
    /// The first argument, a string.
    package var argument: String?
    /// The first argument, a bus name: this one, or one that begins with it and a dot.
    package var argumentNamespace: String?

    package init(
        sender: String? = nil, path: String? = nil, interface: String? = nil,
        member: String? = nil, argument: String? = nil, argumentNamespace: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.argument = argument
        self.argumentNamespace = argumentNamespace
    }

    /// Whether every name is valid.
    package var isValid: Bool {
        sender.map(isBusName) ?? true && path.map(isObjectPath) ?? true
            && interface.map(isInterfaceName) ?? true && member.map(isMemberName) ?? true
            && (argument?.utf8.count ?? 0) <= 1024 && !(argument?.utf8.contains(0) ?? false)
            && argumentNamespace.map { isBusName($0) || isBusName($0 + ".a") } ?? true
    }

    /// The rule as the bus takes it.
    var text: String {
        var parts = ["type='signal'"]
        func add(_ key: String, _ value: String?) {
            guard let value else { return }
            // An apostrophe stands outside of the quotes, behind a backslash.
            var quoted = ""
            for character in value { quoted += character == "'" ? "'\\''" : String(character) }
            parts.append("\(key)='\(quoted)'")
        }
        add("sender", sender)
        add("path", path)
        add("interface", interface)
        add("member", member)
        add("arg0", argument)
        add("arg0namespace", argumentNamespace)
        return parts.joined(separator: ",")
    }

    /// - Parameter owner: The unique name of the owner of `sender`; `nil` without an owner.
    func matches(_ signal: DBusSignal, owner: (String) -> String?) -> Bool {
        guard matchesHeader(of: signal, owner: owner) else { return false }
        let first: String? =
            if case .string(let text)? = signal.arguments.first { text } else { nil }
        if let argument, first != argument { return false }
        guard let argumentNamespace else { return true }
        return first == argumentNamespace || first?.hasPrefix(argumentNamespace + ".") == true
    }

    /// The same by all but the arguments.
    func matchesHeader(of signal: DBusSignal, owner: (String) -> String?) -> Bool {
        if let sender, signal.sender != sender {
            if isUniqueName(sender) { return false }
            guard let owner = owner(sender), owner == signal.sender else { return false }
        }
        if let path, signal.path != path { return false }
        if let interface, signal.interface != interface { return false }
        return member == nil || signal.member == member
    }
}

/// A signal, received or to be sent.
package struct DBusSignal: Hashable, Sendable {
    /// The unique name of the sender, or the bus's own; `nil` in a signal to be sent.
    package var sender: String?
    /// The unique name of the only connection that receives a signal to be sent; `nil` for all that
    /// subscribe to it.
    package var destination: String?
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [DBusValue]

    package init(
        path: String, interface: String, member: String, arguments: [DBusValue] = [],
        sender: String? = nil, destination: String? = nil
    ) {
        self.sender = sender
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }
}

/// A call of a method of an object on the bus.
package struct DBusMethodCall: Hashable, Sendable {
    package var destination: String
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [DBusValue]

    package init(
        to destination: String, path: String, interface: String, member: String,
        arguments: [DBusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// A call of the bus itself.
    static func ofBus(_ member: String, _ arguments: [DBusValue] = []) -> DBusMethodCall {
        DBusMethodCall(
            to: busName, path: "/org/freedesktop/DBus", interface: busName, member: member,
            arguments: arguments)
    }

    var isValid: Bool {
        isBusName(destination) && isObjectPath(path) && isInterfaceName(interface)
            && isMemberName(member)
    }
}

/// The name, and the interface, of the bus itself.
let busName = "org.freedesktop.DBus"

/// The completion of a call: the values of the reply, or an error.
package typealias DBusCompletion = @Sendable (Result<[DBusValue], DBusError>) -> Void

/// An argument of a method or a signal.
package struct DBusArgument: Hashable, Sendable {
    package var name: String
    package var type: DBusType

    package init(_ name: String, _ type: DBusType) {
        self.name = name
        self.type = type
    }
}

/// A call that an exported object receives. Its arguments have the types of the method.
package struct DBusReceivedCall: Sendable {
    package var sender: String
    package var path: String
    package var arguments: [DBusValue]
}

/// A method of an exported interface.
package struct DBusMethod: Sendable {
    package typealias Handler =
        @Sendable (DBusReceivedCall, _ reply: @escaping DBusCompletion) -> Void

    package var name: String
    package var access: DBusAccess
    package var inputs: [DBusArgument]
    package var outputs: [DBusArgument]
    package var handler: Handler

    /// A method that answers later, from any thread and once.
    package init(
        deferred name: String, access: DBusAccess, inputs: [DBusArgument] = [],
        outputs: [DBusArgument] = [], handler: @escaping Handler
    ) {
        self.name = name
        self.access = access
        self.inputs = inputs
        self.outputs = outputs
        self.handler = handler
    }

    /// A method that answers at once. `body` runs on the connection's thread.
    package init(
        _ name: String, access: DBusAccess, inputs: [DBusArgument] = [],
        outputs: [DBusArgument] = [],
        body: @escaping @Sendable (DBusReceivedCall) throws(DBusError) -> [DBusValue]
    ) {
        self.init(deferred: name, access: access, inputs: inputs, outputs: outputs) { call, reply in
            do throws(DBusError) {
                reply(.success(try body(call)))
            } catch {
                reply(.failure(error))
            }
        }
    }
}

/// A property of an exported interface. Its functions run on the connection's thread.
package struct DBusProperty: Sendable {
    /// What is sent when the property changes.
    ///
    /// Source: D-Bus Specification 0.38, `org.freedesktop.DBus.Property.EmitsChangedSignal`.
    package enum ChangeSignal: String, Sendable {
        case value = "true"
        case invalidation = "invalidates"
        case nothing = "false"
        case constant = "const"
    }

    package var name: String
    package var type: DBusType
    package var changeSignal: ChangeSignal
    /// The programs that may read the property. What is announced with its value reaches every program.
    package var reading: DBusAccess
    package var get: @Sendable () -> DBusValue
    /// `nil` for a read-only property.
    package var set: Setter?

    /// How a property is set.
    package struct Setter: Sendable {
        var access: DBusAccess
        var body: @Sendable (DBusValue) throws(DBusError) -> Void

        /// - Parameters:
        ///   - access: The programs that may set the property; asked with the value.
        ///   - body: Takes a value of the property's type.
        package init(
            access: DBusAccess, _ body: @escaping @Sendable (DBusValue) throws(DBusError) -> Void
        ) {
            self.access = access
            self.body = body
        }
    }

    package init(
        _ name: String, _ type: DBusType, changeSignal: ChangeSignal = .value,
        reading: DBusAccess = .everyone, get: @escaping @Sendable () -> DBusValue,
        set: Setter? = nil
    ) {
        self.name = name
        self.type = type
        self.changeSignal = changeSignal
        self.reading = reading
        self.get = get
        self.set = set
    }
}

/// A signal that an exported interface may send.
package struct DBusSignalDescription: Hashable, Sendable {
    package var name: String
    package var arguments: [DBusArgument]

    package init(_ name: String, _ arguments: [DBusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}

/// An interface of an exported object.
package struct DBusInterface: Sendable {
    package var name: String
    package var methods: [DBusMethod]
    package var properties: [DBusProperty]
    package var signals: [DBusSignalDescription]
    /// What the arguments of a call may take; a larger call is refused.
    package var limits: DBusContentLimits

    package init(
        _ name: String, methods: [DBusMethod] = [], properties: [DBusProperty] = [],
        signals: [DBusSignalDescription] = [], limits: DBusContentLimits = .standard
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        self.limits = limits
    }

    /// Whether every name and type is valid.
    var isValid: Bool {
        func areValid(_ arguments: [DBusArgument]) -> Bool {
            DBusType.list(DBusType.signature(of: arguments.map(\.type))) == arguments.map(\.type)
        }
        return isInterfaceName(name)
            && methods.allSatisfy {
                isMemberName($0.name) && areValid($0.inputs) && areValid($0.outputs)
            }
            && properties.allSatisfy {
                isMemberName($0.name) && DBusType(signature: $0.type.signature) == $0.type
            }
            && signals.allSatisfy { isMemberName($0.name) && areValid($0.arguments) }
    }
}

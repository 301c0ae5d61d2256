/// The objects that a connection exports. One thread.
struct ExportedObjects {
    private var objects: [String: [DBusInterface]] = [:]

    /// Sets the interfaces of the object at a path; none to remove it.
    mutating func set(_ interfaces: [DBusInterface], at path: String) {
        objects[path] = interfaces.isEmpty ? nil : interfaces
    }

    /// What the arguments of a call to an object may take.
    func limits(at path: String) -> DBusContentLimits {
        (objects[path] ?? []).reduce(.names) { $0.union($1.limits) }
    }

    /// What a call asks for, with the rule for it.
    struct Request {
        var access: DBusAccess
        /// The method or property.
        var name: String
        var interface: String
        var arguments: [DBusValue]

        /// The permission that a sandboxed program needs; `nil` for none.
        var permission: String? { access.permission(arguments) }
    }

    /// Throws for a request that its program may not make.
    typealias Gate = (Request) throws(DBusError) -> Void

    /// Whether the program of a call must be known before the call is handled.
    func needsProgram(_ call: DBusReceivedCall, interface: String?, member: String) -> Bool {
        guard let found = objects[call.path] else { return false }
        let arguments = call.arguments
        if interface == DBusNames.properties {
            let named = found.filter { [$0.name, ""].contains(arguments.first?.text ?? "") }
            let properties = (named.isEmpty ? found : named).flatMap(\.properties)
            return member == "Set" || properties.contains { $0.reading.permission([]) != nil }
        }
        let method = found.lazy.filter { interface == nil || $0.name == interface }
            .flatMap(\.methods).first { $0.name == member }
        guard let method, arguments.map(\.type) == method.inputs.map(\.type) else { return false }
        return method.access.permission(arguments) != nil
    }

    /// Answers a call, now or later, by one call of `reply`.
    ///
    /// - Parameters:
    ///   - interface: `nil` when the caller did not name one: the first that has the method.
    ///   - gate: Asked before anything is done or read.
    func handle(
        _ call: DBusReceivedCall, interface: String?, member: String, gate: Gate,
        reply: @escaping DBusCompletion
    ) {
        do throws(DBusError) {
            if interface ?? DBusNames.introspectable == DBusNames.introspectable,
                member == "Introspect"
            {
                return reply(.success([.string(try introspect(call))]))
            }
            let found = try interfaces(of: call.path)
            if interface == DBusNames.properties {
                return reply(.success(try property(member, found, call.arguments, gate)))
            }
            try handle(call, found, interface, member, gate, reply)
        } catch {
            reply(.failure(error))
        }
    }

    private func interfaces(of path: String) throws(DBusError) -> [DBusInterface] {
        guard let found = objects[path] else {
            throw DBusError(.unknownObject, "no object is at \(path)")
        }
        return found
    }

    private func handle(
        _ call: DBusReceivedCall, _ interfaces: [DBusInterface], _ name: String?,
        _ member: String, _ gate: Gate, _ reply: @escaping DBusCompletion
    ) throws(DBusError) {
        let named = interfaces.filter { name == nil || $0.name == name }
        guard !named.isEmpty else {
            throw DBusError(.unknownInterface, "the object has no interface \(name ?? "")")
        }
        let found = named.lazy.flatMap { interface in interface.methods.map { (interface, $0) } }
            .first { $0.1.name == member }
        guard let (interface, method) = found else {
            throw DBusError(.unknownMethod, "the object has no method \(member)")
        }
        try check(call.arguments, method.inputs.map(\.type))
        try gate(
            Request(
                access: method.access, name: member, interface: interface.name,
                arguments: call.arguments))
        let outputs = method.outputs.map(\.type)
        method.handler(call) { result in
            if case .success(let values) = result, values.map(\.type) != outputs {
                let found = DBusType.signature(of: values.map(\.type))
                reply(.failure(DBusError(.failed, "\(member) returned values of type \(found)")))
            } else {
                reply(result)
            }
        }
    }

    private func check(_ values: [DBusValue], _ types: [DBusType]) throws(DBusError) {
        guard values.map(\.type) != types else { return }
        throw DBusError(
            .invalidArguments,
            "the arguments are of type '\(DBusType.signature(of: values.map(\.type)))' and not "
                + "'\(DBusType.signature(of: types))'")
    }

    // MARK: Properties

    private func property(
        _ member: String, _ interfaces: [DBusInterface], _ arguments: [DBusValue], _ gate: Gate
    ) throws(DBusError) -> [DBusValue] {
        func request(_ access: DBusAccess, _ property: DBusProperty, _ values: [DBusValue])
            -> Request
        {
            Request(
                access: access, name: property.name, interface: arguments[0].text ?? "",
                arguments: values)
        }
        switch member {
        case "Get":
            try check(arguments, [.string, .string])
            let property = try find(arguments, interfaces)
            try gate(request(property.reading, property, []))
            return [.variant(property.get())]
        case "GetAll":
            try check(arguments, [.string])
            let readable = try properties(of: arguments[0].text ?? "", interfaces).filter {
                (try? gate(request($0.reading, $0, []))) != nil
            }
            return [.properties(readable.map { ($0.name, $0.get()) })]
        case "Set":
            try check(arguments, [.string, .string, .variant])
            let property = try find(arguments, interfaces)
            guard let set = property.set else {
                throw DBusError(.propertyReadOnly, "\(property.name) cannot be set")
            }
            guard case .variant(let value) = arguments[2] else { return [] }
            try check([value], [property.type])
            try gate(request(set.access, property, [value]))
            try set.body(value)
            return []
        default: throw DBusError(.unknownMethod, "\(DBusNames.properties) has no method \(member)")
        }
    }

    private func find(
        _ arguments: [DBusValue], _ interfaces: [DBusInterface]
    ) throws(DBusError) -> DBusProperty {
        let interface = arguments[0].text ?? ""
        let name = arguments[1].text ?? ""
        let named = interfaces.filter { interface.isEmpty || $0.name == interface }
        guard !named.isEmpty else {
            throw DBusError(.unknownInterface, "the object has no interface \(interface)")
        }
        let found = named.lazy.flatMap(\.properties).first { $0.name == name }
        guard let found else {
            throw DBusError(.unknownProperty, "\(interface) has no property \(name)")
        }
        return found
    }

    private func properties(
        of interface: String, _ interfaces: [DBusInterface]
    ) throws(DBusError) -> [DBusProperty] {
        let named = interfaces.filter { interface.isEmpty || $0.name == interface }
        guard
            !named.isEmpty || interface == DBusNames.properties
                || interface == DBusNames.introspectable
        else { throw DBusError(.unknownInterface, "the object has no interface \(interface)") }
        return named.flatMap(\.properties)
    }

    /// The signal that announces changes; `nil` when none of the properties has one.
    func change(of names: [String], in interface: String, at path: String) -> DBusSignal? {
        let properties = objects[path]?.first { $0.name == interface }?.properties ?? []
        let named = properties.filter { names.contains($0.name) }
        let changed = named.filter { $0.changeSignal == .value }.map { ($0.name, $0.get()) }
        let invalidated = named.filter { $0.changeSignal == .invalidation }.map(\.name)
        if changed.isEmpty, invalidated.isEmpty { return nil }
        return DBusSignal(
            path: path, interface: DBusNames.properties, member: "PropertiesChanged",
            arguments: [.string(interface), .properties(changed), .strings(invalidated)])
    }

    // MARK: Introspection

    private func introspect(_ call: DBusReceivedCall) throws(DBusError) -> String {
        try check(call.arguments, [])
        let prefix = call.path == "/" ? "/" : call.path + "/"
        let below = objects.keys.filter { $0.hasPrefix(prefix) && $0 != call.path }
        let children = Set(
            below.map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) })
        guard objects[call.path] != nil || !children.isEmpty || call.path == "/" else {
            throw DBusError(.unknownObject, "no object is at \(call.path)")
        }
        return introspection(of: objects[call.path] ?? [], children: children.sorted())
    }
}

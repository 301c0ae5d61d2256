/// The description of an object for `org.freedesktop.DBus.Introspectable`.
///
/// - Parameter children: The names of the nodes below it.
func introspection(of interfaces: [DBusInterface], children: [String]) -> String {
    var text = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>

        """
    for interface in standardInterfaces + interfaces { write(interface, to: &text) }
    for child in children { text += " <node name=\"\(child)\"/>\n" }
    return text + "</node>\n"
}

// Names and signatures have been checked: none has a character that XML must escape.
private func write(_ interface: DBusInterface, to text: inout String) {
    text += " <interface name=\"\(interface.name)\">\n"
    for method in interface.methods {
        text += "  <method name=\"\(method.name)\">\n"
        for input in method.inputs { write(input, direction: "in", to: &text) }
        for output in method.outputs { write(output, direction: "out", to: &text) }
        text += "  </method>\n"
    }
    for signal in interface.signals {
        text += "  <signal name=\"\(signal.name)\">\n"
        for argument in signal.arguments { write(argument, direction: nil, to: &text) }
        text += "  </signal>\n"
    }
    for property in interface.properties {
        let access = property.set == nil ? "read" : "readwrite"
        text += "  <property name=\"\(property.name)\" type=\"\(property.type.signature)\""
        text += " access=\"\(access)\">\n"
        text += "   <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\""
        text += " value=\"\(property.changeSignal.rawValue)\"/>\n  </property>\n"
    }
    text += " </interface>\n"
}

private func write(_ argument: DBusArgument, direction: String?, to text: inout String) {
    text += "   <arg name=\"\(argument.name)\" type=\"\(argument.type.signature)\""
    if let direction { text += " direction=\"\(direction)\"" }
    text += "/>\n"
}

/// Names of interfaces that every object may have.
package enum DBusNames {
    package static let properties = "org.freedesktop.DBus.Properties"
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    static let introspectable = "org.freedesktop.DBus.Introspectable"
}

/// The interfaces that every exported object has; `ExportedObjects` implements them.
private let standardInterfaces: [DBusInterface] = {
    let interface = DBusArgument("interface_name", .string)
    let property = DBusArgument("property_name", .string)
    func method(
        _ name: String, _ inputs: [DBusArgument], _ outputs: [DBusArgument]
    ) -> DBusMethod {
        DBusMethod(deferred: name, access: .everyone, inputs: inputs, outputs: outputs) { _, _ in }
    }
    return [
        DBusInterface(
            DBusNames.introspectable,
            methods: [method("Introspect", [], [DBusArgument("xml_data", .string)])]),
        DBusInterface(
            DBusNames.properties,
            methods: [
                method("Get", [interface, property], [DBusArgument("value", .variant)]),
                method("Set", [interface, property, DBusArgument("value", .variant)], []),
                method("GetAll", [interface], [DBusArgument("properties", .properties)]),
            ],
            signals: [
                DBusSignalDescription(
                    "PropertiesChanged",
                    [
                        interface, DBusArgument("changed_properties", .properties),
                        DBusArgument("invalidated_properties", .strings),
                    ])
            ]),
    ]
}()

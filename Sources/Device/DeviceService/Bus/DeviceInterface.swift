import DBus
import DeviceEvents
import LiveDevice

// The object on the message bus.

extension DeviceServiceHost {
    var interface: DBusInterface {
        DBusInterface(
            DeviceServiceNames.interface,
            methods: [
                method(
                    "Perform", access: .permitted(by: DevicePermission.word(for:)),
                    [DBusArgument("action", .string)]
                ) {
                    host, values throws(DBusError) in
                    _ = try host.act(values[0].text ?? "")
                    return []
                },
                method(
                    "Act", access: .permitted(by: DevicePermission.word(for:)),
                    [DBusArgument("action", .string)],
                    outputs: [DBusArgument("done", .string)]
                ) { host, values throws(DBusError) in
                    [.string(try host.act(values[0].text ?? ""))]
                },
                method(
                    "BringToFront", access: .permitted(DevicePermission.front),
                    [DBusArgument("app", .string)]
                ) {
                    host, values throws(DBusError) in
                    try host.act { device throws(DeviceActError) in
                        try device.bringToFront(values[0].text ?? "")
                    }
                    return []
                },
                method(
                    "SetForeground", access: .permitted(DevicePermission.front),
                    [DBusArgument("process", .int32), DBusArgument("app", .string)]
                ) { host, values throws(DBusError) in
                    guard case .int32(let process) = values[0] else { return [] }
                    host.setForeground(process: process, appID: values[1].text ?? "")
                    return []
                },
                method("LeaveFront", access: .permitted(DevicePermission.front)) {
                    host, _ throws(DBusError) in
                    host.withDevice { $0.leaveFront() }
                    return []
                },
                method(
                    "Why", access: .permitted(DevicePermission.read),
                    [DBusArgument("app", .string)],
                    outputs: [DBusArgument("lines", .array(.string))]
                ) { host, values throws(DBusError) in
                    let lines = try host.act { device throws(DeviceActError) in
                        try device.explanation(of: values[0].text ?? "")
                    }
                    return [.strings(lines)]
                },
                method(
                    "GetStatus", access: .permitted(DevicePermission.read),
                    outputs: [DBusArgument("json", .string)]
                ) {
                    host, _ throws(DBusError) in
                    [.string(host.status.json)]
                },
                DBusMethod("FollowLog", access: .permitted(DevicePermission.read)) {
                    [weak self] call throws(DBusError) in
                    guard let self, let sessionBus else {
                        throw DBusError(.failed, "the service ends")
                    }
                    try followers.add(call.sender, on: sessionBus)
                    return []
                },
                method(
                    "GetLog", access: .permitted(DevicePermission.read),
                    [DBusArgument("count", .uint32)],
                    outputs: [DBusArgument("lines", .array(.string))]
                ) { host, values throws(DBusError) in
                    guard case .uint32(let count) = values[0] else { return [.strings([])] }
                    return [.strings(host.withDevice { $0.journal.last(Int(count)) })]
                },
            ],
            properties: Self.propertyTypes.map { name, type in
                DBusProperty(
                    name, type, changeSignal: Self.changeSignal(of: name),
                    reading: Self.privateProperties.contains(name)
                        ? .permitted(DevicePermission.read) : .everyone,
                    get: { [weak self] in self?.property(name) ?? Self.emptyProperty(name) })
            },
            signals: [DBusSignalDescription("Logged", [DBusArgument("line", .string)])],
            limits: .names)
    }

    private typealias Body =
        @Sendable (DeviceServiceHost, [DBusValue]) throws(DBusError) -> [DBusValue]

    private func method(
        _ name: String, access: DBusAccess, _ inputs: [DBusArgument] = [],
        outputs: [DBusArgument] = [], body: @escaping Body
    ) -> DBusMethod {
        DBusMethod(name, access: access, inputs: inputs, outputs: outputs) {
            [weak self] call throws(DBusError) in
            guard let self else { throw DBusError(.failed, "the service ends") }
            return try body(self, call.arguments)
        }
    }

    /// Runs a closure with the device, with errors as the bus knows them.
    private func act<Value>(
        _ body: (ServicedDevice) throws(DeviceActError) -> Value
    ) throws(DBusError) -> Value {
        let result = withDevice { device in
            Result { () throws(DeviceActError) in try body(device) }
        }
        do throws(DeviceActError) { return try result.get() } catch { throw Self.busError(error) }
    }

    /// Carries out an action, and returns what it did, with errors as the bus knows them.
    private func act(_ action: String) throws(DBusError) -> String {
        do throws(DeviceActError) {
            return try carryOut(action)
        } catch {
            throw Self.busError(error)
        }
    }

    private static func busError(_ error: DeviceActError) -> DBusError {
        switch error {
        case .notUnderstood(let why): DBusError(.invalidArguments, why)
        case .impossible(let why):
            DBusError(name: DeviceServiceNames.interface + ".Error.Impossible", message: why)
        }
    }

    // MARK: Properties

    /// What tells of programs and not of the device. Its values are not announced, for every program
    /// on the bus would have them.
    private static let privateProperties: Set = [
        "FrontApp", "NowPlayingApp", "Apps", "Streams", "Calls",
    ]

    private static func changeSignal(of name: String) -> DBusProperty.ChangeSignal {
        if name == "Version" { return .constant }
        return privateProperties.contains(name) ? .invalidation : .value
    }

    private static let propertyTypes = properties(of: DeviceStatus()).map { ($0.0, $0.1.type) }

    private static func emptyProperty(_ name: String) -> DBusValue {
        properties(of: DeviceStatus()).first { $0.0 == name }?.1 ?? .string("")
    }

    private func property(_ name: String) -> DBusValue {
        Self.properties(of: status).first { $0.0 == name }?.1 ?? Self.emptyProperty(name)
    }

    /// The properties of the interface, by name.
    static func properties(of status: DeviceStatus) -> [(String, DBusValue)] {
        [
            ("Version", .uint32(DeviceServiceNames.version)),
            ("Profile", .string(status.profile)),
            ("RingSwitch", .string(status.ringSwitch)),
            ("Locked", .boolean(status.isLocked)),
            ("Call", .string(status.call)),
            ("Interrupters", .strings(status.interrupters)),
            ("Route", .strings(status.route)),
            ("Sink", .string(status.sink ?? "")),
            ("Accessories", .strings(status.accessories)),
            ("MediaVolume", .double(status.mediaVolume)),
            ("RingerVolume", .double(status.ringerVolume)),
            ("CallVolume", .double(status.callVolume)),
            ("FrontApp", .string(status.frontApp ?? "")),
            ("NowPlayingApp", .string(status.nowPlayingApp ?? "")),
            ("SettingsOff", .strings(status.settingsOff)),
            (
                "Apps",
                .array(
                    .dictionary(.string, .variant),
                    status.apps.map { app in
                        .properties([
                            ("name", .string(app.name)), ("process", .int32(app.process ?? 0)),
                            ("state", .string(app.state)),
                            ("category", .string(app.category ?? "")),
                            ("active", .boolean(app.isSessionActive)),
                            ("interruptedBy", .string(app.interruptedBy ?? "")),
                        ])
                    })
            ),
            (
                "Calls",
                .array(
                    .dictionary(.string, .variant),
                    (status.calls ?? []).map { call in
                        .properties([
                            ("app", .string(call.app)), ("state", .string(call.state)),
                            ("name", .string(call.name)), ("handle", .string(call.handle)),
                            ("outgoing", .boolean(call.isOutgoing)),
                        ])
                    })
            ),
            (
                "Streams",
                .array(
                    .dictionary(.string, .variant),
                    status.streams.map { stream in
                        .properties([
                            ("name", .string(stream.name)), ("kind", .string(stream.kind)),
                            ("state", .string(stream.state)), ("gain", .double(stream.gain)),
                            ("why", .string(stream.why)),
                        ])
                    })
            ),
        ]
    }
}

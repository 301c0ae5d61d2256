import DBus

// The two interfaces of a player, and how their calls become commands.
//
// Source: MPRIS D-Bus Interface Specification 2.2.

extension PlayerExport {
    private static let uriBytesMax = 8192

    func rootInterface(of info: MediaPlayerInfo) -> DBusInterface {
        DBusInterface(
            MPRIS.rootInterface,
            methods: [
                method("Raise", .raise) { $0.can(.raise) },
                method("Quit", .quit) { $0.can(.quit) },
            ],
            properties: MPRIS.rootProperties(of: info).map { property in
                DBusProperty(property.name, property.value.type) { [weak self] in
                    self?.value(property.name, isRoot: true) ?? property.value
                }
            })
    }

    func playerInterface(of info: MediaPlayerInfo) -> DBusInterface {
        var properties = MPRIS.playerProperties(of: info, artURL: nil).map { property in
            DBusProperty(
                property.name, property.value.type,
                changeSignal: property.name == "CanControl" ? .nothing : .value,
                get: { [weak self] in
                    self?.value(property.name, isRoot: false) ?? property.value
                }, set: setter(of: property.name))
        }
        properties.append(
            DBusProperty("Position", .int64, changeSignal: .nothing) { [weak self] in
                .int64(MPRIS.microseconds(self?.position ?? 0))
            })
        return DBusInterface(
            MPRIS.playerInterface,
            methods: [
                method("Next", .next) { $0.can(.next) },
                method("Previous", .previous) { $0.can(.previous) },
                method("Pause", .pause) { $0.can(.pause) },
                method("PlayPause", .playPause, failsUnless: { $0.can(.pause) }) { _ in true },
                method("Stop", .stop, failsUnless: { $0.can(.control) }) { _ in true },
                method("Play", .play) { $0.can(.play) },
                method("Seek", [DBusArgument("Offset", .int64)]) { export, arguments in
                    export.seek(by: Double(arguments[0].integer ?? 0) / 1e6)
                },
                method(
                    "SetPosition",
                    [DBusArgument("TrackId", .objectPath), DBusArgument("Position", .int64)]
                ) { export, arguments in
                    export.setPosition(
                        ofTrack: arguments[0].text ?? "", arguments[1].integer ?? -1)
                },
                method("OpenUri", [DBusArgument("Uri", .string)]) {
                    (export, arguments) throws(DBusError) in
                    try export.openURI(arguments[0].text ?? "")
                },
            ], properties: properties,
            signals: [DBusSignalDescription("Seeked", [DBusArgument("Position", .int64)])])
    }

    // MARK: Methods

    /// A method that asks for a command, and answers when the player has returned from it.
    ///
    /// - Parameter command: Makes the command, or `nil` when the call has no effect.
    private func method(
        _ name: String, _ inputs: [DBusArgument] = [],
        command:
            @escaping @Sendable (PlayerExport, [DBusValue]) throws(DBusError) ->
            MediaControlCommand?
    ) -> DBusMethod {
        DBusMethod(deferred: name, access: MPRIS.access, inputs: inputs) {
            [weak self] call, reply in
            guard let self else { return reply(.success([])) }
            do throws(DBusError) {
                guard let command = try command(self, call.arguments) else {
                    return reply(.success([]))
                }
                perform(command) { error in reply(error.map { .failure($0) } ?? .success([])) }
            } catch {
                reply(.failure(error))
            }
        }
    }

    private func method(
        _ name: String, _ command: MediaControlCommand,
        failsUnless isAllowed: @escaping @Sendable (MediaPlayerInfo) -> Bool = { _ in true },
        when hasEffect: @escaping @Sendable (MediaPlayerInfo) -> Bool
    ) -> DBusMethod {
        method(name) { (export, _) throws(DBusError) in
            let info = export.info
            guard isAllowed(info) else {
                throw DBusError(.notSupported, "\(info.identity) cannot do this now")
            }
            return hasEffect(info) ? command : nil
        }
    }

    /// The command for `Seek`. Beyond the track's end, the next track is played.
    func seek(by seconds: Double) -> MediaControlCommand? {
        let info = self.info
        guard info.can(.seek), let track = info.track else { return nil }
        let target = position + seconds
        if target < 0 { return .setPosition(0) }
        if let duration = track.duration, duration > 0, target > duration {
            return info.can(.next) ? .next : nil
        }
        return .seek(by: seconds)
    }

    /// The command for `SetPosition`. A call that is late for its track has no effect.
    func setPosition(ofTrack path: String, _ microseconds: Int64) -> MediaControlCommand? {
        let info = self.info
        guard info.can(.seek), let track = info.track, MPRIS.trackPath(for: track.id) == path,
            microseconds >= 0
        else { return nil }
        let seconds = Double(microseconds) / 1e6
        if let duration = track.duration, duration > 0, seconds > duration { return nil }
        return .setPosition(seconds)
    }

    private func openURI(_ uri: String) throws(DBusError) -> MediaControlCommand? {
        let info = self.info
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        guard info.can(.control), uri.contains(":"), info.uriSchemes.contains(scheme) else {
            throw DBusError(.notSupported, "\(info.identity) does not open such an address")
        }
        guard uri.utf8.count <= Self.uriBytesMax else {
            throw DBusError(.limitsExceeded, "the address is too long")
        }
        return .openURI(uri)
    }

    // MARK: Properties

    /// - Returns: `nil` for a property that cannot be set.
    private func setter(of name: String) -> DBusProperty.Setter? {
        let command: (@Sendable (MediaPlayerInfo, DBusValue) -> MediaControlCommand?)?
        switch name {
        case "LoopStatus":
            command = { $1.text.flatMap(MediaPlayerInfo.Loop.init).map { .setLoop($0) } }
        case "Shuffle": command = { $1.bool.map { .setShuffle($0) } }
        case "Rate": command = { info, value in value.number.flatMap { rate($0, of: info) } }
        case "Volume": command = { $1.number.flatMap(MPRIS.fraction).map { .setVolume($0) } }
        default: return nil
        }
        guard let command else { return nil }
        return DBusProperty.Setter(access: MPRIS.access) { [weak self] (value) throws(DBusError) in
            guard let self else { return }
            let info = self.info
            guard info.can(.control) else {
                throw DBusError(.notSupported, "\(info.identity) cannot be controlled")
            }
            guard let command = command(info, value) else {
                throw DBusError(.invalidArguments, "\(name) cannot have this value")
            }
            perform(command)
        }
    }
}

/// The command for a rate: 0 pauses, and the nearest rate of the player's is taken for others.
private func rate(_ rate: Double, of info: MediaPlayerInfo) -> MediaControlCommand? {
    guard rate.isFinite else { return nil }
    if rate == 0 { return .pause }
    return .setRate(min(max(rate, info.rates.lowerBound), info.rates.upperBound))
}

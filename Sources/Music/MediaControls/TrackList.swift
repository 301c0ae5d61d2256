import DBus

// The track list of a player: the tracks around the present one.
//
// Source: MPRIS D-Bus Interface Specification 2.2, "Interface TrackList".

extension MPRIS {
    /// Most tracks of a track list; the interface allows a window around the present one.
    package static let tracksMax = 64

    /// The identifiers of the track list, bounded; `nil` for a player without one.
    static func trackIDs(of info: MediaPlayerInfo) -> [String]? {
        info.trackIDs.map { Array($0.prefix(tracksMax)) }
    }

    static func trackPaths(_ ids: [String]) -> DBusValue {
        .array(.objectPath, ids.map { .objectPath(trackPath(for: $0)) })
    }
}

extension MediaArtwork {
    /// The address of the picture; `nil` for bytes, which have none.
    var url: String? {
        switch self {
        case .file(let path): fileURL(ofPath: path)
        case .url(let url): url
        case .bytes: nil
        }
    }
}

/// What clients of a track list learn between two states of a player.
enum TrackListChange {
    case nothing
    /// The interface appears or goes.
    case shape
    case replaced([String], present: String?)
    /// A track behind another; at the beginning behind none.
    case added(String, after: String?)
    case removed(String)
    case metadata(String)

    init(from old: [String]?, _ oldTrack: MediaTrack?, to info: MediaPlayerInfo) {
        let new = MPRIS.trackIDs(of: info)
        guard let new, let old else {
            self = (new == nil) == (old == nil) ? .nothing : .shape
            return
        }
        if old == new {
            let isSame = oldTrack?.id == info.track?.id
            let id = info.track.flatMap { new.contains($0.id) ? $0.id : nil }
            if let id, isSame, oldTrack != info.track {
                self = .metadata(id)
            } else {
                self = .nothing
            }
            return
        }
        let place = zip(old, new).prefix { $0 == $1 }.count
        if new.count == old.count + 1, new[(place + 1)...] == old[place...] {
            self = .added(new[place], after: place > 0 ? new[place - 1] : nil)
        } else if new.count + 1 == old.count, old[(place + 1)...] == new[place...] {
            self = .removed(old[place])
        } else {
            self = .replaced(new, present: info.track?.id)
        }
    }

    var isOtherShape: Bool { if case .shape = self { true } else { false } }
}

extension PlayerExport {
    var trackListInterface: DBusInterface {
        DBusInterface(
            MPRIS.trackListInterface,
            methods: [
                DBusMethod(
                    deferred: "GetTracksMetadata", access: .everyone,
                    inputs: [DBusArgument("TrackIds", .array(.objectPath))],
                    outputs: [DBusArgument("Metadata", .array(.properties))]
                ) { [weak self] call, reply in
                    let paths = call.arguments[0].elements?.compactMap(\.text) ?? []
                    guard let self else {
                        return reply(.success([.array(.properties, [])]))
                    }
                    run { export in
                        let metadata = export.metadata(ofTracks: paths)
                        reply(.success([.array(.properties, metadata)]))
                    } done: { error in
                        if let error { reply(.failure(error)) }
                    }
                },
                DBusMethod(
                    deferred: "AddTrack", access: MPRIS.access,
                    inputs: [
                        DBusArgument("Uri", .string), DBusArgument("AfterTrack", .objectPath),
                        DBusArgument("SetAsCurrent", .boolean),
                    ]
                ) { _, reply in
                    // Without `CanEditTracks` it has no effect.
                    reply(.success([]))
                },
                DBusMethod(
                    deferred: "RemoveTrack", access: MPRIS.access,
                    inputs: [DBusArgument("TrackId", .objectPath)]
                ) { _, reply in reply(.success([])) },
                DBusMethod(
                    deferred: "GoTo", access: MPRIS.access,
                    inputs: [DBusArgument("TrackId", .objectPath)]
                ) { [weak self] call, reply in
                    let path = call.arguments[0].text ?? ""
                    guard let self, info.can(.control),
                        let id = MPRIS.trackIDs(of: info)?.first(where: {
                            MPRIS.trackPath(for: $0) == path
                        })
                    else { return reply(.success([])) }
                    perform(.goTo(track: id)) { error in
                        reply(error.map { .failure($0) } ?? .success([]))
                    }
                },
            ],
            properties: [
                DBusProperty(
                    "Tracks", .array(.objectPath), changeSignal: .invalidation,
                    get: { [weak self] in
                        MPRIS.trackPaths((self?.info).flatMap(MPRIS.trackIDs) ?? [])
                    }),
                DBusProperty("CanEditTracks", .boolean, get: { .boolean(false) }),
            ],
            signals: [
                DBusSignalDescription(
                    "TrackListReplaced",
                    [
                        DBusArgument("Tracks", .array(.objectPath)),
                        DBusArgument("CurrentTrack", .objectPath),
                    ]),
                DBusSignalDescription(
                    "TrackAdded",
                    [
                        DBusArgument("Metadata", .properties),
                        DBusArgument("AfterTrack", .objectPath),
                    ]),
                DBusSignalDescription("TrackRemoved", [DBusArgument("TrackId", .objectPath)]),
                DBusSignalDescription(
                    "TrackMetadataChanged",
                    [
                        DBusArgument("TrackId", .objectPath),
                        DBusArgument("Metadata", .properties),
                    ]),
            ])
    }

    /// Announces what has changed of the track list. It may wait for the player's library.
    func emit(_ change: TrackListChange, on connection: DBusConnection) {
        func path(_ id: String?) -> DBusValue {
            .objectPath(id.map { MPRIS.trackPath(for: $0) } ?? MPRIS.noTrack)
        }
        func metadata(_ id: String) -> DBusValue? {
            self.metadata(ofTracks: [MPRIS.trackPath(for: id)]).first
        }
        switch change {
        case .nothing, .shape: return
        case .metadata(let id):
            guard let metadata = metadata(id) else { return }
            return emit("TrackMetadataChanged", [path(id), metadata], on: connection)
        case .replaced(let ids, let present):
            let known = present.flatMap { ids.contains($0) ? $0 : nil }
            emit("TrackListReplaced", [MPRIS.trackPaths(ids), path(known)], on: connection)
        case .added(let id, let after):
            let entries = metadata(id) ?? .properties([("mpris:trackid", path(id))])
            emit("TrackAdded", [entries, path(after)], on: connection)
        case .removed(let id): emit("TrackRemoved", [path(id)], on: connection)
        }
        connection.emit(
            DBusSignal(
                path: MPRIS.path, interface: DBusNames.properties,
                member: "PropertiesChanged",
                arguments: [
                    .string(MPRIS.trackListInterface), .properties([]), .strings(["Tracks"]),
                ]))
    }

    private func emit(_ member: String, _ values: [DBusValue], on connection: DBusConnection) {
        connection.emit(
            DBusSignal(
                path: MPRIS.path, interface: MPRIS.trackListInterface, member: member,
                arguments: values))
    }
}

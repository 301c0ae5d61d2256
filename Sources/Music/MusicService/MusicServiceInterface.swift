import DBus
import Playback

// The interface `org.sori.Music1`: all of `MusicControl`, and the volume.

extension MusicServiceObject {
    /// Changes when a client of an earlier version would misunderstand the service.
    static let version: UInt32 = 1

    var interface: DBusInterface {
        DBusInterface(
            MusicServiceNames.interface, methods: queueMethods + transportMethods + readingMethods,
            properties: [
                DBusProperty("Version", .uint32, changeSignal: .constant) {
                    .uint32(Self.version)
                },
                DBusProperty(
                    "Volume", .double, changeSignal: .nothing,
                    get: { [weak self] in .double(self?.snapshot.volume ?? 1) },
                    set: DBusProperty.Setter(access: Self.acts) {
                        [weak self] (value) throws(DBusError) in
                        guard let volume = value.finite, (0...1).contains(volume) else {
                            throw DBusError(.invalidArguments, "the volume is from 0 to 1")
                        }
                        self?.setVolume(volume)
                    }),
            ],
            signals: [
                DBusSignalDescription(
                    "Event",
                    [
                        DBusArgument("Name", .string), DBusArgument("Details", .properties),
                        DBusArgument("Snapshot", .properties),
                    ]),
                DBusSignalDescription(
                    "SnapshotChanged", [DBusArgument("Snapshot", .properties)]),
            ])
    }

    /// The programs that may act on the player, or keep it running.
    private static let acts = DBusAccess.permitted(DBusAllowances.music)

    private static let items = [
        DBusArgument("Items", .array(itemType)), DBusArgument("HasMore", .boolean),
    ]

    private var queueMethods: [DBusMethod] {
        [
            method("SetQueue", access: Self.acts, Self.items) { (object, call) throws(DBusError) in
                if let items = try object.takeItems(call) { object.control.setQueue(items) }
                return []
            },
            method("SetQueueFrom", access: Self.acts, Self.items + [DBusArgument("Item", .uint64)])
            {
                (object, call) throws(DBusError) in
                if let items = try object.takeItems(call), case .uint64(let id) = call.arguments[2]
                {
                    object.control.setQueue(items, startingWith: id)
                }
                return []
            },
            method("Insert", access: Self.acts, Self.items + [DBusArgument("Place", .uint32)]) {
                (object, call) throws(DBusError) in
                try object.add(call) {
                    object.control.insert($0, atPlace: call.arguments[2].int ?? 0)
                }
            },
            method("Prepend", access: Self.acts, Self.items) { (object, call) throws(DBusError) in
                try object.add(call) { object.control.prepend($0) }
            },
            method("Append", access: Self.acts, Self.items) { (object, call) throws(DBusError) in
                try object.add(call) { object.control.append($0) }
            },
            method("Remove", access: Self.acts, [DBusArgument("Places", .array(.uint32))]) {
                (object, call) throws(DBusError) in
                let places = call.arguments[0].elements?.compactMap(\.int) ?? []
                guard places.count <= MusicServiceLimits.itemsMax else {
                    throw DBusError(.limitsExceeded, "too many places")
                }
                object.control.remove(atPlaces: places)
                return []
            },
            method("MoveToPlace", access: Self.acts, [DBusArgument("Place", .uint32)]) {
                (object, call) throws(DBusError) in
                object.control.move(toPlace: call.arguments[0].int ?? 0)
                return []
            },
            method("MoveToItem", access: Self.acts, [DBusArgument("Item", .uint64)]) {
                (object, call) throws(DBusError) in
                if case .uint64(let id) = call.arguments[0] { object.control.move(toItem: id) }
                return []
            },
        ]
    }

    private var transportMethods: [DBusMethod] {
        func simple(
            _ name: String, _ body: @escaping @Sendable (any MusicControl) -> Void
        ) -> DBusMethod {
            method(name, access: Self.acts) { (object, _) throws(DBusError) in
                body(object.control)
                return []
            }
        }
        return [
            simple("Play") { $0.play() }, simple("Pause") { $0.pause() },
            simple("Stop") { $0.stop() }, simple("Halt") { $0.halt() },
            simple("SkipToNext") { $0.skipToNext() },
            simple("SkipToPrevious") { $0.skipToPrevious() },
            simple("EndSeeking") { $0.endSeeking() },
            method("BeginSeeking", access: Self.acts, [DBusArgument("Forward", .boolean)]) {
                (object, call) throws(DBusError) in
                object.control.beginSeeking(forward: call.arguments[0].bool ?? true)
                return []
            },
            method("Seek", access: Self.acts, [DBusArgument("Seconds", .double)]) {
                (object, call) throws(DBusError) in
                guard let seconds = call.arguments[0].finite else {
                    throw DBusError(.invalidArguments, "the position is not a number")
                }
                object.control.seek(to: seconds)
                return []
            },
            method("SetRate", access: Self.acts, [DBusArgument("Rate", .double)]) {
                (object, call) throws(DBusError) in
                guard let rate = call.arguments[0].finite else {
                    throw DBusError(.invalidArguments, "the rate is not a number")
                }
                object.control.setRate(rate)
                return []
            },
            method("SetRepeatMode", access: Self.acts, [DBusArgument("Mode", .uint32)]) {
                (object, call) throws(DBusError) in
                guard let mode = call.arguments[0].int.flatMap(RepeatMode.init) else {
                    throw DBusError(.invalidArguments, "no such repeat mode")
                }
                object.control.setRepeatMode(mode)
                return []
            },
            method("SetShuffleMode", access: Self.acts, [DBusArgument("Mode", .uint32)]) {
                (object, call) throws(DBusError) in
                guard let mode = call.arguments[0].int.flatMap(ShuffleMode.init) else {
                    throw DBusError(.invalidArguments, "no such shuffle mode")
                }
                object.control.setShuffleMode(mode)
                return []
            },
            DBusMethod(
                deferred: "Prepare", access: Self.acts, outputs: [DBusArgument("IsReady", .boolean)]
            ) {
                [weak self] _, reply in
                guard let self else { return reply(.success([.boolean(false)])) }
                prepare(reply)
            },
        ]
    }

    private var readingMethods: [DBusMethod] {
        [
            method(
                "GetSnapshot", access: .everyone, outputs: [DBusArgument("Snapshot", .properties)]
            ) {
                (object, _) throws(DBusError) in [object.snapshot.busValue]
            },
            method(
                "GetItems", access: .everyone,
                [DBusArgument("First", .uint32), DBusArgument("Count", .uint32)],
                outputs: [
                    DBusArgument("QueueRevision", .uint64), DBusArgument("Items", .array(itemType)),
                ]
            ) { (object, call) throws(DBusError) in
                object.items(
                    from: call.arguments[0].int ?? 0, count: call.arguments[1].int ?? 0)
            },
            method("Attach", access: Self.acts) { (object, call) throws(DBusError) in
                try object.attach(call.sender)
                return []
            },
        ]
    }
}

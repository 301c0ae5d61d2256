import DBus
import Foundation
import MediaControls
import Synchronization
import TestSupport
import Testing

/// A suite that needs a message bus; skipped where the machine or the build has none.
extension Trait where Self == ConditionTrait {
    static var needsBus: Self {
        .enabled(
            if: PrivateBus.isAvailable && DBusConnection.isSupported,
            "needs dbus-daemon and the trait DBus")
    }
}

/// A clock that a test sets.
final class TestClock: Sendable {
    private let time = Mutex(100.0)
    var seconds: Double {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

/// A player on a bus of its own, and a client that listens to it.
struct ShownPlayer {
    let bus: PrivateBus
    let folder: TemporaryFolder
    let clock = TestClock()
    let service: MediaControlsService
    let name: String
    let client: DBusConnection
    let commands = Received<MediaControlCommand>()
    /// The signals of the player: the member, and what has changed or the position.
    let signals = Received<(String, [String: DBusValue])>()
    private let subscription: DBusSubscription?

    init(_ info: MediaPlayerInfo) async throws {
        bus = try PrivateBus()
        folder = try TemporaryFolder()
        let names = Received<String?>()
        let (clock, commands, signals) = (clock, commands, signals)
        service = MediaControlsService(
            name: "Test Player", info: info, on: .address(bus.address),
            artworkFolder: folder.file("artwork"), now: { clock.seconds },
            trackMetadata: { id in
                guard id != "gone" else { return nil }
                var track = MediaTrack(id: id)
                track.title = "Title of " + id
                return track
            },
            nameChanged: { names.add($0) }, handler: { commands.add($0) })
        name = try #require(try await names.next())
        let states = Received<Bool>()
        client = DBusConnection(to: .address(bus.address)) { states.add($0) }
        _ = try await states.next()
        subscription = client.subscribe(to: DBusMatchRule(sender: name, path: MPRIS.path)) {
            let values = $0.arguments
            let interface = values[0].text ?? ""
            if $0.interface == MPRIS.trackListInterface {
                let named = values.enumerated().map { ("\($0)", $1) }
                return signals.add(($0.member, Dictionary(named) { $1 }))
            }
            if interface == MPRIS.trackListInterface {
                return signals.add(("Invalidated", ["0": values[2]]))
            }
            #expect(values.count == 1 || values[2].elements == [])
            if values.count == 3, interface == MPRIS.playerInterface {
                signals.add(($0.member, values[1].members ?? [:]))
            } else if values.count == 3 {
                signals.add(("Root", values[1].members ?? [:]))
            } else {
                signals.add(($0.member, ["Position": values[0]]))
            }
        }
        // The rule is on the bus once a later call is answered.
        _ = try await get("Identity", of: MPRIS.rootInterface)
    }

    func call(
        _ member: String, _ arguments: [DBusValue] = [],
        interface: String = MPRIS.playerInterface
    ) async throws(DBusError) -> [DBusValue] {
        try await client.call(
            DBusMethodCall(
                to: name, path: MPRIS.path, interface: interface, member: member,
                arguments: arguments), timeoutSeconds: 60)
    }

    func get(
        _ property: String, of interface: String = MPRIS.playerInterface
    ) async throws(DBusError) -> DBusValue? {
        try await call(
            "Get", [.string(interface), .string(property)],
            interface: "org.freedesktop.DBus.Properties"
        ).first?.unwrapped
    }

    func set(_ property: String, _ value: DBusValue) async throws(DBusError) {
        _ = try await call(
            "Set", [.string(MPRIS.playerInterface), .string(property), .variant(value)],
            interface: "org.freedesktop.DBus.Properties")
    }

    /// The kind of the error of a call that must fail.
    func failure(_ body: () async throws(DBusError) -> Void) async -> DBusError.Kind? {
        do throws(DBusError) {
            try await body()
            Issue.record("the call has succeeded")
            return nil
        } catch {
            return error.kind
        }
    }
}

/// A player that plays the first of some songs.
var playingInfo: MediaPlayerInfo {
    var track = MediaTrack(id: "song 1")
    track.title = "Één"
    track.artists = ["A", "B"]
    track.duration = 200
    var info = MediaPlayerInfo(identity: "Test")
    info.status = .playing
    info.track = track
    info.position = 10
    info.loop = MediaPlayerInfo.Loop.none
    info.shuffle = false
    return info
}

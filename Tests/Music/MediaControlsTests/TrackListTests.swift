import DBus
import MediaControls
import TestSupport
import Testing

@Suite("The track list of a media player", .needsBus, .timeLimit(.minutes(10)))
struct TrackListTests {
    private func info(_ ids: [String]?) -> MediaPlayerInfo {
        var info = playingInfo
        info.track?.id = "b"
        info.trackIDs = ids
        return info
    }

    private func path(_ id: String) -> DBusValue { .objectPath(MPRIS.trackPath(for: id)) }

    private func paths(_ ids: [String]) -> DBusValue { .array(.objectPath, ids.map(path)) }

    @Test("shows the tracks and their metadata, and goes to one of them")
    func calls() async throws {
        let player = try await ShownPlayer(info(["a", "b", "gone"]))
        let list = MPRIS.trackListInterface
        #expect(try await player.get("HasTrackList", of: MPRIS.rootInterface) == .boolean(true))
        #expect(try await player.get("CanEditTracks", of: list) == .boolean(false))
        #expect(try await player.get("Tracks", of: list) == paths(["a", "b", "gone"]))
        let asked = paths(["b", "nowhere", "gone", "a"])
        let metadata = try await player.call("GetTracksMetadata", [asked], interface: list)
        let tracks = metadata.first?.elements?.compactMap(\.members)
        #expect(tracks?.map { $0["mpris:trackid"] } == [path("b"), path("a")])
        #expect(tracks?.first?["xesam:title"] == .string("Één"))
        #expect(tracks?.last?["xesam:title"] == .string("Title of a"))
        // Tracks that are not in the list have no effect, nor have edits.
        _ = try await player.call("GoTo", [path("nowhere")], interface: list)
        _ = try await player.call("RemoveTrack", [path("a")], interface: list)
        _ = try await player.call(
            "AddTrack", [.string("file:///x"), path("a"), .boolean(true)], interface: list)
        _ = try await player.call("GoTo", [path("a")], interface: list)
        #expect(try await player.commands.next() == .goTo(track: "a"))
    }

    @Test("announces tracks that are added or removed, another list, and other metadata")
    func signals() async throws {
        let player = try await ShownPlayer(info(["a", "b"]))
        func next(after ids: [String]) async throws -> (String, [String: DBusValue]) {
            player.service.update(info(ids))
            let signal = try await player.signals.next()
            let invalidated = try await player.signals.next()
            #expect(invalidated.0 == "Invalidated")
            #expect(invalidated.1 == ["0": .strings(["Tracks"])])
            return signal
        }
        var signal = try await next(after: ["a", "b", "c"])
        #expect(signal.0 == "TrackAdded")
        #expect(signal.1["0"]?.members?["xesam:title"] == .string("Title of c"))
        #expect(signal.1["1"] == path("b"))
        signal = try await next(after: ["b", "c"])
        #expect(signal.0 == "TrackRemoved" && signal.1 == ["0": path("a")])
        signal = try await next(after: ["d", "b", "c"])
        #expect(signal.0 == "TrackAdded")
        #expect(signal.1["1"] == .objectPath(MPRIS.noTrack))
        signal = try await next(after: ["b", "x", "y"])
        #expect(signal.0 == "TrackListReplaced")
        #expect(signal.1 == ["0": paths(["b", "x", "y"]), "1": path("b")])
        var other = info(["b", "x", "y"])
        other.track?.title = "Two"
        player.service.update(other)
        // The metadata of the player itself comes first.
        #expect(try await player.signals.next().0 == "PropertiesChanged")
        signal = try await player.signals.next()
        #expect(signal.0 == "TrackMetadataChanged" && signal.1["0"] == path("b"))
        #expect(signal.1["1"]?.members?["xesam:title"] == .string("Two"))
    }

    @Test("is bounded, and comes and goes with the player's")
    func bounds() async throws {
        let player = try await ShownPlayer(info((0..<1000).map(String.init)))
        let list = MPRIS.trackListInterface
        let tracks = try await player.get("Tracks", of: list)
        #expect(tracks?.elements?.count == MPRIS.tracksMax)
        let asked = paths((0..<1000).map { String($0 % 10) })
        let metadata = try await player.call("GetTracksMetadata", [asked], interface: list)
        #expect(metadata.first?.elements?.count == MPRIS.tracksMax)
        player.service.update(info(nil))
        let signal = try await player.signals.next()
        #expect(signal.0 == "Root" && signal.1 == ["HasTrackList": .boolean(false)])
        #expect(
            await player.failure { () async throws(DBusError) in
                _ = try await player.get("Tracks", of: list)
            } != nil)
    }
}

import DBus
import MediaControls
import Testing

@Suite("The properties of a media player")
struct MPRISPropertyTests {
    @Test("metadata has the types of the specification")
    func metadata() {
        var track = MediaTrack(id: "7")
        track.title = "T"
        track.artists = ["A", "B"]
        track.album = "L"
        track.albumArtists = ["C"]
        track.genres = ["G"]
        track.composers = ["K"]
        track.comments = ["N"]
        track.lyrics = "la la"
        track.duration = 1.5
        track.trackNumber = 3
        track.discNumber = 2
        track.beatsPerMinute = 120
        track.playCount = 9
        track.rating = 0.8
        track.created = "1999"
        track.lastPlayed = 951_782_400
        track.url = "file:///a"
        let entries = MPRIS.metadata(of: track, artURL: "file:///p")
        let expected: [String: DBusValue] = [
            "mpris:trackid": .objectPath("/org/sori/track/7"), "mpris:length": .int64(1_500_000),
            "mpris:artUrl": .string("file:///p"), "xesam:title": .string("T"),
            "xesam:artist": .strings(["A", "B"]), "xesam:album": .string("L"),
            "xesam:albumArtist": .strings(["C"]), "xesam:genre": .strings(["G"]),
            "xesam:composer": .strings(["K"]), "xesam:comment": .strings(["N"]),
            "xesam:asText": .string("la la"), "xesam:trackNumber": .int32(3),
            "xesam:discNumber": .int32(2), "xesam:audioBPM": .int32(120),
            "xesam:useCount": .int32(9), "xesam:userRating": .double(0.8),
            "xesam:contentCreated": .string("1999"),
            "xesam:lastUsed": .string("2000-02-29T00:00:00Z"), "xesam:url": .string("file:///a"),
        ]
        #expect(Dictionary(uniqueKeysWithValues: entries) == expected)
    }

    @Test("what is unknown or no number is left out")
    func leftOut() {
        var track = MediaTrack(id: "7")
        track.title = ""
        track.duration = .nan
        track.trackNumber = .max
        track.rating = .nan
        track.lastPlayed = .infinity
        let entries = MPRIS.metadata(of: track, artURL: nil)
        #expect(entries.map(\.0) == ["mpris:trackid"])
        #expect(
            MPRIS.metadata(of: nil, artURL: "file:///p").map(\.1) == [.objectPath(MPRIS.noTrack)])
    }

    @Test("text that a message cannot carry is cut or cleaned")
    func text() {
        var track = MediaTrack(id: "7")
        track.title = "a\0b"
        track.album = String(repeating: "é", count: 100_000)
        track.artists = Array(repeating: "x", count: 1000)
        let entries = Dictionary(
            uniqueKeysWithValues: MPRIS.metadata(of: track, artURL: nil))
        #expect(entries["xesam:title"] == .string("ab"))
        #expect(entries["xesam:album"]?.text == String(repeating: "é", count: 4096))
        #expect(entries["xesam:artist"]?.elements?.count == 64)
    }

    @Test(
        "an identifier of a track is a path of its own",
        arguments: [
            ("abc", "/org/sori/track/abc"), ("a b", "/org/sori/track/a_20b"),
            ("a_20b", "/org/sori/track/a_5f20b"), ("", MPRIS.noTrack),
            ("é", "/org/sori/track/_c3_a9"),
        ])
    func trackPath(id: String, path: String) {
        #expect(MPRIS.trackPath(for: id) == path)
        #expect(isObjectPath(path))
    }

    @Test("long identifiers that differ at their ends are two paths")
    func longIdentifiers() {
        let long = String(repeating: "x", count: 300)
        #expect(MPRIS.trackPath(for: long + "1") != MPRIS.trackPath(for: long + "2"))
        #expect(isObjectPath(MPRIS.trackPath(for: long)))
    }

    @Test(
        "any name makes a bus name",
        arguments: ["Sori Music", "", "9", "日本", "a.b/c", String(repeating: "n", count: 999)])
    func busName(name: String) {
        #expect(isBusName(MPRIS.busName(for: name)))
        #expect(isBusName(MPRIS.busName(for: name, instance: "12_3")))
        #expect(MPRIS.busName(for: "Sori Music") == "org.mpris.MediaPlayer2.SoriMusic")
        #expect(MPRIS.busName(for: "9") == "org.mpris.MediaPlayer2._9")
    }

    @Test("a player that cannot be controlled can do nothing")
    func noControl() {
        var info = MediaPlayerInfo(identity: "x")
        info.capabilities = [.play, .pause, .next, .previous, .seek, .quit]
        let properties = Dictionary(
            uniqueKeysWithValues: MPRIS.playerProperties(of: info, artURL: nil).map { ($0, $1) })
        for name in ["Control", "Play", "Pause", "GoNext", "GoPrevious", "Seek"] {
            #expect(properties["Can" + name] == .boolean(false))
        }
        let root = Dictionary(uniqueKeysWithValues: MPRIS.rootProperties(of: info).map { ($0, $1) })
        #expect(root["CanQuit"] == .boolean(true))
    }

    @Test("numbers that are none become ones that are")
    func hostileNumbers() {
        var info = MediaPlayerInfo(identity: "x")
        info.volume = .nan
        info.rate = 0
        info.minimumRate = .infinity
        info.maximumRate = .nan
        let properties = Dictionary(
            uniqueKeysWithValues: MPRIS.playerProperties(of: info, artURL: nil).map { ($0, $1) })
        #expect(properties["Volume"] == .double(0))
        #expect(properties["Rate"] == .double(1))
        #expect(properties["MinimumRate"] == .double(1))
        #expect(properties["MaximumRate"] == .double(1))
        info.volume = 7
        let loud = MPRIS.playerProperties(of: info, artURL: nil).first { $0.name == "Volume" }
        #expect(loud?.value == .double(1))
    }

    @Test("only what differs is a change, and the position is none")
    func changes() {
        let before = MPRIS.playerProperties(of: playingInfo, artURL: nil)
        #expect(!before.map(\.name).contains("Position"))
        var info = playingInfo
        info.position = 99
        #expect(
            MPRIS.changes(from: before, to: MPRIS.playerProperties(of: info, artURL: nil)).isEmpty)
        info.status = .paused
        info.capabilities.remove(.next)
        let changes = MPRIS.changes(from: before, to: MPRIS.playerProperties(of: info, artURL: nil))
        #expect(changes.map(\.name) == ["PlaybackStatus", "CanGoNext"])
    }

    @Test(
        "a path and the address of its file are one another",
        arguments: [
            ("/a/b.png", "file:///a/b.png"), ("/ä b#?%", "file:///%C3%A4%20b%23%3F%25"),
        ])
    func fileAddresses(path: String, url: String) {
        #expect(fileURL(ofPath: path) == url)
        #expect(filePath(ofURL: url) == path)
    }

    @Test(
        "what is no file's address has no path",
        arguments: ["http://a/b", "file:", "file://host/a", "/a", "file:///a%00", "file:///%zz"])
    func otherAddresses(url: String) {
        #expect(filePath(ofURL: url) == nil)
    }
}

import AudioModel
import CommandLineTool
import MusicLibrary
import MusicService
import Playback
import Terminal

/// What the music player does, as text and as JSON.
struct MusicListing {
    private let snapshot: MusicPlayerSnapshot
    private let volume: Double
    private let library: MediaLibrary?

    init(_ client: MusicServiceClient, _ library: MediaLibrary?) {
        snapshot = client.snapshot
        volume = client.volume
        self.library = library
    }

    private var stateName: String {
        switch snapshot.state {
        case .stopped: "stopped"
        case .playing: "playing"
        case .paused: "paused"
        case .interrupted: "interrupted"
        case .seekingForward: "seeking forward"
        case .seekingBackward: "seeking backward"
        }
    }

    private var repeatName: String {
        switch snapshot.repeatMode {
        case .none: "none"
        case .one: "one"
        case .all: "all"
        }
    }

    private var shuffleName: String {
        switch snapshot.shuffleMode {
        case .off: "off"
        case .songs: "songs"
        case .albums: "albums"
        }
    }

    private func known(_ item: MusicItem) -> LibraryItem? { try? library?.item(item.id) }

    private func title(of item: MusicItem) -> String {
        known(item)?.title ?? item.path.map { baseName(of: $0) } ?? "?"
    }

    /// One line of an item: `title - artist (album)`.
    private func line(of item: MusicItem) -> String {
        let known = known(item)
        var line = known?.title ?? item.path.map { fileName(of: $0) } ?? "?"
        if let artist = known?.artist { line += " - " + artist }
        if let album = known?.albumTitle { line += " (\(album))" }
        return printable(line)
    }

    private var duration: Double? {
        snapshot.duration ?? snapshot.item.flatMap { known($0)?.duration }
    }

    var statusText: String {
        var text = stateName
        if let item = snapshot.item {
            text += "  " + line(of: item) + "  " + Numeral.clock(snapshot.seconds)
            if let duration { text += " / " + Numeral.clock(duration) }
        }
        let place = snapshot.place.map { "\($0 + 1) of " } ?? ""
        text += "\nqueue \(place)\(snapshot.itemCount), repeat \(repeatName), "
        text += "shuffle \(shuffleName), volume \(Int((volume * 100).rounded())) %\n"
        return text
    }

    var statusJSON: JSONValue {
        .object([
            ("state", .string(stateName)),
            ("item", snapshot.item.map { json($0) } ?? .null),
            ("positionSeconds", .decimal(snapshot.seconds, places: 3)),
            ("durationSeconds", duration.map { .decimal($0, places: 3) } ?? .null),
            ("place", snapshot.place.map { .integer($0) } ?? .null),
            ("itemCount", .integer(snapshot.itemCount)),
            ("repeat", .string(repeatName)), ("shuffle", .string(shuffleName)),
            ("volume", .decimal(volume, places: 3)),
        ])
    }

    private func json(_ item: MusicItem) -> JSONValue {
        let known = known(item)
        return .object([
            ("id", .string(String(item.id, radix: 16))), ("title", .string(title(of: item))),
            ("artist", .optional(known?.artist)), ("album", .optional(known?.albumTitle)),
            ("path", .optional(item.path)),
        ])
    }

    func queueText(_ items: [MusicItem]) -> String {
        guard !items.isEmpty else { return "the queue is empty\n" }
        let width = String(items.count).count
        var text = ""
        for (place, item) in items.enumerated() {
            let number = String(place + 1)
            text += place == snapshot.place ? "> " : "  "
            text += String(repeating: " ", count: width - number.count) + number
            text += "  " + line(of: item) + "\n"
        }
        if snapshot.itemCount > items.count {
            text += "  and \(snapshot.itemCount - items.count) more\n"
        }
        return text
    }

    func queueJSON(_ items: [MusicItem]) -> JSONValue {
        .object([
            ("place", snapshot.place.map { .integer($0) } ?? .null),
            ("itemCount", .integer(snapshot.itemCount)), ("items", .array(items.map { json($0) })),
        ])
    }
}

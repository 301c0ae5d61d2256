import AudioModel
import CommandLineTool
import DBus
import Glibc
import MusicLibrary
import MusicService
import Playback

/// One action on the music player, in a process of its own.
struct MusicRemoteControl {
    private let arguments: Arguments
    private let console: Console
    private let action: String
    private let words: [String]

    private static let actions = [
        "play", "pause", "toggle", "stop", "next", "previous", "seek", "volume", "repeat",
        "shuffle", "status", "queue", "add", "clear",
    ]
    private static let repeatModes: [(String, RepeatMode)] = [
        ("none", .none), ("one", .one), ("all", .all),
    ]
    private static let shuffleModes: [(String, ShuffleMode)] = [
        ("off", .off), ("songs", .songs), ("albums", .albums),
    ]
    /// Items of a queue that are listed.
    private static let listedMax = 10_000

    init(_ arguments: Arguments, _ console: Console) throws(ProgramError) {
        self.arguments = arguments
        self.console = console
        action = arguments.operands.first ?? "status"
        words = Array(arguments.operands.dropFirst())
        guard Self.actions.contains(action) else {
            throw arguments.wrongUse(
                "unknown action '\(action)'",
                advice: advice(
                    insteadOf: action, among: Self.actions, otherwise: "see 'sori music --help'"))
        }
        let takesSongs = action == "play" || action == "add"
        for option in ["--artist", "--album", "--playlist"]
        where arguments.has(option) && !takesSongs {
            throw arguments.wrongUse("\(option) needs play or add", advice: "leave it out")
        }
        if arguments.has("--next"), action != "add" {
            throw arguments.wrongUse("--next needs add", advice: "leave it out")
        }
        let takesOne = ["seek", "volume", "repeat", "shuffle"].contains(action)
        guard takesSongs || words.count <= (takesOne ? 1 : 0) else {
            throw arguments.wrongUse(
                "'\(words.last ?? "")' is one word too many", advice: "leave it out")
        }
    }

    func run() throws(ProgramError) -> ExitCode {
        // Before the service starts: a mistake in the words starts nothing.
        let library = openLibrary()
        let act = try parsedAction(try chosenItems(library))
        let client = try Self.connect()
        try act(client)
        do throws(DBusError) { try client.waitUntilDone() } catch { throw Self.failure(error) }
        let listing = MusicListing(client, library)
        if action == "queue" {
            let queue = Array(client.items.prefix(Self.listedMax))
            console.print(
                arguments.has("--json")
                    ? listing.queueJSON(queue).compactText + "\n" : listing.queueText(queue))
        } else {
            console.print(
                arguments.has("--json")
                    ? listing.statusJSON.compactText + "\n" : listing.statusText)
        }
        return .done
    }

    // MARK: The service

    static func connect() throws(ProgramError) -> MusicServiceClient {
        guard DBusConnection.isSupported else {
            throw ProgramError(
                .deviceMissing, "this sori was built without D-Bus",
                advice: "build it with the package trait DBus")
        }
        guard DBusAddress.session.mayExist else { throw MusicServiceProcess.noBus }
        let client = MusicServiceClient(on: .session, startsService: false)
        do throws(DBusError) {
            try client.waitUntilReady()
            return client
        } catch {
            guard error.kind == .serviceUnknown else { throw failure(error) }
        }
        // No activation file is installed: this program is the service too.
        try MusicServiceLauncher.launch()
        do throws(DBusError) { try client.waitUntilReady() } catch { throw Self.failure(error) }
        return client
    }

    private static func failure(_ error: DBusError) -> ProgramError {
        ProgramError(
            .deviceMissing, "the music service: \(error.message)", in: MusicServiceNames.busName,
            advice: "see docs/music.md for how it is started")
    }

    private func openLibrary() -> MediaLibrary? {
        let location = LibraryLocation.standard(environmentValue)
        // Only what is there: no library is made to look something up.
        guard access(location.database, F_OK) == 0 else { return nil }
        return try? MediaLibrary(at: location)
    }

    // MARK: Actions

    private typealias Act = (MusicServiceClient) throws(ProgramError) -> Void

    /// What the words ask for.
    private func parsedAction(_ items: [MusicItem]?) throws(ProgramError) -> Act {
        switch action {
        case "play": return { (client) throws(ProgramError) in try play(items, client) }
        case "add":
            let isNext = arguments.has("--next")
            return { isNext ? $0.prepend(items ?? []) : $0.append(items ?? []) }
        case "pause": return { $0.pause() }
        case "toggle": return { $0.snapshot.state == .playing ? $0.pause() : $0.play() }
        case "stop", "clear": return { $0.stop() }
        case "next": return { $0.skipToNext() }
        case "previous": return { $0.skipToPrevious() }
        case "seek":
            let (seconds, isRelative) = try position()
            return { $0.seek(to: max(isRelative ? $0.snapshot.seconds + seconds : seconds, 0)) }
        case "volume":
            guard let (percent, isRelative) = try volume() else { return { _ in } }
            return { client in
                let before = isRelative ? (client.volume * 100).rounded() : 0
                client.setVolume(min(max(before + Double(percent), 0), 100) / 100)
            }
        case "repeat":
            let mode = try choice(Self.repeatModes, "repeat")
            return { $0.setRepeatMode(mode) }
        case "shuffle":
            let mode = try choice(Self.shuffleModes, "shuffle")
            return { $0.setShuffleMode(mode) }
        default: return { _ in }
        }
    }

    private func play(
        _ items: [MusicItem]?, _ client: MusicServiceClient
    ) throws(ProgramError) {
        if let items {
            client.setQueue(items)
        } else if client.snapshot.itemCount == 0 {
            throw ProgramError(
                .badInput, "the queue is empty", in: arguments.place,
                advice: "name what to play: 'sori music play --artist A', words, or files")
        }
        client.play()
    }

    private func choice<Value>(_ choices: [(String, Value)], _ noun: String) throws(ProgramError)
        -> Value
    {
        let names = choices.map(\.0)
        guard let word = words.first else {
            throw arguments.wrongUse(
                "\(noun) needs a mode", advice: "one of \(names.joined(separator: ", "))")
        }
        guard let found = choices.first(where: { $0.0 == word }) else {
            throw arguments.wrongUse(
                "unknown mode '\(word)'",
                advice: advice(
                    insteadOf: word, among: names,
                    otherwise: "one of \(names.joined(separator: ", "))"))
        }
        return found.1
    }

    /// The position that a word names: seconds, `m:s`, `h:m:s`, or a signed distance from now.
    private func position() throws(ProgramError) -> (seconds: Double, isRelative: Bool) {
        let word = words.first ?? ""
        let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
        let parts = (isRelative ? word.dropFirst() : word[...])
            .split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } ? Double(part) : nil
        }
        guard !parts.isEmpty, numbers.count == parts.count, parts.count <= 3 else {
            throw arguments.wrongUse(
                "seek takes a position, not '\(word)'", advice: "like 90, 1:30, +5 or -5")
        }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        return (word.hasPrefix("-") ? -seconds : seconds, isRelative)
    }

    /// The percentage that a word names, or a signed change; `nil` without a word.
    private func volume() throws(ProgramError) -> (percent: Int, isRelative: Bool)? {
        guard let word = words.first else { return nil }
        guard let number = Int(word), (-100...100).contains(number) else {
            throw arguments.wrongUse(
                "volume takes a percentage, not '\(word)'", advice: "like 80, +5 or -5")
        }
        return (number, word.hasPrefix("+") || word.hasPrefix("-"))
    }

    // MARK: Songs

    /// The songs that the arguments name; `nil` for none named.
    private func chosenItems(_ library: MediaLibrary?) throws(ProgramError) -> [MusicItem]? {
        guard action == "play" || action == "add" else { return nil }
        let choice = MusicChoice(
            artist: arguments.value("--artist"), album: arguments.value("--album"),
            playlist: arguments.value("--playlist"), words: words)
        guard !choice.isEmpty else {
            if action == "play" { return nil }
            throw arguments.wrongUse(
                "add needs songs", advice: "name an artist, an album, a playlist, words, or files")
        }
        return try choice.items(in: library, arguments)
    }
}

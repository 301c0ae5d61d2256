import AVFoundation
import Foundation
import PodcastPlayer

let usage = """
    usage: PlayPodcast URL

    Plays an episode from the net, or a file, and shows how far it is and what it waits for.
    """

func fail(_ text: String, _ code: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("PlayPodcast: \(text)\n".utf8))
    exit(code)
}

/// The line of the terminal that shows the player.
@MainActor
struct StatusLine {
    func show(_ player: EpisodePlayer) {
        let words =
            switch player.state {
            case .idle: "idle"
            case .loading: "loading"
            case .playing: "playing"
            case .paused: "paused"
            case .stalled: "waiting for the network"
            case .ended: "ended"
            case .failed(let reason): reason
            }
        let length = player.duration.map { " of \(time($0))" } ?? ""
        let arrived = player.loaded > 0 ? ", \(time(player.loaded)) arrived" : ""
        let line = "\(time(player.position))\(length)  \(words)\(arrived)"
        // A terminal shows one line that changes, a file or a pipe gets them all.
        let written = isTerminal ? "\r\u{1B}[K" + line : line + "\n"
        FileHandle.standardOutput.write(Data(written.utf8))
    }

    private let isTerminal = isatty(FileHandle.standardOutput.fileDescriptor) == 1

    /// Ends the line of a terminal.
    func end() {
        if isTerminal { FileHandle.standardOutput.write(Data("\n".utf8)) }
    }

    private func time(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e6 else { return "–" }
        let (minutes, rest) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }
}

let words = CommandLine.arguments.dropFirst()
if words.contains("-h") || words.contains("--help") {
    print(usage)
    exit(0)
}
guard words.count == 1, let text = words.first else { fail(usage, 2) }
let address = URL(string: text).flatMap { $0.scheme == nil ? nil : $0 }
let url = address ?? URL(fileURLWithPath: text)
do {
    let player = try EpisodePlayer()
    let line = StatusLine()
    player.changed = { [weak player] in
        guard let player else { return }
        line.show(player)
        switch player.state {
        case .ended:
            line.end()
            exit(0)
        case .failed:
            line.end()
            exit(1)
        case .idle, .loading, .playing, .paused, .stalled: break
        }
    }
    player.play(EpisodePlayer.Episode(url, title: url.lastPathComponent))
    withExtendedLifetime(player) { RunLoop.main.run() }
} catch {
    fail("\(error.localizedDescription)")
}

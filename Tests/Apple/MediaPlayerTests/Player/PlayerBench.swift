import AudioModel
import Foundation
import MediaPlayer
import Simulation
import TestSupport

/// A phone with an app that plays tones of the user's music, each with a pitch of its own.
@MainActor
final class PlayerBench {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let folder: TemporaryFolder
    /// The notifications that the app's observers have received, with what they found.
    private(set) var log: [String] = []
    private var tokens: [any NSObjectProtocol] = []

    init() throws {
        folder = try TemporaryFolder()
        phone = SimulatedPhone()
        app = phone.launch("Jukebox")
    }

    /// An item that is a tone of a pitch.
    func item(_ id: UInt64, hertz: Double, seconds: Double = 1) throws -> MPMediaItem {
        let path = folder.file("\(id).wav")
        // The pitches divide the rate of a tenth of a second evenly, so that it can be repeated.
        let tenth = (0..<4_800).map {
            Int16(16_000 * sin(2 * Double.pi * hertz * Double($0) / 48_000))
        }
        let samples = Array(repeatElement(tenth, count: Int(seconds * 10 + 0.5)).joined())
        try Data(wavFile(samples, rate: 48_000)).write(to: URL(fileURLWithPath: path))
        return testItem(id, path: path)
    }

    /// Three seconds of music: 400, 600 and 800 Hz.
    func threeItems() throws -> [MPMediaItem] {
        try [1, 2, 3].map { try item($0, hertz: 200 + 200 * Double($0)) }
    }

    func advance(_ seconds: Double) { phone.advance(by: .seconds(seconds)) }

    /// The app that plays: "Music", or the app's own.
    func player(_ name: String) -> SimulatedPhone.App? { phone.apps.last { $0.name == name } }

    /// The pitch that is heard now, in hertz, rounded to ten.
    var pitch: Int { Int((phone.heard.frequency ?? 0) / 10 + 0.5) * 10 }

    /// Begins to write down the notifications of a player.
    func observe(_ player: MPMusicPlayerController) {
        let names: [(Notification.Name, String)] = [
            (.MPMusicPlayerControllerPlaybackStateDidChange, "state"),
            (.MPMusicPlayerControllerNowPlayingItemDidChange, "item"),
            (.MPMusicPlayerControllerQueueDidChange, "queue"),
            (.MPMusicPlayerControllerVolumeDidChange, "volume"),
        ]
        for (name, word) in names {
            let token = NotificationCenter.default.addObserver(
                forName: name, object: player, queue: .main
            ) { [weak self] notification in
                // Passed on once, and only read.
                nonisolated(unsafe) let notification = notification
                MainActor.assumeIsolated { self?.note(word, notification) }
            }
            tokens.append(token)
        }
    }

    private func note(_ word: String, _ notification: Notification) {
        guard let player = notification.object as? MPMusicPlayerController else {
            return log.append("\(word) of no player")
        }
        switch word {
        case "state": log.append("\(player.playbackState)")
        case "item": log.append("item \(player.nowPlayingItem?.persistentID ?? 0)")
        default: log.append(word)
        }
    }

    func clearLog() { log = [] }
}

import AVFAudio
import Foundation
import MediaPlayer
import Simulation

/// A player as an app's programmer writes one: an `AVAudioPlayer`, the commands of the lock screen,
/// and interruptions handled as Apple's guide says.
@MainActor
final class MusicApp {
    let player: AVAudioPlayer
    let centre = MPRemoteCommandCenter.shared()
    private(set) var events: [MPRemoteCommandEvent] = []
    /// What the handlers answer.
    var answer = MPRemoteCommandHandlerStatus.success
    /// Commands that came while the app was interrupted.
    private var isInterrupted = false
    private var shouldStayPaused = false

    init() throws {
        player = try AVAudioPlayer(data: Self.tone(seconds: 60))
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setActive(true)
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
        ) { [weak self] note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let option = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
            MainActor.assumeIsolated { self?.interruption(begins: type == 1, resumes: option == 1) }
        }
    }

    /// Adds a handler to each of these commands.
    func take(_ commands: [MPRemoteCommand]) {
        for command in commands {
            command.addTarget { [weak self] event in
                MainActor.assumeIsolated { self?.handle(event) ?? .commandFailed }
            }
        }
    }

    private func handle(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
        events.append(event)
        if event.command === centre.pauseCommand {
            if isInterrupted { shouldStayPaused = true }
            player.pause()
        } else if event.command === centre.playCommand {
            if isInterrupted { shouldStayPaused = false } else { player.play() }
        }
        return answer
    }

    private func interruption(begins: Bool, resumes: Bool) {
        isInterrupted = begins
        if begins {
            shouldStayPaused = false
        } else if resumes, !shouldStayPaused {
            player.play()
        }
    }

    /// A WAV file with a tone of 441 Hz.
    private static func tone(seconds: Int) -> Data {
        let frameCount = 8_000 * seconds
        var bytes = Data("RIFF".utf8)
        func append(_ value: UInt32, _ count: Int = 4) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0.prefix(count)) }
        }
        append(UInt32(36 + 2 * frameCount))
        bytes.append(contentsOf: Data("WAVEfmt ".utf8))
        append(16)
        append(1, 2)
        append(1, 2)
        append(8_000)
        append(16_000)
        append(2, 2)
        append(16, 2)
        bytes.append(contentsOf: Data("data".utf8))
        append(UInt32(2 * frameCount))
        for frame in 0..<frameCount {
            let sample = Int16(8_000 * sin(2 * Double.pi * 440 * Double(frame) / 8_000))
            append(UInt32(UInt16(bitPattern: sample)), 2)
        }
        return bytes
    }
}

extension SimulatedPhone {
    /// Launches an app that plays, and lets a second pass.
    func launchMusic(
        taking commands: (MPRemoteCommandCenter) -> [MPRemoteCommand] = { _ in [] }
    ) throws -> (app: App, music: MusicApp) {
        let app = launch("Music", backgroundModes: ["audio"])
        let music = try app.run {
            let music = try MusicApp()
            music.take(commands(MPRemoteCommandCenter.shared()))
            music.player.play()
            return music
        }
        advance(by: .seconds(1))
        return (app, music)
    }
}

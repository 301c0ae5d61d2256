import AVFoundation
import AudioFormats
import AudioModel
import CoreMedia
import Foundation
import MediaSources
import SimulatedDevice
import SoundClient
import Synchronization

/// A stream that an `AVPlayer` plays: a file, a sound that is made for it, or what a server sends.
///
/// The player pauses by itself when it is interrupted or its output is unplugged; the app resumes
/// it.
final class AVPlayerStream: StreamPlayer {
    private let sound: PlayerSound
    private let app: AppSound
    private let url: URL
    /// The address of a sound that is made for the player; `nil` for others.
    private let given: String?
    /// `nil` once it has been stopped: a player that is released ends its stream.
    private var playback: Playback?

    /// Limit of the repetitions of a sound that ends.
    private static let repetitionsMax = 1_000

    init(_ sound: PlayerSound, in app: AppSound) throws(SessionError) {
        (self.sound, self.app) = (sound, app)
        let opened = sound.sound
        if let path = sound.path {
            (url, given) = (URL(fileURLWithPath: path), nil)
        } else if let address = sound.url {
            guard let url = URL(string: address) else { throw .badParam }
            (self.url, given) = (url, nil)
        } else {
            let address = app.givenMedia.add { () throws(FormatError) in
                try AudioFileReader(SoundBytes(opened))
            }
            guard let url = URL(string: address) else { throw .badParam }
            (self.url, given) = (url, address)
        }
        guard sound.loops < Self.repetitionsMax else { throw .badParam }
        playback = Playback(url, sound)
    }

    deinit {
        if let given { app.givenMedia.remove(given) }
    }

    var stream: Int? { playback?.player.streamNumber }

    var isOver: Bool {
        guard let player = playback?.player else { return true }
        // What a reset of the media services has ended can be played again.
        return player.status != .failed && player.items().isEmpty
    }

    var progress: PlayerProgress? {
        guard let playback else { return .ready }
        if playback.hasFailed { return .failed }
        let isWaiting = playback.player.timeControlStatus == .waitingToPlayAtSpecifiedRate
        return isWaiting && !isOver ? .waiting : .ready
    }

    func prepare() {}

    func play() throws(SessionError) {
        if let player = playback?.player, player.status == .failed {
            let next = Playback(url, sound)
            next.player.seek(
                to: player.currentTime(), toleranceBefore: .zero, toleranceAfter: .zero)
            playback = next
        }
        // A sound of the phone starts at once, and the app wants to know whether it may; that of a
        // server starts when it has arrived, and a refusal leaves the player paused.
        if sound.url == nil { try app.request(.activate) }
        playback?.player.play()
    }

    func pause() { playback?.player.pause() }

    func stop() { playback = nil }

    func setVolume(_ volume: Float) { playback?.player.volume = volume }
}

/// A player with its items.
private final class Playback {
    let player: AVQueuePlayer
    let looper: AVPlayerLooper?
    private let failures: Failures

    init(_ url: URL, _ sound: PlayerSound) {
        let item = AVPlayerItem(url: url)
        let isEndless = sound.loops < 0
        let items =
            isEndless
            ? [] : [item] + (0..<sound.loops).compactMap { _ in item.copy() as? AVPlayerItem }
        failures = Failures(items)
        player = AVQueuePlayer(items: items)
        looper = isEndless ? AVPlayerLooper(player: player, templateItem: item) : nil
        player.volume = sound.volume
        player.isMuted = sound.isMuted
        player.defaultRate = Float(sound.rate)
    }

    /// Whether an item has failed, or broken off.
    var hasFailed: Bool { failures.isThere }
}

/// Listens for the failures of items.
private final class Failures {
    private let items: [AVPlayerItem]
    private let brokenOff = Flag()
    private var tokens: [any NSObjectProtocol] = []

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    init(_ items: [AVPlayerItem]) {
        self.items = items
        for item in items {
            let token = NotificationCenter.default.addObserver(
                forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil
            ) { [brokenOff] _ in brokenOff.isSet.withLock { $0 = true } }
            tokens.append(token)
        }
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    var isThere: Bool {
        brokenOff.isSet.withLock { $0 } || items.contains { $0.status == .failed }
    }
}

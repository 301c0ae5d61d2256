import AudioModel
import Foundation
import MediaControls
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// Shows the app of this process on the session bus, so that the desktop and its media keys control
/// it. Any thread.
///
/// It begins when the app sets what is now playing, or takes a command. Simulated apps, and those of a
/// phone in another process, are not shown.
final class DesktopNowPlaying: Sendable {
    private let service = Mutex<MediaControlsService?>(nil)
    private let hasBegun = Mutex(false)

    /// Begins to show the app, unless it is shown already or is no app of this process.
    static func begin(for app: AppSound) {
        guard isAppOfItsOwnDevice(app) else { return }
        app.attachment { DesktopNowPlaying() }.begin(app)
    }

    private func begin(_ app: AppSound) {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        let service = MediaControlsService(
            name: ProcessInfo.processInfo.processName,
            info: MediaPlayerInfo(app.nowPlayingSnapshot, of: app),
            access: MediaControlsService.configuredAccess {
                ProcessInfo.processInfo.environment[$0]
            } refused: { message in
                FileHandle.standardError.write(Data("sori: \(message)\n".utf8))
            },
            handler: { [weak app] command in
                if let app { Self.perform(command, in: app) }
            })
        self.service.withLock { $0 = service }
        app.observeNowPlaying { [weak app] snapshot in
            if let app { service.update(MediaPlayerInfo(snapshot, of: app)) }
        }
    }

    private static func perform(_ command: MediaControlCommand, in app: AppSound) {
        switch command {
        case .play: giveRemoteCommand(.play, to: app)
        case .pause: giveRemoteCommand(.pause, to: app)
        case .playPause: giveRemoteCommand(.togglePlayPause, to: app)
        case .stop: giveRemoteCommand(.stop, to: app)
        case .next: giveRemoteCommand(.nextTrack, to: app)
        case .previous: giveRemoteCommand(.previousTrack, to: app)
        case .seek(let seconds): seek(by: seconds, in: app)
        case .setPosition(let seconds): giveRemoteCommand(.changePosition(seconds), to: app)
        case .setRate(let rate): giveRemoteCommand(.changeRate(rate), to: app)
        case .setVolume(let volume): try? app.request(.setMediaVolume(Float(volume)))
        case .setLoop(let loop): giveRemoteCommand(.changeRepeatMode(loop.mode), to: app)
        case .setShuffle(let isOn):
            giveRemoteCommand(.changeShuffleMode(isOn ? .items : .off), to: app)
        case .goTo, .openURI, .raise, .quit: break
        }
    }

    /// Seeks as the app allows it: to a position, or by an interval.
    private static func seek(by seconds: Double, in app: AppSound) {
        let snapshot = app.nowPlayingSnapshot
        if snapshot.commands.contains(.changePosition),
            let elapsed = snapshot.info?.elapsed(at: app.environment.now)
        {
            giveRemoteCommand(.changePosition(max(elapsed + seconds, 0)), to: app)
        } else {
            giveRemoteCommand(
                seconds < 0 ? .skipBackward(-seconds) : .skipForward(seconds), to: app)
        }
    }
}

extension MediaPlayerInfo {
    fileprivate init(_ snapshot: NowPlayingSnapshot, of app: AppSound) {
        let bundle = Bundle.main.infoDictionary ?? [:]
        let name = bundle["CFBundleDisplayName"] ?? bundle["CFBundleName"]
        self.init(identity: name as? String ?? ProcessInfo.processInfo.processName)
        status = snapshot.status
        track = snapshot.info.map { MediaTrack($0) }
        position = snapshot.info?.elapsed(at: app.environment.now) ?? 0
        let rate = snapshot.info?.rate ?? 1
        // A rate of 0 is a pause there.
        self.rate = rate == 0 ? snapshot.info?.defaultRate ?? 1 : rate
        let rates = snapshot.commands.contains(.changeRate) ? snapshot.options.rates : []
        minimumRate = min(rates.min() ?? self.rate, self.rate)
        maximumRate = max(rates.max() ?? self.rate, self.rate)
        volume = Double(app.connection.session.outputVolume)
        if snapshot.commands.contains(.changeRepeatMode) { loop = snapshot.options.repeatMode.loop }
        if snapshot.commands.contains(.changeShuffleMode) {
            shuffle = snapshot.options.shuffleMode != .off
        }
        capabilities = snapshot.capabilities
    }
}

extension NowPlayingSnapshot {
    fileprivate var status: MediaPlayerInfo.Status {
        switch info?.playbackState {
        case .playing: .playing
        case .paused, .interrupted: .paused
        case .stopped: .stopped
        case .unknown: isPlaying && info?.rate != 0 ? .playing : .paused
        case nil: isPlaying ? .playing : .stopped
        }
    }

    fileprivate var capabilities: MediaPlayerInfo.Capabilities {
        var result: MediaPlayerInfo.Capabilities = [.control]
        func add(_ capability: MediaPlayerInfo.Capabilities, if kinds: [RemoteCommandKind]) {
            if kinds.contains(where: { commands.contains($0) }) { result.insert(capability) }
        }
        add(.play, if: [.play, .togglePlayPause])
        add(.pause, if: [.pause, .togglePlayPause])
        add(.next, if: [.nextTrack])
        add(.previous, if: [.previousTrack])
        add(.seek, if: [.changePosition, .skipForward, .skipBackward])
        return result
    }
}

extension MediaTrack {
    fileprivate init(_ info: NowPlayingInfo) {
        let texts = [info.externalContentID, info.title, info.artist, info.albumTitle]
        // Anything that differs between two items makes another track.
        self.init(
            id: info.persistentID.map { "\($0)" }
                ?? texts.map { $0 ?? "" }.joined(separator: "\u{1F}")
                + "\u{1F}\(info.queueIndex ?? -1)")
        title = info.title
        artists = info.artist.map { [$0] } ?? []
        album = info.albumTitle
        albumArtists = info.albumArtist.map { [$0] } ?? []
        genres = info.genre.map { [$0] } ?? []
        composers = info.composer.map { [$0] } ?? []
        duration = info.isLiveStream ? nil : info.duration
        trackNumber = info.trackNumber
        discNumber = info.discNumber
        url = info.assetURL
        artwork = info.artwork.map { .bytes($0.bytes) }
    }
}

extension RemoteRepeatMode {
    fileprivate var loop: MediaPlayerInfo.Loop {
        switch self {
        case .off: .none
        case .one: .track
        case .all: .playlist
        }
    }
}

extension MediaPlayerInfo.Loop {
    fileprivate var mode: RemoteRepeatMode {
        switch self {
        case .none: .off
        case .track: .one
        case .playlist: .all
        }
    }
}

import AudioModel
import SoundClient
import Synchronization

// Fast forward and rewind, and what the system sends a player.

extension MusicPlayer {
    /// The number of jumps in a second of seeking, in pieces that can be recognised.
    private static let jumpsPerSecond = 4
    private static let seekInterval = HostInterval.seconds(1 / Double(jumpsPerSecond))

    /// The seconds of one jump: forward seeking begins with 5 s a second and gains 2 s each second
    /// up to 21 s, backward seeking stays at 8 s.
    ///
    /// Source: `MPMediaPlayback.h`: forward it is faster the longer it lasts; the numbers of forward
    /// seeking: Music on the Mac, measured in iina/iina#2649; backward ours (`docs/facts.md`).
    private func jumpSeconds(_ count: Int) -> Double {
        let perSecond =
            state == .seekingForward ? min(5 + 2 * (count / Self.jumpsPerSecond), 21) : -8
        return Double(perSecond) / Double(Self.jumpsPerSecond)
    }

    /// Begins to wind forward or back, until `endSeeking`.
    package func beginSeeking(forward: Bool) {
        update {
            guard queue.position != nil, state != .interrupted else { return }
            if state != .seekingForward, state != .seekingBackward { stateBeforeSeeking = state }
            change(to: forward ? .seekingForward : .seekingBackward)
            seekCount += 1
            jumpCount = 0
            scheduleSeek(seekCount)
        }
    }

    /// Ends winding, and continues as before.
    package func endSeeking() {
        update { finishSeeking() }
    }

    /// With the lock held.
    func finishSeeking() {
        guard state == .seekingForward || state == .seekingBackward else { return }
        seekCount += 1
        change(to: stateBeforeSeeking)
    }

    private func scheduleSeek(_ count: Int) {
        app.environment.after(Self.seekInterval) { [weak self] in
            self?.onWork { $0.seekOn(count) }
        }
    }

    private func seekOn(_ count: Int) {
        update {
            guard count == seekCount else { return }
            seekPresent(to: position + jumpSeconds(jumpCount))
            jumpCount += 1
            // Behind the queue's end there is nothing to wind through.
            if count == seekCount { scheduleSeek(count) }
        }
    }

    // MARK: The system

    /// Follows a notification. On the work queue.
    func receive(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan:
            update { pausePlayback(.interrupted) }
        case .interruptionEnded(let shouldResume):
            update {
                guard state == .interrupted else { return }
                if !shouldResume || !resume() { change(to: .paused) }
            }
        case .routeChanged(.oldDeviceUnavailable, _): pause()
        case .remoteCommand(let command):
            // A player within an app leaves it the commands that it takes itself.
            if !app.handles(command.kind) { obey(command) }
        default: break
        }
    }

    private func obey(_ command: RemoteCommand) {
        switch command {
        case .play: play()
        case .pause: pause()
        case .togglePlayPause:
            if playbackState.isUnderWay { pause() } else { play() }
        case .stop: pause()
        case .nextTrack: skipToNext()
        case .previousTrack: skipToPrevious()
        case .skipForward(let seconds): skip(by: seconds)
        case .skipBackward(let seconds): skip(by: -seconds)
        case .seekForward(.begin): beginSeeking(forward: true)
        case .seekBackward(.begin): beginSeeking(forward: false)
        case .seekForward(.end), .seekBackward(.end): endSeeking()
        case .changePosition(let seconds): seek(to: seconds)
        case .changeRate(let rate): setRate(rate)
        case .changeRepeatMode(let mode): repeatMode = RepeatMode(mode)
        case .changeShuffleMode(let mode): shuffleMode = ShuffleMode(mode)
        case .rating, .like, .dislike, .bookmark, .enableLanguageOption, .disableLanguageOption:
            break
        }
    }

    private func skip(by seconds: Double) {
        update {
            guard queue.position != nil else { return }
            if let run { followTracks(of: run) }
            seekPresent(to: position + seconds)
        }
    }

    /// The remote commands that a player takes.
    static let remoteCommands: RemoteCommands = .transport.union(
        RemoteCommands([
            .skipForward, .skipBackward, .seekForward, .seekBackward, .changePosition, .changeRate,
            .changeRepeatMode, .changeShuffleMode,
        ]))
}

extension AppSound {
    /// Whether code of the app's own takes a remote command.
    fileprivate func handles(_ command: RemoteCommandKind) -> Bool {
        isRemoteCommandEnabled(command, by: .commandCenter)
            || isRemoteCommandEnabled(command, by: .responder)
    }
}

extension RepeatMode {
    fileprivate init(_ mode: RemoteRepeatMode) {
        self =
            switch mode {
            case .off: .none
            case .one: .one
            case .all: .all
            }
    }
}

extension ShuffleMode {
    fileprivate init(_ mode: RemoteShuffleMode) {
        self =
            switch mode {
            case .off: .off
            case .items: .songs
            case .collections: .albums
            }
    }
}

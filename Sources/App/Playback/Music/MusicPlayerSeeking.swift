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
    private func jumpSeconds(_ count: Int, _ status: MusicPlayerState) -> Double {
        let perSecond =
            status == .seekingForward ? min(5 + 2 * (count / Self.jumpsPerSecond), 21) : -8
        return Double(perSecond) / Double(Self.jumpsPerSecond)
    }

    /// Begins to wind forward or back, until `endSeeking`.
    package func beginSeeking(forward: Bool) {
        update { state in
            guard state.queue.position != nil, state.status != .interrupted else { return }
            if !state.isSeeking { state.statusBeforeSeeking = state.status }
            change(to: forward ? .seekingForward : .seekingBackward, in: &state)
            state.seekCount += 1
            state.jumpCount = 0
            scheduleSeek(state.seekCount)
        }
    }

    /// Ends winding, and continues as before.
    package func endSeeking() {
        update { finishSeeking(&$0) }
    }

    func finishSeeking(_ state: inout State) {
        guard state.isSeeking else { return }
        state.seekCount += 1
        change(to: state.statusBeforeSeeking, in: &state)
    }

    private func scheduleSeek(_ count: Int) {
        app.environment.after(Self.seekInterval) { [weak self] in
            self?.onWork { $0.seekOn(count) }
        }
    }

    private func seekOn(_ count: Int) {
        update { state in
            guard count == state.seekCount else { return }
            let jump = jumpSeconds(state.jumpCount, state.status)
            seekPresent(to: state.position + jump, in: &state)
            state.jumpCount += 1
            // Behind the queue's end there is nothing to wind through.
            if count == state.seekCount { scheduleSeek(count) }
        }
    }

    // MARK: The system

    /// Follows a notification. On the work queue.
    func receive(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan:
            update { pausePlayback(.interrupted, in: &$0) }
        case .interruptionEnded(let shouldResume):
            update { state in
                guard state.status == .interrupted else { return }
                if !shouldResume || !resume(&state) { change(to: .paused, in: &state) }
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
        update { state in
            guard state.queue.position != nil else { return }
            if let run = state.run { followTracks(of: run, in: &state) }
            seekPresent(to: state.position + seconds, in: &state)
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

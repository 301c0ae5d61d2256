import AudioModel
public import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// The remote commands of the app: from the lock screen, the control centre, headsets and, outside of
/// a simulated phone, the desktop's media keys. Any thread.
///
/// The app receives commands while it is the Now Playing app: it plays, or was the last to play, with
/// a non-mixable session.
///
/// Ownership: all properties are set once, before the centre is shared.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    /// The command centre of the calling app.
    open class func shared() -> MPRemoteCommandCenter {
        let app = currentApp(isForSound: false)
        let holder = app.attachment { CommandCenterHolder() }
        return holder.center(of: app)
    }

    /// Pauses.
    public let pauseCommand: MPRemoteCommand
    /// Plays.
    public let playCommand: MPRemoteCommand
    /// Stops.
    public let stopCommand: MPRemoteCommand
    /// Pauses if playing, otherwise plays.
    public let togglePlayPauseCommand: MPRemoteCommand
    /// Enables a language.
    public let enableLanguageOptionCommand: MPRemoteCommand
    /// Disables a language.
    public let disableLanguageOptionCommand: MPRemoteCommand
    /// Changes the playback rate.
    public let changePlaybackRateCommand: MPChangePlaybackRateCommand
    /// Changes what is repeated.
    public let changeRepeatModeCommand: MPChangeRepeatModeCommand
    /// Changes what is shuffled.
    public let changeShuffleModeCommand: MPChangeShuffleModeCommand
    /// Skips to the next track.
    public let nextTrackCommand: MPRemoteCommand
    /// Skips to the previous track.
    public let previousTrackCommand: MPRemoteCommand
    /// Skips forward by an interval.
    public let skipForwardCommand: MPSkipIntervalCommand
    /// Skips backward by an interval.
    public let skipBackwardCommand: MPSkipIntervalCommand
    /// Begins and ends a seek forward.
    public let seekForwardCommand: MPRemoteCommand
    /// Begins and ends a seek backward.
    public let seekBackwardCommand: MPRemoteCommand
    /// Continues at another position.
    public let changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    /// Rates the current item.
    public let ratingCommand: MPRatingCommand
    /// Likes the current item.
    public let likeCommand: MPFeedbackCommand
    /// Dislikes the current item.
    public let dislikeCommand: MPFeedbackCommand
    /// Bookmarks the current position.
    public let bookmarkCommand: MPFeedbackCommand

    private let link: CommandCenterLink
    private let commands: [MPRemoteCommand]

    init(_ app: AppSound) {
        let link = CommandCenterLink(app)
        self.link = link
        let changed: @Sendable () -> Void = { link.refresh() }
        pauseCommand = MPRemoteCommand(.pause, changed: changed)
        playCommand = MPRemoteCommand(.play, changed: changed)
        stopCommand = MPRemoteCommand(.stop, changed: changed)
        togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause, changed: changed)
        enableLanguageOptionCommand = MPRemoteCommand(.enableLanguageOption, changed: changed)
        disableLanguageOptionCommand = MPRemoteCommand(.disableLanguageOption, changed: changed)
        changePlaybackRateCommand = MPChangePlaybackRateCommand(.changeRate, changed: changed)
        changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode, changed: changed)
        changeShuffleModeCommand = MPChangeShuffleModeCommand(.changeShuffleMode, changed: changed)
        nextTrackCommand = MPRemoteCommand(.nextTrack, changed: changed)
        previousTrackCommand = MPRemoteCommand(.previousTrack, changed: changed)
        skipForwardCommand = MPSkipIntervalCommand(.skipForward, changed: changed)
        skipBackwardCommand = MPSkipIntervalCommand(.skipBackward, changed: changed)
        seekForwardCommand = MPRemoteCommand(.seekForward, changed: changed)
        seekBackwardCommand = MPRemoteCommand(.seekBackward, changed: changed)
        changePlaybackPositionCommand =
            MPChangePlaybackPositionCommand(.changePosition, changed: changed)
        ratingCommand = MPRatingCommand(.rating, changed: changed)
        likeCommand = MPFeedbackCommand(.like, changed: changed)
        dislikeCommand = MPFeedbackCommand(.dislike, changed: changed)
        bookmarkCommand = MPFeedbackCommand(.bookmark, changed: changed)
        commands = [
            pauseCommand, playCommand, stopCommand, togglePlayPauseCommand,
            enableLanguageOptionCommand, disableLanguageOptionCommand, changePlaybackRateCommand,
            changeRepeatModeCommand, changeShuffleModeCommand, nextTrackCommand,
            previousTrackCommand, skipForwardCommand, skipBackwardCommand, seekForwardCommand,
            seekBackwardCommand, changePlaybackPositionCommand, ratingCommand, likeCommand,
            dislikeCommand, bookmarkCommand,
        ]
        super.init()
        link.center.withLock { $0 = WeakCenter(center: self) }
        app.addObserver { [weak self, weak app] notification in
            guard case .remoteCommand(let command) = notification, let app else { return }
            app.environment.onMain { [weak self, weak app] in
                guard let self, let app else { return }
                perform(command, in: app)
            }
        }
    }

    /// The commands that have a target and are enabled.
    var active: RemoteCommands {
        RemoteCommands(commands.filter(\.isActiveForUser).map(\.kind))
    }

    var options: RemoteCommandOptions {
        var options = RemoteCommandOptions()
        options.skipForwardIntervals = skipForwardCommand.seconds
        options.skipBackwardIntervals = skipBackwardCommand.seconds
        options.rates = changePlaybackRateCommand.supported
        options.minimumRating = Double(ratingCommand.minimumRating)
        options.maximumRating = Double(ratingCommand.maximumRating)
        options.repeatMode = changeRepeatModeCommand.currentRepeatType.mode
        options.shuffleMode = changeShuffleModeCommand.currentShuffleType.mode
        options.isLiked = likeCommand.isActive
        options.isDisliked = dislikeCommand.isActive
        options.isBookmarked = bookmarkCommand.isActive
        return options
    }

    private func perform(_ command: RemoteCommand, in app: AppSound) {
        guard let target = commands.first(where: { $0.kind == command.kind }) else { return }
        let timestamp = Double(app.environment.now.nanoseconds) / 1e9
        let event = MPRemoteCommandEvent.make(command, for: target, at: timestamp)
        guard let status = target.perform(event) else { return }
        app.reportHandled(command.kind, status.status)
    }
}

/// Keeps the command centre of one app. Any thread.
private final class CommandCenterHolder: Sendable {
    private let center = Mutex<MPRemoteCommandCenter?>(nil)

    func center(of app: AppSound) -> MPRemoteCommandCenter {
        center.withLock { center in
            let known = center ?? MPRemoteCommandCenter(app)
            center = known
            return known
        }
    }
}

private struct WeakCenter: Sendable {
    weak var center: MPRemoteCommandCenter?
}

/// Tells an app what its command centre takes. Any thread.
private final class CommandCenterLink: Sendable {
    private let app: WeakApp
    let center = Mutex(WeakCenter())
    /// Whether the centre has ever had an active command.
    private let last = Mutex(RemoteCommands())

    private struct WeakApp: Sendable {
        weak let app: AppSound?
    }

    init(_ app: AppSound) { self.app = WeakApp(app: app) }

    func refresh() {
        guard let app = app.app, let center = center.withLock({ $0.center }) else { return }
        app.setRemoteCommandOptions(center.options)
        let isNew = last.withLock { last in
            defer { last = center.active }
            return last != center.active
        }
        if isNew { app.enableRemoteCommands(center.active, by: .commandCenter) }
        DesktopNowPlaying.begin(for: app)
    }
}

extension MPRemoteCommandHandlerStatus {
    fileprivate var status: RemoteCommandStatus {
        switch self {
        case .success: .success
        case .noSuchContent: .noSuchContent
        case .noActionableNowPlayingItem: .noActionableNowPlayingItem
        case .deviceNotFound: .deviceNotFound
        case .commandFailed: .commandFailed
        }
    }
}

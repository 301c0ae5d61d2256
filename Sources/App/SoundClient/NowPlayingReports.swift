package import AudioModel
import SoundServer
import Synchronization

/// What enables remote commands in an app. The app takes the union.
package enum RemoteCommandSource: CaseIterable, Hashable, Sendable {
    /// `UIApplication.beginReceivingRemoteControlEvents()`.
    case responder
    /// The targets of `MPRemoteCommandCenter`.
    case commandCenter
    /// A music player that plays in the app.
    case musicPlayer
}

/// What an app shows as now playing, and takes from the user.
package struct NowPlayingSnapshot: Hashable, Sendable {
    package var info: NowPlayingInfo?
    package var commands: RemoteCommands = []
    package var options = RemoteCommandOptions()
    /// Whether a stream of the app runs.
    package var isPlaying = false
}

/// The now-playing information and the remote commands of one app.
struct NowPlayingReports {
    var snapshot = NowPlayingSnapshot()
    var sources: [RemoteCommandSource: RemoteCommands] = [:]
    var observers: [@Sendable (NowPlayingSnapshot) -> Void] = []

    var union: RemoteCommands { sources.values.reduce([]) { $0.union($1) } }
}

extension AppSound {
    /// Replaces the remote commands that one source enables. The app takes the union of all
    /// sources.
    package func enableRemoteCommands(_ commands: RemoteCommands, by source: RemoteCommandSource) {
        var wanted = nowPlaying.withLock { reports in
            reports.sources[source] = commands
            return reports.union
        }
        // Another thread may change a source meanwhile; the last request has all changes.
        while true {
            try? request(.enableRemoteCommands(wanted))
            let now = nowPlaying.withLock { reports in
                reports.snapshot.commands = reports.union
                return reports.union
            }
            if now == wanted { break }
            wanted = now
        }
        notifyNowPlayingObservers()
    }

    /// Whether a source has enabled a command.
    package func isRemoteCommandEnabled(
        _ kind: RemoteCommandKind, by source: RemoteCommandSource
    ) -> Bool {
        nowPlaying.withLock { $0.sources[source]?.contains(kind) == true }
    }

    /// Replaces what the app shows as now playing; `nil` clears it.
    package func showNowPlaying(_ info: NowPlayingInfo?) {
        var info = info?.bounded
        info?.elapsedSetAt = environment.now
        nowPlaying.withLock { $0.snapshot.info = info }
        connection.report(.nowPlaying(info))
        notifyNowPlayingObservers()
    }

    /// Replaces what the app says about the remote commands that it takes.
    package func setRemoteCommandOptions(_ options: RemoteCommandOptions) {
        let isNew = nowPlaying.withLock { reports in
            defer { reports.snapshot.options = options.bounded }
            return reports.snapshot.options != options.bounded
        }
        guard isNew else { return }
        connection.report(.commandOptions(options.bounded))
        notifyNowPlayingObservers()
    }

    /// Reports what the app has answered to a remote command.
    package func reportHandled(_ kind: RemoteCommandKind, _ status: RemoteCommandStatus) {
        connection.report(.commandHandled(kind, status))
    }

    /// The app's own now-playing information.
    package var nowPlayingSnapshot: NowPlayingSnapshot {
        let isPlaying = isPlaying
        return nowPlaying.withLock { reports in
            var snapshot = reports.snapshot
            snapshot.isPlaying = isPlaying
            return snapshot
        }
    }

    /// Adds an observer of the app's own now-playing information. It is called on the thread of the
    /// change, or soon after it on the app's private queue.
    package func observeNowPlaying(_ observer: @escaping @Sendable (NowPlayingSnapshot) -> Void) {
        nowPlaying.withLock { $0.observers.append(observer) }
        observer(nowPlayingSnapshot)
    }

    /// Whether a stream of the app's own runs with a voice.
    private var isPlaying: Bool {
        state.withLock { state in
            state.voices.keys.contains { state.streams[$0]?.directive.transport == .running }
        }
    }

    func notifyNowPlayingObservers() {
        let observers = nowPlaying.withLock { $0.observers }
        guard !observers.isEmpty else { return }
        let snapshot = nowPlayingSnapshot
        for observer in observers { observer(snapshot) }
    }

    /// Tells the observers that a stream has begun, paused or ended. Deferred: the server may be
    /// waiting for this call.
    func notePlayingChange() {
        guard nowPlaying.withLock({ !$0.observers.isEmpty }) else { return }
        environment.onQueue { [weak self] in self?.notifyNowPlayingObservers() }
    }
}

extension AppSound {
    /// Replaces the playback state of what the app shows as now playing; the position goes on.
    package func changeNowPlayingState(_ state: NowPlayingState) {
        let now = environment.now
        let info = nowPlaying.withLock { reports -> NowPlayingInfo? in
            guard var info = reports.snapshot.info else { return nil }
            info.elapsedTime = info.elapsed(at: now)
            info.elapsedSetAt = now
            info.playbackState = state
            reports.snapshot.info = info
            return info
        }
        guard let info else { return }
        connection.report(.nowPlaying(info))
        notifyNowPlayingObservers()
    }
}

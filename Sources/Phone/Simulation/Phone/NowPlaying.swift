public import AudioModel
import SoundPolicy
import SoundServer

extension SimulatedPhone {
    /// What the lock screen and the control centre show of the now-playing app.
    @MainActor
    public struct NowPlaying {
        /// The app that remote commands reach.
        public let app: App
        /// The title of the item.
        public var title: String? { info.title }
        /// The artist of the item.
        public var artist: String? { info.artist }
        /// The title of the album.
        public var album: String? { info.albumTitle }
        /// The position in seconds, extrapolated with the rate to the present time of the phone;
        /// `nil` unless the app has set one.
        public let elapsed: Double?
        /// The length in seconds.
        public var duration: Double? { info.duration }
        /// The playback rate that the app has set; 0 while paused.
        public var rate: Double { info.rate }
        /// The encoded picture, PNG or JPEG.
        public var artwork: [UInt8]? { info.artwork?.bytes }
        /// The commands that the app takes.
        public let commands: [RemoteCommandKind]
        /// The intervals that the app prefers to skip by, in seconds.
        public let skipIntervals: (forward: [Double], backward: [Double])
        /// Everything that the app has set.
        public let info: NowPlayingInfo
    }

    /// What the now-playing app shows; `nil` without such an app, or if it shows nothing.
    public var nowPlaying: NowPlaying? {
        guard let app = nowPlayingApp, let info = stage.server.nowPlayingInfo(of: app.staged.id)
        else { return nil }
        let options = stage.server.remoteCommandOptions(of: app.staged.id)
        let commands = stage.server.inspect { [id = app.staged.id] in $0.remoteCommands(of: id) }
        return NowPlaying(
            app: app, elapsed: info.elapsed(at: stage.now), commands: commands.kinds,
            skipIntervals: (options.skipForwardIntervals, options.skipBackwardIntervals), info: info
        )
    }
}

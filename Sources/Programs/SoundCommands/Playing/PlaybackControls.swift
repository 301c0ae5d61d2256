import CommandLineTool
package import DBus
package import MediaControls
import Realtime
import Synchronization

/// The player of `sori play` on the message bus, where desktops, media keys and `playerctl` see and
/// control it as `org.mpris.MediaPlayer2.sori`. Without a bus nothing happens. Any thread.
///
/// Commands wait until the player's own thread takes them.
package final class PlaybackControls: Sendable {
    private let service: MediaControlsService
    private let commands: Commands
    private let shown = Mutex<Shown?>(nil)

    /// What was handed over last, and when.
    private struct Shown {
        var info: MediaPlayerInfo
        var time: Double

        /// Whether other values say nothing new: the position advances by itself.
        func covers(_ other: MediaPlayerInfo, at time: Double) -> Bool {
            var same = other
            same.position = info.position
            let passed = info.status == .playing ? (time - self.time) * info.rate : 0
            return same == info
                && abs(info.position + passed - other.position) < PlaybackControls.jumpSeconds
        }
    }

    private final class Commands: Sendable {
        let waiting = Mutex<[MediaControlCommand]>([])
    }

    /// A position further than this from the expected one is announced.
    private static let jumpSeconds = 0.15
    /// Commands beyond this number are dropped.
    private static let commandsMax = 64
    /// The name that a desktop shows.
    private static let identity = "Sori"

    /// Shows a player as soon as there is a bus.
    package init(on address: DBusAddress = .session, access: DBusAccessPolicy) {
        let commands = Commands()
        self.commands = commands
        service = MediaControlsService(
            name: "sori", info: MediaPlayerInfo(identity: Self.identity), on: address,
            access: access
        ) { command in
            commands.waiting.withLock { waiting in
                if waiting.count < Self.commandsMax { waiting.append(command) }
            }
        }
    }

    /// A player that sandboxed programs may use as the device's configuration allows.
    package static func standard() -> PlaybackControls {
        PlaybackControls(
            access: MediaControlsService.configuredAccess(environmentValue, refused: { _ in }))
    }

    /// Takes what was asked for since the last call.
    package func take() -> [MediaControlCommand] {
        commands.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    /// Shows a state, and announces what has changed.
    package func show(_ info: MediaPlayerInfo) {
        let time = monotonicSeconds()
        let isNew = shown.withLock { shown in
            guard shown?.covers(info, at: time) != true else { return false }
            shown = Shown(info: info, time: time)
            return true
        }
        if isNew { service.update(info) }
    }

    /// Leaves the bus.
    package func close() { service.close() }

    /// What a desktop shows of a player.
    ///
    /// - Parameters:
    ///   - id: Identifies the sound among those of the command.
    ///   - name: What is shown for a sound without a title.
    ///   - url: The address of the sound; `nil` for a stream.
    package static func info(
        of player: any Player, id: String, name: String, url: String?, isPaused: Bool,
        next: Bool, previous: Bool
    ) -> MediaPlayerInfo {
        let about = player.about
        var track = MediaTrack(id: id)
        track.title = about.title ?? name
        track.artists = about.artist.map { [$0] } ?? []
        track.album = about.album
        track.duration = player.duration
        track.url = url
        track.artwork = about.picture.map { .bytes($0) }
        var info = MediaPlayerInfo(identity: identity)
        info.status = isPaused ? .paused : .playing
        info.track = track
        info.position = player.position
        info.volume = player.isMuted ? 0 : player.volume
        info.rate = player.rate
        // Whether the library for it is there is found out when another speed is asked for.
        if player.duration != nil {
            info.minimumRate = PlaybackScreen.rates.lowerBound
            info.maximumRate = PlaybackScreen.rates.upperBound
        }
        info.capabilities = [.control, .play, .pause, .quit]
        if player.duration != nil { info.capabilities.insert(.seek) }
        if next { info.capabilities.insert(.next) }
        if previous { info.capabilities.insert(.previous) }
        return info
    }
}

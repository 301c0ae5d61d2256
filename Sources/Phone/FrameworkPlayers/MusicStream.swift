import AudioCodecs
import AudioFiles
import AudioModel
import Foundation
import MediaPlayer
import Playback
import SimulatedDevice
import SoundClient

/// A stream that an `MPMusicPlayerController` plays. The scripted app is the app of the player, as the
/// phone's music app is that of the system's: its session and its stream are those of the story.
///
/// The player follows interruptions, unplugged headphones and remote commands by itself.
final class MusicStream: StreamPlayer {
    private let app: AppSound
    private let player: Playback.MusicPlayer
    private let controller: MPMusicPlayerController
    private var volume: Float

    init(_ sound: PlayerSound, in app: AppSound) throws(SessionError) {
        self.app = app
        volume = sound.volume
        let makeFile = { @Sendable () throws(AudioFileError) -> SoundFile in
            if let path = sound.path { return try SoundFile(path: path) }
            let bytes: SoundBytes
            do throws(FormatError) {
                bytes = try SoundBytes(sound.sound)
            } catch {
                throw AudioFileError(error)
            }
            return try SoundFile(bytes: bytes)
        }
        player = Playback.MusicPlayer(app, open: { _ in Result(catching: makeFile) })
        controller = MPMusicPlayerController(
            of: LinkedPlayer(control: player, app: app), for: app)
        let item = StoryItem()
        controller.setQueue(with: MPMediaItemCollection(items: [item]))
        switch sound.loops {
        case 0: break
        case ..<0: controller.repeatMode = .one
        default:
            let more = Array(repeating: item as MPMediaItem, count: sound.loops)
            controller.append(
                MPMusicPlayerMediaItemQueueDescriptor(
                    itemCollection: MPMediaItemCollection(items: more)))
        }
    }

    var followsPhone: Bool { true }

    var stream: Int? { player.streamNumber }

    var isOver: Bool { stream == nil && controller.playbackState == .stopped }

    func prepare() { controller.prepareToPlay() }

    func play() throws(SessionError) {
        controller.play()
        guard let stream else { throw app.refusalToStart }
        if volume != 1 { try app.setVolume(volume, ofStream: stream, ramp: .zero) }
    }

    func pause() { controller.pause() }

    func stop() { controller.stop() }

    func setVolume(_ volume: Float) {
        self.volume = volume
        if let stream { try? app.setVolume(volume, ofStream: stream) }
    }
}

/// The one item of a story's queue.
///
/// Ownership: immutable.
private final class StoryItem: MPMediaItem, @unchecked Sendable {
    override var persistentID: MPMediaEntityPersistentID { 1 }
    override var assetURL: URL? { URL(fileURLWithPath: "/story") }
}

extension AppSound {
    /// Why the session may not become active, as a player that cannot report errors was refused.
    fileprivate var refusalToStart: SessionError {
        do throws(SessionError) {
            try request(.activate)
            return .unspecified
        } catch {
            return error
        }
    }
}

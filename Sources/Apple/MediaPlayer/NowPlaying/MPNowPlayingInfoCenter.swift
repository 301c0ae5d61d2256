import AudioModel
public import Foundation
import SoundClient
import SoundRuntime
import Synchronization

/// The kind of the media that is playing. Raw values are Apple's.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    /// Unknown.
    case none = 0
    /// Sound.
    case audio = 1
    /// A film.
    case video = 2
}

/// The playback state of an app that shows one. Raw values are Apple's.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// The app has not said.
    case unknown = 0
    /// Playing.
    case playing = 1
    /// Paused.
    case paused = 2
    /// Stopped.
    case stopped = 3
    /// Interrupted by another app.
    case interrupted = 4
}

/// What the app shows as now playing, on the lock screen, in the control centre and, outside of a
/// simulated phone, on the desktop. Any thread.
///
/// Ownership: a mutex guards all mutable state.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
    /// The centre of the calling app.
    open class func `default`() -> MPNowPlayingInfoCenter {
        let app = currentApp(isForSound: false)
        return app.attachment { InfoCenterHolder(MPNowPlayingInfoCenter(app)) }.center
    }

    private weak let app: AppSound?
    private let state = Mutex(State())

    /// Ownership: the values are set and read by the app; only their encoded form is used elsewhere.
    private struct State: @unchecked Sendable {
        var dictionary: [String: Any]?
        var playbackState = MPNowPlayingPlaybackState.unknown
        var artwork = ArtworkCache()
    }

    init(_ app: AppSound) {
        self.app = app
        super.init()
    }

    /// The item that is playing: `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…` keys; `nil`
    /// for none, which clears what is shown.
    ///
    /// A value of a wrong type, or one that is not finite, counts as missing. Texts are cut after
    /// 1,024 bytes. The position is extrapolated with the rate, so that only changes need to be set.
    open var nowPlayingInfo: [String: Any]? {
        get { state.withLock { Boxed(value: $0.dictionary) }.value }
        set {
            let boxed = Boxed(value: newValue)
            state.withLock { $0.dictionary = boxed.value }
            show()
        }
    }

    /// The app's playback state; unknown unless the app sets it.
    open var playbackState: MPNowPlayingPlaybackState {
        get { state.withLock { $0.playbackState } }
        set {
            let isNew = state.withLock { state in
                defer { state.playbackState = newValue }
                return state.playbackState != newValue
            }
            // The position that was set belongs to the time at which it was set.
            guard isNew, let app else { return }
            app.changeNowPlayingState(NowPlayingState(rawValue: newValue.rawValue) ?? .unknown)
            DesktopNowPlaying.begin(for: app)
        }
    }

    private func show() {
        guard let app else { return }
        let boxed = state.withLock { Boxed(value: ($0.dictionary, $0.playbackState, $0.artwork)) }
        let (dictionary, playbackState, known) = boxed.value
        guard let dictionary else {
            app.showNowPlaying(nil)
            return
        }
        var artwork = known
        var info = NowPlayingInfo(dictionary)
        // Not under the lock: it calls the app's code.
        info.artwork = artwork.encoded(dictionary[MPMediaItemPropertyArtwork])
        info.playbackState = NowPlayingState(rawValue: playbackState.rawValue) ?? .unknown
        let new = Boxed(value: artwork)
        state.withLock { $0.artwork = new.value }
        app.showNowPlaying(info)
        DesktopNowPlaying.begin(for: app)
    }
}

/// Passes a value through a lock.
///
/// Ownership: the value is the calling app's, which passes it in and takes it out.
private struct Boxed<Value>: @unchecked Sendable {
    var value: Value
}

/// Keeps the centre of one app. Any thread.
private final class InfoCenterHolder: Sendable {
    let center: MPNowPlayingInfoCenter
    init(_ center: MPNowPlayingInfoCenter) { self.center = center }
}

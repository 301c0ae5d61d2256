public import Foundation

/// Control of playback: the commands and the position of a player.
public protocol MPMediaPlayback: AnyObject {
    /// Prepares the player's queue for playback, so that `play` starts at once.
    func prepareToPlay()
    /// Whether the player is prepared.
    var isPreparedToPlay: Bool { get }
    /// Starts or resumes playback.
    func play()
    /// Pauses playback.
    func pause()
    /// Ends playback.
    func stop()
    /// The playback position in the present item, in seconds.
    var currentPlaybackTime: TimeInterval { get set }
    /// The playback speed: 1 is normal, 0 is paused.
    var currentPlaybackRate: Float { get set }
    /// Begins to wind forward, until `endSeeking`.
    func beginSeekingForward()
    /// Begins to wind back, until `endSeeking`.
    func beginSeekingBackward()
    /// Ends winding; the player continues as before it.
    func endSeeking()
}

extension NSNotification.Name {
    /// Whether a player is prepared to play has changed, the object of the notification. A music
    /// player posts it on the main thread, between `beginGeneratingPlaybackNotifications` and
    /// `endGeneratingPlaybackNotifications`.
    public static let MPMediaPlaybackIsPreparedToPlayDidChange = NSNotification.Name(
        "MPMediaPlaybackIsPreparedToPlayDidChangeNotification")
}

import MediaPlayback

extension AVPlayer {
    /// The number of the app's stream that the player plays; `nil` without one.
    package var streamNumber: Int? { core.streamNumber }
}

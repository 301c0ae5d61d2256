package import AudioModel

/// What a player's completion handler waits for.
package enum PlayerCallbackType: Int, Sendable {
    /// The player has taken the data, perhaps before any of it is rendered.
    case dataConsumed
    /// The last frame has left the player.
    case dataRendered
    /// The last frame has reached the output device.
    case dataPlayedBack
}

/// A completion handler that may be called.
package struct PlayerCompletion: Sendable {
    package let callbackType: PlayerCallbackType
    /// The time at which the item's last frame reaches the device; `nil` for a dropped item and in
    /// manual rendering.
    package let endHostTime: HostTime?
    package let handler: @Sendable (PlayerCallbackType) -> Void
}

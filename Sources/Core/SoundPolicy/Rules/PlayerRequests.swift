package import AudioModel

/// Whether an app may let a music player in the background begin to play as if the player were in
/// the foreground.
///
/// An app in the foreground may start the system's music player, and its own players: a
/// press of its play button asks for the music. An app with the audio background mode may also
/// start its speech from the background, as a navigator does.
///
/// Source: iPod Library Access Programming Guide, "Using the System Music Player" and "Using the
/// Application Music Player"; that an app in the background may not start music, and may start its
/// speech, are our choices (`docs/facts.md`).
///
/// - Parameters:
///   - player: The description of the player's app.
///   - app: The app that starts the player.
///   - isForeground: Whether `app` is in the foreground.
///   - hasAudioMode: Whether `app` has the audio background mode.
package func mayStartPlayer(
    _ player: AppDescription, app: AppID, isForeground: Bool, hasAudioMode: Bool = false
) -> Bool {
    guard isForeground || (player.role == .speech && hasAudioMode) else { return false }
    if let client = player.client { return client == app }
    return player.role == .musicPlayer || player.role == .speech
}

/// Whether an app may bring a music player to the foreground: the system's player, which has a
/// screen of its own, and only for the active app, as it may open a URL in another one.
///
/// Source: Apple's documentation of `openToPlay(_:)` switches to the music app; that an app in the
/// background may not is our choice (`docs/facts.md`).
///
/// - Parameter isActive: Whether the app that asks is active.
package func mayOpenPlayer(_ player: AppDescription, isActive: Bool) -> Bool {
    isActive && player.role == .musicPlayer && player.client == nil
}

package import CommandLineTool
package import MediaControls

/// What desktops and media keys do.
extension PlaybackScreen {
    /// The player on the message bus, and how the sound is named there.
    package struct Remote {
        package var controls: PlaybackControls
        /// Identifies the sound among those of the command.
        package var id: String
        /// The address of the sound; `nil` for a stream.
        package var url: String?
        /// Whether a sound follows.
        package var hasNext: Bool

        package init(_ controls: PlaybackControls, id: String, url: String?, hasNext: Bool) {
            self.controls = controls
            self.id = id
            self.url = url
            self.hasNext = hasNext
        }
    }

    /// Does what was asked for, and shows the present state.
    ///
    /// - Returns: The end that was asked for; `nil` when playback goes on.
    mutating func followRemote() throws(ProgramError) -> Ending? {
        guard let remote else { return nil }
        for command in remote.controls.take() {
            if let ending = try handle(command) { return ending }
        }
        remote.controls.show(
            PlaybackControls.info(
                of: player, id: remote.id, name: name, url: remote.url, isPaused: isPaused,
                next: remote.hasNext, previous: place != nil))
        return nil
    }

    /// - Returns: The end that the command asks for; `nil` when playback goes on.
    package mutating func handle(_ command: MediaControlCommand) throws(ProgramError) -> Ending? {
        switch command {
        case .play: if isPaused { return try handle(Key.space) }
        case .pause: if !isPaused { return try handle(Key.space) }
        case .playPause: return try handle(Key.space)
        case .stop, .quit: return .stopped
        case .next: return try handle(Key.next)
        case .previous: return try handle(Key.previous)
        case .seek(let seconds): try seek(by: seconds)
        case .setPosition(let seconds): try seek(by: seconds - player.position)
        case .setRate(let rate): try setRate(rate)
        case .setVolume(let volume): setVolume(volume)
        case .setLoop, .setShuffle, .goTo, .openURI, .raise: break
        }
        return nil
    }
}

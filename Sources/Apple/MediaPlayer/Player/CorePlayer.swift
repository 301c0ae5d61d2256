import Playback

/// The player of the user's music, and not the handle of AudioToolbox.
typealias MusicPlayer = Playback.MusicPlayer

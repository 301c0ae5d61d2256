import DBus
import MediaControls
package import MusicLibrary
package import Playback

// What the player shows on the desktop of what it plays.

extension MediaPlayerInfo {
    /// The description of the music player for desktops.
    init(_ snapshot: ServiceSnapshot, track: MediaTrack?) {
        self.init(identity: "Sori Music")
        desktopEntry = MusicServiceNames.desktopEntry
        uriSchemes = ["file"]
        mimeTypes = [
            "audio/mpeg", "audio/mp4", "audio/aac", "audio/flac", "audio/ogg", "audio/x-wav",
            "audio/x-aiff", "audio/x-caf",
        ]
        let player = snapshot.player
        switch player.state {
        case .playing, .seekingForward, .seekingBackward: status = .playing
        case .paused, .interrupted: status = .paused
        case .stopped: status = .stopped
        }
        self.track = track
        self.track?.duration = player.duration ?? track?.duration
        position = player.seconds
        rate = player.rate
        minimumRate = 0.25
        maximumRate = 4
        volume = snapshot.volume
        switch player.repeatMode {
        case .none: loop = Loop.none
        case .one: loop = .track
        case .all: loop = .playlist
        }
        shuffle = player.shuffleMode != .off
        capabilities = [.control, .quit]
        if player.itemCount > 0 {
            capabilities.formUnion([.play, .pause, .next, .previous])
        }
        if player.item != nil { capabilities.insert(.seek) }
    }
}

/// What desktops see of an item: from the library, or of a file alone.
///
/// - Parameter hasLyrics: Whether the lyrics are read.
func mediaTrack(
    of item: MusicItem, in library: MediaLibrary?, hasLyrics: Bool = true
) -> MediaTrack {
    var track = MediaTrack(id: String(item.id, radix: 16))
    track.url = item.path.map { fileURL(ofPath: $0) }
    let fileName = item.path?.split(separator: "/").last.map(String.init)
    track.title = fileName.map { name in
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        return stem.isEmpty ? name : String(stem)
    }
    guard let library, let known = try? library.item(item.id) else { return track }
    track.title = known.title
    track.artists = [known.artist].compactMap(\.self)
    track.album = known.albumTitle
    track.albumArtists = [known.albumArtist].compactMap(\.self)
    track.genres = [known.genre].compactMap(\.self)
    track.composers = [known.composer].compactMap(\.self)
    track.comments = [known.comments].compactMap(\.self)
    if hasLyrics { track.lyrics = try? library.lyrics(of: item.id) }
    track.duration = known.duration
    track.trackNumber = known.trackNumber
    track.discNumber = known.discNumber
    track.beatsPerMinute = known.beatsPerMinute
    track.playCount = known.playCount
    track.rating = known.rating > 0 ? Double(known.rating) / 5 : nil
    track.created = known.year.map(String.init)
    track.lastPlayed = known.lastPlayed
    if let hash = known.picture, let picture = try? library.picture(hash) {
        track.artwork = .file(picture.path)
    }
    return track
}

extension MusicItem {
    /// The item of a file: the library's, or one that is in no library, which its path identifies.
    package init(file path: String, in library: MediaLibrary?) {
        if let known = try? library?.item(atPath: path) {
            self.init(known)
        } else {
            self.init(id: MPRIS.hash(of: path.utf8), path: path)
        }
    }

    package init(_ item: LibraryItem) {
        self.init(id: item.id, albumID: item.albumID ?? 0, path: item.path)
    }
}

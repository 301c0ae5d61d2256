/// Keys of Vorbis comments, of APE tags, and of libavformat's metadata.
enum CommentKey {
    /// Core Audio's metadata key for a key in lower case; the key itself where they are the same.
    static func coreAudio(_ key: String) -> String { coreAudioKeys[key] ?? key }

    /// The key of a Vorbis comment for Core Audio's metadata key; the key itself where they are the
    /// same.
    static func vorbis(_ key: String) -> String { vorbisKeys[key] ?? key }

    /// Vorbis comment keys by Core Audio's metadata key, where they differ.
    private static let vorbisKeys = [
        "comments": "comment", "track number": "tracknumber", "recorded date": "date",
        "encoding application": "encoder", "disc number": "discnumber",
        "album artist": "albumartist", "sort title": "titlesort", "sort artist": "artistsort",
        "sort album": "albumsort", "sort album artist": "albumartistsort",
        "sort composer": "composersort", "tempo": "bpm", "track count": "tracktotal",
        "disc count": "disctotal",
    ]

    /// Core Audio's metadata keys by comment key in lower case, where they differ.
    private static let coreAudioKeys = [
        "comment": "comments", "track": "track number", "date": "recorded date",
        "encoder": "encoding application", "tracknumber": "track number",
        "disc": "disc number", "discnumber": "disc number",
        "albumartist": "album artist", "album_artist": "album artist",
        "titlesort": "sort title", "artistsort": "sort artist",
        "albumsort": "sort album", "albumartistsort": "sort album artist",
        "composersort": "sort composer", "unsyncedlyrics": "lyrics", "bpm": "tempo",
        "tracktotal": "track count", "totaltracks": "track count", "disctotal": "disc count",
        "totaldiscs": "disc count", "title-sort": "sort title", "artist-sort": "sort artist",
        "album-sort": "sort album", "album_artist-sort": "sort album artist",
        "composer-sort": "sort composer", "sort_name": "sort title",
    ]
}

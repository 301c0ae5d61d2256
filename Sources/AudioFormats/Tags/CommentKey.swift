/// Keys of Vorbis comments, of APE tags, and of libavformat's metadata.
enum CommentKey {
    /// Core Audio's metadata key for a key in lower case; the key itself where they are the same.
    static func coreAudio(_ key: String) -> String { keys[key] ?? key }

    /// The keys that differ.
    private static let keys = [
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

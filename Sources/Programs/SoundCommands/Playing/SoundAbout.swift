package import AudioFormats

/// What a file says about its sound.
package struct SoundAbout: Equatable {
    package var title: String?
    package var artist: String?
    package var album: String?
    /// The file of the front cover, or else the first picture.
    package var picture: [UInt8]?
    /// The chapters, by their start.
    package var chapters: [AudioChapter] = []

    /// Nothing: a stream, or a file without tags.
    package init() {}

    /// What the tags say.
    package init(_ tags: FileTags) {
        title = Self.text("title", tags)
        artist = Self.text("artist", tags)
        album = Self.text("album", tags)
        picture = tags.pictures.first?.bytes
        chapters = tags.chapters.sorted { $0.start < $1.start }
    }

    /// Reads a file's tags; those that cannot be read are none.
    init(ofFile path: String) {
        guard let file = try? AudioFileReader(path: path, hint: .hint(fromName: path)),
            var tags = try? file.fileTags()
        else {
            self.init()
            return
        }
        tags.makePartsChapters()
        self.init(tags)
    }

    /// Artist and title; the name of the file for one without a title.
    package func label(orName name: String) -> String {
        guard let title else { return name }
        return artist.map { "\($0) - \(title)" } ?? title
    }

    private static func text(_ key: String, _ tags: FileTags) -> String? {
        tags.texts.first { $0.key == key && !$0.value.allSatisfy(\.isWhitespace) }?.value
    }
}

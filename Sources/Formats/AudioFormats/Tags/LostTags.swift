extension FileTags {
    /// Names of what a container does not hold.
    ///
    /// - Parameters:
    ///   - forms: What it keeps of the parts without a metadata key.
    ///   - separate: Keys of numbers that it does not hold together with their totals.
    ///   - carries: Whether it holds a text.
    func lost(
        keeping forms: Set<Form>, apart separate: Set<String> = [],
        _ carries: (_ key: String, _ value: String) -> Bool
    ) -> [String] {
        var names: [String] = []
        for (key, value) in texts.withPairs(but: separate)
        where !carries(key, value) && !names.contains(key) {
            names.append(key)
        }
        for part in others
        where part.form != .unread && !forms.contains(part.form) && !names.contains(part.name) {
            names.append(part.name)
        }
        return names
    }

    /// Names of the parts that are not read, because they are too large, compressed, or of a kind that
    /// is not known.
    public var unread: [String] {
        others.filter { $0.form == .unread }.map(\.name)
    }

    /// Pictures, for a container that holds none.
    var lostPictures: [String] {
        pictures.isEmpty ? [] : [pictures.count == 1 ? "the picture" : "the pictures"]
    }

    /// What the pictures show, for a container that does not state it.
    var lostKinds: [String] {
        let isPlain = pictures.enumerated().allSatisfy { index, picture in
            picture.kind == (index == 0 ? AttachedPicture.frontCover : 0)
        }
        let hasDescriptions = pictures.contains { !$0.description.isEmpty }
        if isPlain, !hasDescriptions { return [] }
        return [
            (isPlain
                ? "the descriptions" : hasDescriptions ? "the kinds and descriptions" : "the kinds")
                + " of the pictures"
        ]
    }

    /// Chapters, for a container that holds the start and the title of `countMax`.
    func lostChapters(after countMax: Int, keepingLinks keepsLinks: Bool = false) -> [String] {
        guard countMax > 0 else { return chapters.isEmpty ? [] : ["the chapters"] }
        var names =
            chapters.count > countMax ? ["the chapters after number \(countMax)"] : []
        let linkCountMax = chapters.map(\.linkCount).max() ?? 0
        if linkCountMax > (keepsLinks ? 1 : 0) {
            names.append(
                keepsLinks ? "the other links of the chapters" : "the links of the chapters")
        }
        if chapters.contains(where: { !$0.subtitle.isEmpty }) {
            names.append("the subtitles of the chapters")
        }
        if chapters.contains(where: { $0.pictureCount > 0 }) {
            names.append("the pictures of the chapters")
        }
        for name in chapters.flatMap(\.otherFrameNames) where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}

extension WritingProperties {
    /// Sets all that a file says besides its audio.
    public mutating func setTags(_ tags: FileTags) {
        self.tags = tags.texts
        pictures = tags.pictures
        chapters = tags.chapters
        id3Frames = tags.id3Frames
        mp4Items = tags.mp4Items
    }

    /// The markers, or else those of the chapters, for containers that have markers.
    ///
    /// - Parameter first: The number of the first chapter's marker.
    func markers(atRate sampleRate: Double, chaptersFrom first: Int = 1) -> MarkerList {
        guard markers.markers.isEmpty else { return markers }
        return MarkerList(
            chapters.prefix(MarkerLimits.markersMax).enumerated().map { index, chapter in
                AudioMarker(
                    framePosition: (chapter.start * sampleRate).rounded(),
                    name: chapter.title.isEmpty ? nil : chapter.title, id: Int32(index + first))
            })
    }

    /// Whether an ID3 tag has more than a container's own texts.
    func needsID3(besides carries: (String) -> Bool) -> Bool {
        !pictures.isEmpty || !chapters.isEmpty || !id3Frames.isEmpty
            || tags.contains { !carries($0.key) }
    }
}

/// What the user does with items. Kept in the database alone: files are never changed.
extension MediaLibrary {
    /// Counts that an item was played to its end.
    ///
    /// - Parameter date: Seconds since 1970; now by default.
    package func countPlay(of id: UInt64, at date: Double? = nil) throws(LibraryError) {
        try change(
            "playCount = playCount + 1, lastPlayed = ?, bookmark = 0",
            [.real(date ?? secondsNow())],
            of: id)
    }

    /// Counts that an item was skipped before its end.
    package func countSkip(of id: UInt64) throws(LibraryError) {
        try change("skipCount = skipCount + 1", [], of: id)
    }

    /// Rates an item.
    ///
    /// - Parameter stars: 0 to 5; nil for the rating of the file.
    package func rate(_ id: UInt64, stars: Int?) throws(LibraryError) {
        try change("rating = ?", [.optional(stars.map { min(max($0, 0), 5) })], of: id)
    }

    /// Keeps the place in seconds at which an item goes on.
    package func setBookmark(_ seconds: Double, of id: UInt64) throws(LibraryError) {
        let seconds = seconds.isFinite ? max(seconds, 0) : 0
        try change("bookmark = ?", [.real(seconds)], of: id)
    }

    private func change(
        _ sets: String, _ values: [SQLValue], of id: UInt64
    ) throws(LibraryError) {
        try change { database throws(LibraryError) in
            try database.run("UPDATE item SET \(sets) WHERE id = ?", values: values + [.id(id)])
        }
    }

    /// The file of a picture and its size in pixels.
    package struct Picture: Equatable, Sendable {
        package var path: String
        package var width: Int?
        package var height: Int?
    }

    /// A picture by its hash; nil when the library does not have it.
    package func picture(_ hash: UInt64) throws(LibraryError) -> Picture? {
        try use { database throws(LibraryError) in
            let row = try database.query(
                "SELECT width, height FROM picture WHERE hash = ?", .id(hash))
            defer { row.reset() }
            guard try row.step() else { return nil }
            return Picture(
                path: PictureStore.path(of: hash, in: location.artwork),
                width: row.optionalInt(0), height: row.optionalInt(1))
        }
    }
}

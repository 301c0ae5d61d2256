extension MediaLibrary {
    /// Copies the playlists of the user from a damaged database, as far as they can be read; their
    /// items come back with the next scan, under the same identifiers.
    static func salvagePlaylists(_ old: Database, into database: Database) {
        do throws(LibraryError) {
            let rows = try old.query(
                """
                SELECT id, name, nameKey, searchText, sortKey, section, attributes, description,
                    author, created, modified
                FROM playlist WHERE folder IS NULL
                """)
            while try rows.step() {
                try database.run(
                    """
                    INSERT OR IGNORE INTO playlist(id, name, nameKey, searchText, sortKey, section,
                        attributes, description, author, created, modified, present)
                    VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
                    """,
                    .integer(rows.integer(0)), .text(rows.text(1)), .text(rows.text(2)),
                    .text(rows.text(3)), .bytes(rows.bytes(4)), .text(rows.text(5)),
                    .integer(rows.integer(6)), .optional(rows.optionalText(7)),
                    .optional(rows.optionalText(8)), .real(rows.real(9)), .real(rows.real(10)))
            }
        } catch {
            // The rest cannot be read.
        }
        do throws(LibraryError) {
            let rows = try old.query(
                """
                SELECT playlist, position, item FROM playlistEntry
                WHERE item IS NOT NULL AND folderPath IS NULL
                """)
            while try rows.step() {
                try database.run(
                    "INSERT OR IGNORE INTO playlistEntry(playlist, position, item) VALUES(?, ?, ?)",
                    .integer(rows.integer(0)), .integer(rows.integer(1)), .integer(rows.integer(2)))
            }
        } catch {
            // The rest cannot be read.
        }
    }
}

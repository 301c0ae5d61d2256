import Glibc
import Realtime

/// The tables of the database, and how older ones are brought up to date.
enum Schema {
    /// Steps from one version to the next; the database's `user_version` counts those that were done.
    ///
    /// A step is never changed once released: add one.
    static let steps = [first, second, third]

    static var version: Int64 { Int64(steps.count) }

    private static let first = """
        CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE root(path TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE folder(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, parent INTEGER);
        CREATE INDEX folderByParent ON folder(parent);
        -- Artists, albums, composers, genres and podcasts; `artist` is an album's artist.
        CREATE TABLE grouping(
            id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL,
            sortKey BLOB NOT NULL, section TEXT NOT NULL, searchText TEXT NOT NULL,
            artist INTEGER);
        CREATE INDEX groupingBySortKey ON grouping(kind, sortKey);
        CREATE INDEX groupingByKey ON grouping(kind, key);
        CREATE TABLE item(
            id INTEGER PRIMARY KEY, folder INTEGER, name TEXT, size INTEGER, modified INTEGER,
            inode INTEGER, hash INTEGER, present INTEGER NOT NULL, added REAL NOT NULL,
            mediaType INTEGER NOT NULL, title TEXT NOT NULL, titleKey TEXT NOT NULL,
            searchText TEXT NOT NULL, sortKey BLOB NOT NULL, section TEXT NOT NULL,
            album INTEGER, artist INTEGER, albumArtist INTEGER, composer INTEGER, genre INTEGER,
            podcast INTEGER, discNumber INTEGER, discCount INTEGER, trackNumber INTEGER,
            trackCount INTEGER, compilation INTEGER NOT NULL, year INTEGER, releaseDate REAL,
            duration REAL, bpm INTEGER, explicit INTEGER NOT NULL, comments TEXT,
            userGrouping TEXT, picture INTEGER, container TEXT, codec TEXT, sampleRate REAL,
            channels INTEGER, bitRate REAL, fileRating INTEGER,
            playCount INTEGER NOT NULL DEFAULT 0, skipCount INTEGER NOT NULL DEFAULT 0,
            lastPlayed REAL, rating INTEGER, bookmark REAL NOT NULL DEFAULT 0,
            UNIQUE(folder, name));
        CREATE INDEX itemByHash ON item(hash);
        CREATE INDEX itemBySortKey ON item(sortKey, mediaType) WHERE present = 1;
        CREATE INDEX itemByTitle ON item(titleKey) WHERE present = 1;
        CREATE INDEX itemBySearchText ON item(searchText) WHERE present = 1;
        CREATE INDEX itemByAlbum ON item(album, mediaType, discNumber, trackNumber)
            WHERE present = 1;
        CREATE INDEX itemByArtist ON item(artist, mediaType) WHERE present = 1;
        CREATE INDEX itemByAlbumArtist ON item(albumArtist, mediaType) WHERE present = 1;
        CREATE INDEX itemByComposer ON item(composer, mediaType)
            WHERE present = 1 AND composer IS NOT NULL;
        CREATE INDEX itemByGenre ON item(genre, mediaType) WHERE present = 1 AND genre IS NOT NULL;
        CREATE INDEX itemByPodcast ON item(podcast, mediaType)
            WHERE present = 1 AND podcast IS NOT NULL;
        CREATE TABLE lyrics(item INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE VIRTUAL TABLE itemSearch USING fts5(
            title, names, tokenize = 'ascii', prefix = '1 2 3', detail = column);
        CREATE VIRTUAL TABLE groupingSearch USING fts5(
            name, tokenize = 'ascii', prefix = '1 2 3', detail = none);
        CREATE TABLE picture(
            hash INTEGER PRIMARY KEY, type TEXT NOT NULL, byteCount INTEGER NOT NULL,
            width INTEGER, height INTEGER);
        -- Files that could not be read, so that they are not tried again until they change.
        CREATE TABLE failure(
            folder INTEGER NOT NULL, name TEXT NOT NULL, size INTEGER, modified INTEGER,
            inode INTEGER, reason TEXT NOT NULL, PRIMARY KEY(folder, name)) WITHOUT ROWID;
        """

    /// Version 2: playlists of the user, and those of files in the scanned folders.
    private static let second = """
        CREATE TABLE playlist(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, nameKey TEXT NOT NULL,
            searchText TEXT NOT NULL, sortKey BLOB NOT NULL, section TEXT NOT NULL,
            attributes INTEGER NOT NULL DEFAULT 0, description TEXT, author TEXT,
            created REAL NOT NULL, modified REAL NOT NULL, present INTEGER NOT NULL,
            -- Where its file is; null for a playlist of the user.
            folder INTEGER, file TEXT, size INTEGER, fileModified INTEGER, inode INTEGER,
            UNIQUE(folder, file));
        CREATE INDEX playlistBySortKey ON playlist(sortKey) WHERE present = 1;
        -- An entry of a file has the place that it names, and an item once there is one.
        CREATE TABLE playlistEntry(
            playlist INTEGER NOT NULL, position INTEGER NOT NULL, item INTEGER,
            folderPath TEXT, name TEXT, PRIMARY KEY(playlist, position)) WITHOUT ROWID;
        CREATE INDEX playlistEntryByItem ON playlistEntry(item);
        """

    /// Version 3: how many songs of each type an album has, so that a list of albums need not count.
    private static let third = """
        CREATE INDEX groupingByName ON grouping(kind, sortKey, id, name, section, artist);
        DROP INDEX groupingBySortKey;
        CREATE TABLE albumCount(
            album INTEGER NOT NULL, mediaType INTEGER NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY(album, mediaType)) WITHOUT ROWID;
        INSERT INTO albumCount SELECT album, mediaType, count(*) FROM item
            WHERE present = 1 AND album IS NOT NULL GROUP BY album, mediaType;
        CREATE TRIGGER itemIsCounted AFTER INSERT ON item
            WHEN NEW.present = 1 AND NEW.album IS NOT NULL BEGIN
            INSERT INTO albumCount VALUES(NEW.album, NEW.mediaType, 1)
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER itemIsNoLongerCounted AFTER DELETE ON item
            WHEN OLD.present = 1 AND OLD.album IS NOT NULL BEGIN
            UPDATE albumCount SET count = count - 1
                WHERE album = OLD.album AND mediaType = OLD.mediaType;
        END;
        CREATE TRIGGER itemIsCountedAnew AFTER UPDATE OF album, mediaType, present ON item
            WHEN OLD.album IS NOT NEW.album OR OLD.mediaType <> NEW.mediaType
                OR OLD.present <> NEW.present BEGIN
            UPDATE albumCount SET count = count - 1
                WHERE OLD.present = 1 AND album = OLD.album AND mediaType = OLD.mediaType;
            INSERT INTO albumCount SELECT NEW.album, NEW.mediaType, 1
                WHERE NEW.present = 1 AND NEW.album IS NOT NULL
                ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        """

    /// Seconds in which to try while others open the same new database, and the pause between two
    /// times, in milliseconds.
    private static let (logSeconds, logPause) = (30.0, Int32(20))

    /// Switches to the write-ahead log, for which a connection needs the database for itself.
    ///
    /// SQLite does not wait for the others here: each might wait for another one.
    private static func useWriteAheadLog(_ database: Database) throws(LibraryError) {
        let end = monotonicSeconds() + logSeconds
        while true {
            do throws(LibraryError) {
                return try database.execute("PRAGMA journal_mode = WAL")
            } catch {
                guard case .busy = error, monotonicSeconds() < end else { throw error }
            }
            poll(nil, 0, logPause)
        }
    }

    /// Prepares a connection and brings the tables up to date.
    ///
    /// - Parameter cacheKilobytes: Most memory for pages of the file. The system keeps them too, so
    ///   that reading needs little; a scan, which changes pages all over the file, wants more.
    /// - Throws: `newer` for a database of a newer version, or `damaged`.
    static func prepare(
        _ database: Database, cacheKilobytes: Int = 2048
    ) throws(LibraryError) {
        try useWriteAheadLog(database)
        // A crash of the machine may lose the last transactions, but not damage the file.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.execute("PRAGMA cache_size = -\(cacheKilobytes)")
        try database.execute("PRAGMA temp_store = MEMORY")
        try database.execute("PRAGMA journal_size_limit = 16777216")
        try database.execute("PRAGMA trusted_schema = OFF")
        let found = try database.number("PRAGMA user_version") ?? 0
        guard found <= version else { throw LibraryError.newer(path: database.path) }
        guard found < version else { return }
        try database.transaction { () throws(LibraryError) in
            // Another process may have been faster.
            let found = max(try database.number("PRAGMA user_version") ?? 0, 0)
            for step in steps.dropFirst(Int(found)) { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(version)")
        }
    }
}

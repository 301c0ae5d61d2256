import Foundation
import MusicLibrary
import TestSupport
import Testing

@Suite(
    "A library of version 1", .enabled(if: BuildTraits.hasMediaLibrary, "built without SQLite"))
struct MigrationTests {
    @Test("is brought up to date with its songs, and has playlists from then on")
    func migration() throws {
        let test = try TestLibrary()
        let location = LibraryLocation(folder: test.folder.file("old"))
        try test.write(SongFiles.mp3(title: "One", sound: 1), "1.mp3")
        try test.scan()
        let item = try #require(try test.item("1.mp3"))
        try FileManager.default.createDirectory(
            atPath: location.folder, withIntermediateDirectories: true)
        try RawDatabase.run(
            Self.schema
                + """
                PRAGMA user_version = 1;
                INSERT INTO root(path) VALUES('\(test.music)');
                INSERT INTO item(id, hash, present, added, mediaType, title, titleKey, searchText,
                    sortKey, section, compilation, explicit, playCount, rating)
                SELECT \(Int64(bitPattern: item.id)), \(Int64(bitPattern: item.id)), 0, 5, 1, 'One',
                    'one', 'one', x'04', 'O', 0, 0, 7, 4;
                """, at: location.database)
        let library = try MediaLibrary(at: location)
        #expect(library.notice == nil)
        #expect(try library.folders() == [test.music])
        #expect(try LibraryScanner(library).scan().moved == 1)
        let found = try #require(try library.item(item.id))
        #expect((found.playCount, found.rating, found.title) == (7, 4, "One"))
        let playlist = try library.createPlaylist(name: "Mix", items: [item.id])
        #expect(try MediaLibrary(at: location).items(ofPlaylist: playlist.id) == [item.id])
    }

    /// The tables as version 1 made them; never changed.
    private static let schema = """
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
}

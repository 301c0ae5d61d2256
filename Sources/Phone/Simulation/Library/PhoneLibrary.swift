import AudioModel
public import Foundation
import MusicLibrary
import SoundClient

extension SimulatedPhone {
    /// The music library of the phone's user, which its apps read through `MediaPlayer`.
    ///
    /// It is empty at first; songs are added as files of the phone's, with generated sound:
    ///
    ///     phone.library.add(Song("One", artist: "Anna", album: "First", track: 1))
    @MainActor
    public final class Library {
        private let place: LibraryPlace
        private let note: (String) -> Void
        private var library: MediaLibrary?
        private var fileCount = 0

        init(in root: URL, note: @escaping (String) -> Void) {
            place = LibraryPlace(root)
            self.note = note
        }

        /// Whether it has ever had songs.
        var isUsed: Bool { fileCount > 0 }

        /// Gives the folder of the database, which is made when it is first used. Any thread.
        var folder: @Sendable () -> String { { [place] in place.database } }

        /// Adds songs, each as a WAVE file with its tags.
        public func add(_ songs: [Song]) {
            for song in songs {
                guard fileCount < Self.songsMax else {
                    return note("a phone's library has at most \(Self.songsMax) songs")
                }
                fileCount += 1
                do {
                    try song.write(to: place.file(named: Self.fileName(song, fileCount)))
                } catch {
                    note("\(song.title) cannot be added to the library: \(error)")
                }
            }
            scan()
        }

        /// Adds songs, each as a WAVE file with its tags.
        public func add(_ songs: Song...) { add(songs) }

        /// Adds copies of sound files, with the tags that they have.
        public func add(filesAt urls: [URL]) {
            for url in urls {
                fileCount += 1
                do {
                    let name = "\(fileCount) \(url.lastPathComponent)"
                    try FileManager.default.copyItem(at: url, to: place.file(named: name))
                } catch {
                    note("\(url.path) cannot be added to the library: \(error)")
                }
            }
            scan()
        }

        /// Adds a playlist of songs in an order. A title of several songs means the first; one that the
        /// library does not have is a finding.
        public func addPlaylist(_ name: String, titles: [String]) {
            change { library in
                let items = titles.compactMap { title in first(title, in: library) }
                try library.createPlaylist(name: name, items: items)
            }
        }

        /// Removes songs and their files.
        public func remove(titles: [String]) {
            change { library in
                for title in titles {
                    guard let id = first(title, in: library),
                        let path = try library.item(id)?.path
                    else { continue }
                    try FileManager.default.removeItem(atPath: path)
                }
            }
            scan()
        }

        /// The titles of all songs, sorted.
        public var titles: [String] {
            var titles: [String] = []
            change { titles = try $0.items().map(\.title) }
            return titles
        }

        /// Most songs of a phone's library.
        private static let songsMax = 10_000

        private func first(_ title: String, in library: MediaLibrary) -> UInt64? {
            let query = LibraryQuery([LibraryPredicate(.title, .text(title))])
            let found = try? library.itemIDs(query).first
            if found == nil { note("the library has no song \"\(title)\"") }
            return found
        }

        private func scan() {
            change { _ = try LibraryScanner($0).scan() }
        }

        private func change(_ body: (MediaLibrary) throws -> Void) {
            do {
                let library = try library ?? opened()
                self.library = library
                try body(library)
            } catch {
                note("the library cannot be changed: \(error)")
            }
        }

        private func opened() throws -> MediaLibrary {
            let library = try MediaLibrary(at: LibraryLocation(folder: place.database))
            try library.addFolder(place.music)
            return library
        }

        /// A name that has the song's position in the library, and so is one of its own.
        private static func fileName(_ song: Song, _ number: Int) -> String {
            let title = String(song.title.filter { $0.isLetter || $0.isNumber || $0 == " " })
            return "\(number) \(title.prefix(40)).wav"
        }
    }

    /// Answers the request for the music library that an app shows.
    public func answerLibraryRequest(of app: App, isGranted: Bool) {
        stage.loop.prepareForAct()
        if !app.staged.sound.mediaLibraryAccess.answer(isGranted ? .granted : .denied) {
            note("\(app.name) does not ask for the music library")
        }
        stage.loop.runDue()
    }

    /// Gives a launched app its way to the library.
    func shareLibrary(with app: App) {
        let folder = library.folder
        let text = app.info["NSAppleMusicUsageDescription"] as? String ?? ""
        // Before iOS 10 apps used the library without asking.
        let asks = profile >= .ios13
        _ = app.staged.sound.attachment {
            MediaLibraryAccess(
                folder: folder, permission: asks ? mediaLibraryPermission : .granted,
                hasUsageText: !text.isEmpty || !asks,
                reportViolation: violationReport(of: app))
        }
    }
}

/// The folders of a phone's library. Any thread.
final class LibraryPlace: Sendable {
    private let root: URL

    init(_ root: URL) { self.root = root }

    /// The folder of the database.
    var database: String { folder("Database") }
    /// The folder of the sound files.
    var music: String { folder("Music") }

    func file(named name: String) -> URL { URL(fileURLWithPath: music + "/" + name) }

    private func folder(_ name: String) -> String {
        let url = root.appendingPathComponent(name, isDirectory: true)
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url.path
    }
}

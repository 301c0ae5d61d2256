import CommandLineTool
import MusicLibrary

/// Measures the music library with a hundred thousand files: scans, queries and memory.
enum LibraryBench {
    private static let fileCount = 100_000
    private static let playlistCount = 1000
    /// The goal is 1,500 files a second.
    private static let scanNanosecondsMax = 1e9 / 1500
    /// The goal is 20,000 files a second.
    private static let rescanNanosecondsMax = 1e9 / 20_000
    private static let queryNanosecondsMax = 20e6
    private static let megabytesMax = 64.0

    static func steps(in folder: TemporaryFolder) -> [BenchStep] {
        let files = LibraryFiles(folder: folder.path(of: "music"), count: fileCount)
        let location = LibraryLocation(folder: folder.path(of: "library"))
        return [
            BenchStep(name: "first scan of \(fileCount) files, for each") {
                timer throws(ProgramError) in
                try files.make()
                try mapErrors { () throws(LibraryError) in
                    try MediaLibrary(at: location).addFolder(files.folder)
                }
                _ = ProcessMemory.startPeak()
                let start = timer.now()
                let found = try scan(location)
                let seconds = timer.now() - start
                guard found.added == fileCount else { throw unlike(found) }
                return .found(
                    .init(seconds * 1e9 / Double(fileCount), .nanoseconds, most: scanNanosecondsMax)
                )
            },
            BenchStep(name: "scan of \(fileCount) unchanged files, for each") {
                timer throws(ProgramError) in
                var times: [Double] = []
                for _ in 0..<min(timer.roundCount, 5) {
                    let start = timer.now()
                    let found = try scan(location)
                    times.append(timer.now() - start)
                    guard found.files == fileCount, found.read == 0 else { throw unlike(found) }
                }
                return .found(
                    .init(
                        median(times) * 1e9 / Double(fileCount), .nanoseconds,
                        most: rescanNanosecondsMax))
            },
            BenchStep(name: "a new playlist, of \(playlistCount)") { timer throws(ProgramError) in
                let start = timer.now()
                try mapErrors { () throws(LibraryError) in
                    let library = try MediaLibrary(at: location)
                    for number in 0..<playlistCount {
                        try library.createPlaylist(name: "Mix \(number) for the Évening")
                    }
                }
                let seconds = timer.now() - start
                return .found(
                    .init(
                        seconds * 1e9 / Double(playlistCount), .nanoseconds,
                        most: queryNanosecondsMax))
            },
        ] + queries(location) + [
            BenchStep(name: "memory of the process that has scanned and asked") {
                _ throws(ProgramError) in
                guard let peak = ProcessMemory.peakBytes() else {
                    return .skipped(reason: "/proc does not tell the peak of memory")
                }
                return .found(.init(Double(peak) / 1_048_576, .megabytes, most: megabytesMax))
            }
        ]
    }

    // MARK: Queries

    private static func queries(_ location: LibraryLocation) -> [BenchStep] {
        let contains = LibraryQuery([LibraryPredicate(.title, .text("river 77"), .contains)])
        let artist = LibraryQuery([
            LibraryPredicate(.mediaType, .mediaType(.music)),
            LibraryPredicate(.artist, .text("artist 500")),
        ])
        return [
            query("albums, asked for once", location, asksAgain: false) {
                library throws(LibraryError) in
                try library.collections(.of(.music, groupedBy: .album)).count
            },
            query("albums", location) { library throws(LibraryError) in
                try library.collections(.of(.music, groupedBy: .album)).count
            },
            query("artists", location) { library throws(LibraryError) in
                try library.collections(.of(.music, groupedBy: .artist)).count
            },
            query("songs of an artist", location) { library throws(LibraryError) in
                try library.itemIDs(artist).count
            },
            query("songs with a text in their titles", location) { library throws(LibraryError) in
                try library.itemIDs(contains).count
            },
        ]
            + [
                query("search that finds \(playlistCount) playlists", location) {
                    library throws(LibraryError) in
                    try library.search("mix eve", limit: playlistCount).playlists.count
                }
            ]
            + ["s", "so", "song", "the river 7", "art 5 moon"].map { text in
                query("search as typed, '\(text)'", location) { library throws(LibraryError) in
                    try library.search(text).items.count
                }
            }
    }

    private static func query(
        _ name: String, _ location: LibraryLocation, asksAgain: Bool = true,
        _ ask: @escaping (MediaLibrary) throws(LibraryError) -> Int
    ) -> BenchStep {
        BenchStep(name: name) { timer throws(ProgramError) in
            var library = try mapErrors { () throws(LibraryError) in
                try MediaLibrary(at: location)
            }
            var times: [Double] = []
            // The first fills the caches of the connection.
            for round in 0...max(timer.roundCount, 5) {
                try timer.checkEnd()
                if !asksAgain {
                    library = try mapErrors { () throws(LibraryError) in
                        try MediaLibrary(at: location)
                    }
                }
                let start = timer.now()
                let count = try mapErrors { () throws(LibraryError) in try ask(library) }
                let seconds = timer.now() - start
                guard count > 0 else {
                    throw ProgramError(.expectationFailed, "nothing is found", in: name)
                }
                if round > 0 { times.append(seconds) }
            }
            return .found(
                .init(median(times) * 1e9, .nanoseconds, most: queryNanosecondsMax))
        }
    }

    // MARK: Errors

    private static func scan(_ location: LibraryLocation) throws(ProgramError) -> ScanProgress {
        try mapErrors { () throws(LibraryError) in
            try LibraryScanner(MediaLibrary(at: location)).scan()
        }
    }

    private static func mapErrors<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(ProgramError) -> Result {
        do throws(LibraryError) { return try body() } catch {
            throw ProgramError(.deviceMissing, error.description)
        }
    }

    private static func unlike(_ found: ScanProgress) -> ProgramError {
        ProgramError(
            .expectationFailed,
            "the scan found \(found.files) files, \(found.added) new, \(found.failed) unread")
    }
}

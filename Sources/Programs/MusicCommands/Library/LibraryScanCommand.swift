import AudioModel
package import CommandLineTool
import Glibc
package import MusicLibrary
import Terminal

/// Reads the user's music into the library.
package enum LibraryScanCommand: Command {
    package static let syntax = CommandSyntax(
        name: "scan", of: LibraryAccess.program,
        summary: "adds folders, and reads what is new in all folders",
        operands: .any("FOLDER"),
        options: [
            OptionSyntax("--watch", "goes on watching the folders until Ctrl-C"),
            OptionSyntax("--remove", "removes the folders from the library instead of adding them"),
            LibraryAccess.json, LibraryAccess.option,
        ],
        notes: [
            "Without FOLDER and without folders so far, the user's folder of music is added: "
                + "XDG_MUSIC_DIR of user-dirs.dirs, or ~/Music. A scan that was stopped or killed "
                + "goes on where it was. A file that moves keeps its play count. Play counts and "
                + "ratings of files that are gone are kept until they return."
        ])

    package static func run(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> ExitCode {
        EndSignals.listen()
        return try run(
            arguments, console,
            terminalWidth: isatty(STDERR_FILENO) == 1
                ? { RawTerminal.width(STDERR_FILENO) } : nil,
            endSignal: { EndSignals.first })
    }

    /// - Parameters:
    ///   - terminalWidth: Columns of the terminal on standard error; `nil` if it is not a terminal.
    ///   - endSignal: Returns the signal that asked for the end; `nil` until there is one.
    package static func run(
        _ arguments: Arguments, _ console: Console, terminalWidth: (() -> Int)?,
        endSignal: @escaping () -> EndSignal?
    ) throws(ProgramError) -> ExitCode {
        let library = try LibraryAccess.opened(LibraryAccess.location(arguments), console)
        try setFolders(of: library, arguments)
        var line = ScanLine(console, terminalWidth)
        let started = ContinuousClock.now
        func report(_ progress: ScanProgress) -> Bool {
            line.show(progress, after: ContinuousClock.now - started)
            return endSignal() == nil
        }
        let watcher = try LibraryAccess.mapErrors { () throws(LibraryError) in
            arguments.has("--watch") ? try LibraryWatcher(library) : nil
        }
        let progress: ScanProgress
        do throws(LibraryError) {
            if let watcher {
                progress = try watcher.scan(report)
            } else {
                progress = try LibraryScanner(library).scan(report)
            }
        } catch {
            line.clear()
            throw LibraryAccess.programError(error)
        }
        line.clear()
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        try print(progress, of: library, seconds, isJSON: arguments.has("--json"), console)
        if let signal = endSignal() {
            throw stopped(progress, signal, arguments)
        }
        guard let watcher else { return .done }
        return try watch(watcher, console, isJSON: arguments.has("--json"), endSignal)
    }

    private static func stopped(
        _ progress: ScanProgress, _ signal: EndSignal, _ arguments: Arguments
    ) -> ProgramError {
        ProgramError(
            signal.exitCode, "stopped after \(Numeral.counted(progress.files, "file"))",
            in: arguments.place, advice: "the next scan goes on from there")
    }

    private static func setFolders(
        of library: MediaLibrary, _ arguments: Arguments
    ) throws(ProgramError) {
        let removes = arguments.has("--remove")
        if removes, arguments.operands.isEmpty {
            throw arguments.wrongUse("FOLDER is missing", advice: "name the folder to remove")
        }
        for folder in arguments.operands {
            let path = absolutePath(folder)
            if removes {
                let wasThere = try LibraryAccess.mapErrors { () throws(LibraryError) in
                    try library.removeFolder(path)
                }
                guard wasThere else {
                    throw ProgramError(
                        .wrongUse, "is no folder of the library", in: folder,
                        advice: "see 'sori library status'")
                }
            } else {
                var status = stat()
                let isThere = stat(path, &status) == 0
                guard isThere, status.st_mode & S_IFMT == S_IFDIR else {
                    throw ProgramError(
                        .badInput, isThere ? "is not a folder" : "there is no such folder",
                        in: folder, advice: "check the path")
                }
                try LibraryAccess.mapErrors { () throws(LibraryError) in
                    try library.addFolder(path)
                }
            }
        }
        let folders = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try library.folders()
        }
        guard folders.isEmpty, !removes else { return }
        guard let music = LibraryLocation.musicFolder(environmentValue) else {
            throw ProgramError(
                .deviceMissing, "there is no folder of music", in: "XDG_MUSIC_DIR and ~/Music",
                advice: "name one: sori library scan FOLDER")
        }
        try LibraryAccess.mapErrors { () throws(LibraryError) in try library.addFolder(music) }
    }

    private static func print(
        _ progress: ScanProgress, of library: MediaLibrary, _ seconds: Double, isJSON: Bool,
        _ console: Console
    ) throws(ProgramError) {
        let count = try LibraryAccess.mapErrors { () throws(LibraryError) in
            try library.itemCount()
        }
        for folder in progress.unreadableFolders {
            console.warn("sori: cannot be read, \(printable(folder))")
        }
        guard !isJSON else {
            return console.print(progress.json(items: count, seconds: seconds).compactText + "\n")
        }
        console.print(
            "\(Numeral.counted(count, "item")) in the library: \(progress.words), "
                + "\(Numeral.counted(progress.files, "file")) in "
                + "\(Numeral.fixed(seconds, places: 1)) s\n")
        if progress.failed > 0 {
            console.print(
                "\(Numeral.counted(progress.failed, "file")) could not be read: "
                    + "'sori library status --failures' says why\n")
        }
        if progress.unnamable > 0 {
            console.print(
                "\(Numeral.counted(progress.unnamable, "file")) left out, "
                    + "because the name is not UTF-8\n")
        }
    }

    // MARK: Watching

    private static func watch(
        _ watcher: LibraryWatcher, _ console: Console, isJSON: Bool,
        _ endSignal: () -> EndSignal?
    ) throws(ProgramError) -> ExitCode {
        let sliceSeconds = 0.25
        if !isJSON { console.print("watching \(watcher.description); Ctrl-C ends\n") }
        var notice: String?
        while true {
            if let signal = endSignal() { return signal.exitCode }
            guard !console.output.isClosed else { return .done }
            if watcher.notice != notice {
                notice = watcher.notice
                if let notice { console.warn("sori: " + notice) }
            }
            let found = try LibraryAccess.mapErrors { () throws(LibraryError) in
                try watcher.next(timeoutSeconds: sliceSeconds)
            }
            guard let found, found.hasChanges else { continue }
            let text =
                isJSON ? found.json(items: nil, seconds: nil).compactText : found.words
            console.print(text + "\n")
        }
    }
}

extension ScanProgress {
    /// Such as `12 added, 1 moved`; `nothing has changed`.
    package var words: String {
        let parts = [
            (added, "added"), (updated, "changed"), (moved, "moved"), (removed, "gone"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let lists =
            changedPlaylists > 0 ? [Numeral.counted(changedPlaylists, "playlist") + " read"] : []
        let words = (parts + lists).joined(separator: ", ")
        return words.isEmpty ? "nothing has changed" : words
    }

    func json(items: Int?, seconds: Double?) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("files", .integer(files)), ("read", .integer(read)), ("added", .integer(added)),
            ("changed", .integer(updated)), ("moved", .integer(moved)),
            ("gone", .integer(removed)), ("failed", .integer(failed)),
            ("playlists", .integer(changedPlaylists)),
            ("unreadableFolders", .array(unreadableFolders.map { .string($0) })),
            ("stopped", .bool(isCancelled)),
        ]
        if let items { members.append(("items", .integer(items))) }
        if let seconds { members.append(("seconds", .decimal(seconds, places: 3))) }
        return .object(members)
    }
}

/// The progress of a scan on a terminal, drawn at intervals.
private struct ScanLine {
    private let console: Console
    private let width: (() -> Int)?
    private var isShown = false

    init(_ console: Console, _ width: (() -> Int)?) {
        self.console = console
        self.width = width
    }

    mutating func show(_ progress: ScanProgress, after time: Duration) {
        guard let width else { return }
        isShown = true
        let rate = Double(progress.files) / max(time / .seconds(1), 0.001)
        let line =
            "\(progress.files) files, \(progress.added) new, \(Int(rate)) a second  "
            + printable(progress.folder)
        console.errors.write("\r\u{1B}[K" + TextTable.cut(line, to: max(width() - 1, 0)))
    }

    func clear() {
        if isShown { console.errors.write("\r\u{1B}[K") }
    }
}

import CommandLineTool
import Glibc
import MusicLibrary

/// How the commands of `sori library` find and open the library.
package enum LibraryAccess {
    static let program = "sori library"
    static let option = OptionSyntax(
        "--library", value: "FOLDER", "uses the library in FOLDER, not the user's")
    static let json = OptionSyntax("--json", "prints JSON")

    static func location(_ arguments: Arguments) -> LibraryLocation {
        guard let folder = arguments.value(option.name) else {
            return LibraryLocation.standard(environmentValue)
        }
        return LibraryLocation(folder: absolutePath(folder))
    }

    /// Opens a library that is there.
    ///
    /// - Throws: An error that tells to scan, where there is none.
    static func existing(
        _ arguments: Arguments, _ console: Console
    ) throws(ProgramError) -> MediaLibrary {
        let location = location(arguments)
        guard access(location.database, F_OK) == 0 else {
            throw ProgramError(
                .deviceMissing, "no library yet", in: location.folder, advice: scanAdvice(arguments)
            )
        }
        return try opened(location, console)
    }

    /// Opens a library, and makes it when there is none; tells of a damaged one.
    static func opened(
        _ location: LibraryLocation, _ console: Console
    ) throws(ProgramError) -> MediaLibrary {
        let library = try mapErrors { () throws(LibraryError) in try MediaLibrary(at: location) }
        if let notice = library.notice { console.warn("sori: " + notice) }
        return library
    }

    private static func scanAdvice(_ arguments: Arguments) -> String {
        let folder = arguments.value(option.name).map { " --library \($0)" } ?? ""
        return "run 'sori library scan\(folder)'"
    }

    /// Runs `body` and makes an error of the library one of the program.
    static func mapErrors<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws(ProgramError) -> Result {
        do throws(LibraryError) { return try body() } catch { throw programError(error) }
    }

    static func programError(_ error: LibraryError) -> ProgramError {
        switch error {
        case .unavailable:
            ProgramError(
                .deviceMissing, "this build has no music library",
                advice: "build with the package trait MediaLibrary")
        case .cannotOpen(let path, let message):
            ProgramError(
                .deviceMissing, "cannot be opened: \(message)", in: path,
                advice: "check the path and its permissions")
        case .damaged(let path):
            ProgramError(
                .badInput, "the library is damaged", in: path,
                advice: "run the command again: it is then set aside and rebuilt")
        case .newer(let path):
            ProgramError(
                .badInput, "was written by a newer version of sori", in: path,
                advice: "update sori, or use another with --library")
        case .busy(let path):
            ProgramError(
                .deviceMissing, "is in use by another process", in: path,
                advice: "wait until that has finished")
        case .full(let path):
            ProgramError(
                .deviceMissing, "there is no room left on the disk", in: path,
                advice: "make room and scan again")
        case .notEditable(let name):
            ProgramError(
                .wrongUse, "is read from a file", in: name, advice: "change the file instead")
        case .tooManyItems(let limit):
            ProgramError(.wrongUse, "a playlist has at most \(limit) items")
        case .failed(let path, let message):
            ProgramError(.deviceMissing, message, in: path)
        }
    }

    /// An identifier as the program prints it.
    package static func text(ofID id: UInt64) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The identifier that a word states; nil for any other word.
    package static func id(_ word: String) -> UInt64? {
        word.utf8.count == 16 ? UInt64(word, radix: 16) : nil
    }

    /// Minutes and seconds, or hours: `3:07`, `1:02:03`.
    package static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?:??" }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let rest = "\(two(whole % 60))"
        guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(rest)"
    }
}

/// A path without links and dots, as the library has it; of a file that is missing, its folder without
/// them.
func resolvedPath(_ path: String) -> String {
    func whole(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
    if let whole = whole(path) { return whole }
    guard let folder = whole(folder(of: path)) else { return path }
    return (folder == "/" ? "" : folder) + "/" + fileName(of: path)
}

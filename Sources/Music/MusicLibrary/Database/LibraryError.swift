/// An error of the music library.
package enum LibraryError: Error, Equatable {
    /// This build has no SQLite.
    case unavailable
    /// The database cannot be opened or made, with SQLite's or the system's message.
    case cannotOpen(path: String, message: String)
    /// The database was found damaged; the next opening rebuilds it.
    case damaged(path: String)
    /// The database was written by a newer version of the program.
    case newer(path: String)
    /// Another process holds the database or the scan.
    case busy(path: String)
    /// There is no room left for the database.
    case full(path: String)
    /// A playlist that is read from a file, and so changes with its file alone.
    case notEditable(name: String)
    /// A playlist with as many items as one may have.
    case tooManyItems(limit: Int)
    /// Any other failure, with SQLite's message.
    case failed(path: String, message: String)
}

extension LibraryError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable: "this build has no music library (package trait MediaLibrary)"
        case .cannotOpen(let path, let message): "\(path): cannot be opened: \(message)"
        case .damaged(let path):
            "\(path): is damaged; it is set aside and rebuilt when it is opened again"
        case .newer(let path): "\(path): was written by a newer version of Sori"
        case .busy(let path): "\(path): is in use by another process"
        case .full(let path): "\(path): there is no room left on the disk"
        case .notEditable(let name):
            "\(name): is read from a file; change the file instead"
        case .tooManyItems(let limit): "a playlist has at most \(limit) items"
        case .failed(let path, let message): "\(path): \(message)"
        }
    }
}

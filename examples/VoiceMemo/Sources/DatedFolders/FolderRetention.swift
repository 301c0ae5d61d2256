public import Foundation

/// The rule for how long dated folders are kept, in calendar days of the user's time zone.
public struct FolderRetention: Sendable {
    /// The greatest age of a folder that is kept: with three, Thursday keeps Monday's folder.
    public let days: Int
    /// The user's time zone, which decides when a day ends.
    public let timeZone: TimeZone

    /// - Parameter days: At least 0, so that no rule deletes what is of today.
    public init(days: Int = 3, timeZone: TimeZone = .current) {
        self.days = max(days, 0)
        self.timeZone = timeZone
    }

    /// Whether a folder is too old to be kept; never true of a name that is not a date.
    public func isExpired(_ folderName: String, at now: Date) -> Bool {
        guard let day = FolderDay(folderName: folderName) else { return false }
        return FolderDay(of: now, in: timeZone).days(since: day) > days
    }

    /// Deletes the expired folders in each of several parents, with all they contain.
    ///
    /// Files and symbolic links are left alone, and parents that do not exist are skipped.
    ///
    /// - Parameter report: Called after each attempt, with the reason where it failed.
    public func deleteExpiredFolders(
        in parents: [URL], at now: Date, report: (_ folder: URL, _ error: (any Error)?) -> Void
    ) {
        for parent in parents {
            for folder in Self.folders(in: parent)
            where isExpired(folder.lastPathComponent, at: now) {
                do {
                    try FileManager.default.removeItem(at: folder)
                    report(folder, nil)
                } catch {
                    report(folder, error)
                }
            }
        }
    }

    /// The folders in a folder, by name.
    private static func folders(in parent: URL) -> [URL] {
        let contents = try? FileManager.default.contentsOfDirectory(
            at: parent, includingPropertiesForKeys: [.isDirectoryKey])
        return (contents ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}

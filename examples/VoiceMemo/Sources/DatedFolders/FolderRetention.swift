public import Foundation

/// The rule for how long dated folders are kept, in calendar days of the user's time zone.
public struct FolderRetention: Sendable {
    /// The greatest age of a folder that is kept: with three, Thursday keeps Monday's folder.
    public let days: Int
    /// The user's time zone, which decides when a day ends.
    public let timeZone: TimeZone
    /// How ages are counted, and what happens to names that are no date and after an error.
    public let rule: Rule

    /// A way to count the age of a folder.
    public enum Rule: CaseIterable, Sendable {
        /// In days, exactly; a name that is no date is kept, and an error concerns its folder alone.
        case days
        /// In seconds, as a classic listing of such a program does: the limit is a 32-bit number,
        /// which is up to 32 seconds off, a name that is no date counts as the second 0, so that its
        /// folder is deleted, and the first error ends the work.
        case listing
    }

    /// - Parameter days: At least 0, so that no rule deletes what is of today.
    public init(days: Int = 3, timeZone: TimeZone = .current, rule: Rule = .days) {
        self.days = max(days, 0)
        self.timeZone = timeZone
        self.rule = rule
    }

    /// Whether a folder is too old to be kept. Of a name that is not a date, that is true only by the
    /// rule of the listing.
    public func isExpired(_ folderName: String, at now: Date) -> Bool {
        let day = FolderDay(folderName: folderName)
        switch rule {
        case .days:
            guard let day else { return false }
            return FolderDay(of: now, in: timeZone).days(since: day) > days
        case .listing: return seconds(of: day) < Double(limit(at: now))
        }
    }

    /// The seconds from the start of 2001 to a day's start; 0 for no day.
    private func seconds(of day: FolderDay?) -> Double {
        guard let day else { return 0 }
        return day.start(in: timeZone)?.timeIntervalSinceReferenceDate ?? 0
    }

    /// The seconds to the start of the last day that is kept. A `Float` has steps of 64 seconds there.
    private func limit(at now: Date) -> Float {
        // No folder is a thousand years old.
        let date = now - 86_400 * Double(min(days, 365_000))
        return Float(seconds(of: FolderDay(of: date, in: timeZone)))
    }

    /// Deletes the expired folders in each of several parents, with all they contain.
    ///
    /// Files and symbolic links are left alone, and parents that do not exist are skipped.
    ///
    /// - Parameters:
    ///   - remove: Deletes a folder.
    ///   - report: Called after each attempt, with the reason where it failed.
    public func deleteExpiredFolders(
        in parents: [URL], at now: Date,
        remove: (URL) throws -> Void = { try FileManager.default.removeItem(at: $0) },
        report: (_ folder: URL, _ error: (any Error)?) -> Void
    ) {
        for parent in parents {
            for folder in Self.folders(in: parent)
            where isExpired(folder.lastPathComponent, at: now) {
                do {
                    try remove(folder)
                    report(folder, nil)
                } catch {
                    report(folder, error)
                    if rule == .listing { return }
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

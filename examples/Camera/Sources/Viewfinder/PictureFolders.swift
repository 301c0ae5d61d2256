package import Foundation

/// Folders of pictures, one for each day: `photo/20260704/101530.jpg`.
///
/// VoiceMemo deletes such folders when they are old.
package struct PictureFolders: Sendable {
    package let documents: URL
    package let timeZone: TimeZone

    package init(documents: URL, timeZone: TimeZone = .current) {
        self.documents = documents
        self.timeZone = timeZone
    }

    /// Writes a picture's file into the folder of its day, under the time.
    ///
    /// - Returns: Where it is. A second picture of the same second gets a number.
    package func save(_ file: Data, at now: Date) throws -> URL {
        // Names are Gregorian whatever calendar the user prefers.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: now)
        func text(_ format: String, _ numbers: Int?...) -> String {
            String(format: format, arguments: numbers.map { $0 ?? 0 })
        }
        let folder = documents.appendingPathComponent("photo", isDirectory: true)
            .appendingPathComponent(
                text("%04d%02d%02d", parts.year, parts.month, parts.day), isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let time = text("%02d%02d%02d", parts.hour, parts.minute, parts.second)
        for number in 1...Self.sameSecondMax {
            let name = number == 1 ? "\(time).jpg" : "\(time)-\(number).jpg"
            let url = folder.appendingPathComponent(name)
            do {
                try file.write(to: url, options: .withoutOverwriting)
                return url
            } catch CocoaError.fileWriteFileExists {
                continue
            }
        }
        throw CocoaError(.fileWriteFileExists)
    }

    private static let sameSecondMax = 1000
}

import Foundation
import MusicLibrary
import TestSupport
import Testing

/// Real files, stored outside the package.
private enum Corpus {
    static let folder = repositoryFolder.deletingLastPathComponent()
        .appending(path: "shared/audio").path

    private static let index = folder + "/INDEX.tsv"

    static let exists = FileManager.default.fileExists(atPath: index)

    /// Paths below the folder.
    static let names: [String] =
        (try? String(contentsOfFile: index, encoding: .utf8))?.split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: "\t").first.map(String.init) } ?? []
}

/// What ffprobe says of a file.
private struct ProbedFile {
    private(set) var tags: [String: String] = [:]
    private(set) var hasSound = false
    private(set) var hasPicture = false

    /// - Returns: nil when its answer cannot be understood.
    init?(_ path: String) {
        let bytes = try? ExternalProgram.ffprobe.run([
            "-v", "quiet", "-show_format", "-show_streams", "-of", "json", path,
        ])
        guard let bytes else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard
            let answer = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        else { return nil }
        let streams = answer["streams"] as? [[String: Any]] ?? []
        let sound = streams.first { $0["codec_type"] as? String == "audio" }
        hasSound = sound != nil
        hasPicture = streams.contains {
            ($0["disposition"] as? [String: Any])?["attached_pic"] as? Int == 1
        }
        for part in [answer["format"] as? [String: Any], sound] {
            for case (let key, let value as String) in part?["tags"] as? [String: Any] ?? [:]
            where tags[key.lowercased()] == nil {
                tags[key.lowercased()] = value
            }
        }
    }
}

@Suite(
    "Real files in the library",
    .enabled(if: BuildTraits.hasMediaLibrary && BuildTraits.hasFFmpeg, "built without SQLite"),
    .enabled(if: Corpus.exists, "the folder of real audio files is not beside the package"),
    .enabled(if: ExternalProgram.ffprobe.isInstalled, "ffprobe is not installed"))
struct RealFileTests {
    @Test("have the texts and pictures that FFmpeg finds, or a reason why they cannot be read")
    func scan() throws {
        let test = try TestLibrary()
        try test.library.addFolder(Corpus.folder)
        try test.scan()
        let root = resolved(Corpus.folder)
        let failures = Set(try test.library.failures(limit: 1000).map(\.path))
        for name in Corpus.names {
            let path = root + "/" + name
            guard let file = ProbedFile(path) else { continue }
            guard let item = try test.library.item(atPath: path) else {
                #expect(failures.contains(path) && !file.hasSound, "\(name)")
                continue
            }
            let pairs = [
                ("title", item.title), ("artist", item.artist), ("album", item.albumTitle),
                ("album_artist", item.albumArtist), ("composer", item.composer),
            ]
            for (key, found) in pairs {
                // Texts of other character sets are no news of the library's.
                guard let text = file.tags[key], !text.contains("\u{FFFD}") else { continue }
                // FFmpeg joins several values.
                let first = text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
                let whole = text.trimmingCharacters(in: .whitespaces)
                #expect(whole.isEmpty || [first, whole].contains(found), "\(name): \(key)")
            }
            if file.hasPicture {
                let picture = try item.picture.flatMap { try test.library.picture($0) }
                #expect((picture?.width ?? 0) > 0, "\(name)")
            }
        }
    }

    private func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

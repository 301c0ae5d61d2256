import Foundation
import Simulation
import TestSupport

/// A story of the scenario library.
struct LibraryStory: Sendable, CustomStringConvertible {
    /// Path from the library's folder, without the suffix: `rules/volume-slider`.
    var name: String
    var path: String
    var text: String

    var description: String { name }

    /// The text of the first line after a prefix such as `# fails: line `.
    func firstLine(after words: String) -> String? {
        let line = text.prefix { $0 != "\n" }
        return line.hasPrefix(words) ? String(line.dropFirst(words.count)) : nil
    }

    func scenario() throws -> Scenario { try parseScenario(text, path: path) }
}

/// The stories under `Tests/Scenarios`, each folder in the order of its names.
enum ScenarioLibrary {
    static let folder = repositoryFolder.appending(path: "Tests/Scenarios")

    static func stories() throws -> [LibraryStory] {
        try ["claims", "actions", "headers", "rules", "matrix"].flatMap { try stories(in: $0) }
    }

    private static func stories(in name: String) throws -> [LibraryStory] {
        let folder = folder.appendingPathComponent(name)
        let suffix = ".scenario"
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.sorted()
            .map { file in
                let path = folder.appendingPathComponent(file).path
                return LibraryStory(
                    name: name + "/" + file.dropLast(suffix.count), path: path,
                    text: try String(contentsOfFile: path, encoding: .utf8))
            }
    }
}

import Foundation
import TestSupport

/// A source file of the package, by its path in the repository.
struct SourceFile: Sendable {
    let path: String
    let lines: [String]

    init(path: String, text: String) {
        self.path = path
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        self.lines = lines
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isHeader: Bool { path.hasSuffix(".h") }

    /// A line without leading spaces.
    func trimmed(_ index: Int) -> Substring { lines[index].drop { $0 == " " } }

    /// The text of a line's comment; `nil` for a line of code.
    func comment(_ index: Int) -> Substring? {
        let line = trimmed(index)
        guard line.hasPrefix("//") else { return nil }
        return line.drop { $0 == "/" }.drop { $0 == " " }
    }

    /// A line without the comment at its end; empty for a line that is a comment.
    func code(_ index: Int) -> Substring {
        guard comment(index) == nil else { return "" }
        let line = lines[index]
        guard let end = line.range(of: " // ") else { return line[...] }
        return line[..<end.lowerBound]
    }
}

/// A line that breaks a rule of the house.
struct TidyViolation: Hashable, Sendable, CustomStringConvertible {
    var path: String
    /// From 1.
    var line: Int
    var message: String

    var description: String { "\(path):\(line): \(message)" }
}

/// The repository that holds this test.
struct Repository: Sendable {
    /// Swift and C files of the package and its examples, in order of their paths.
    let files: [SourceFile]
    let targets: [PackageTarget]

    static let current = Repository(root: repositoryFolder)

    private static let folders = ["Sources", "Tests", "Benchmarks", "examples"]
    private static let kinds: Set<String> = ["swift", "c", "cpp", "cc", "h"]

    private init(root: URL) {
        var files: [SourceFile] = []
        for folder in Repository.folders {
            guard let names = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            else { continue }
            for case let name as String in names {
                let path = folder + "/" + name
                guard !name.contains(".build/"), let kind = name.split(separator: ".").last,
                    Repository.kinds.contains(String(kind)),
                    let text = try? String(contentsOfFile: root.path + "/" + path, encoding: .utf8)
                else { continue }
                files.append(SourceFile(path: path, text: text))
            }
        }
        self.files = files.sorted { $0.path < $1.path }
        let manifest = try? String(contentsOfFile: root.path + "/Package.swift", encoding: .utf8)
        targets = PackageTarget.targets(inManifest: manifest ?? "")
    }
}

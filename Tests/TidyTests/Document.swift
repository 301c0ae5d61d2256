import Foundation
import TestSupport

/// A page of Markdown, by its path in the repository.
struct Document: Sendable {
    let path: String
    let text: String
    /// The page's lines, empty where a fenced block of code is, and without code in backticks.
    let prose: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var isCode = false
        prose = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isCode.toggle()
                return ""
            }
            guard !isCode else { return "" }
            // Every second piece is code.
            let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
            return pieces.indices.filter { $0 % 2 == 0 }.map { String(pieces[$0]) }.joined()
        }
    }

    /// Targets of the page's links and pictures, each with its line, from 1.
    var links: [(line: Int, target: String)] {
        prose.indices.filter { prose[$0].contains("(") }.flatMap { index in
            prose[index].matches(of: /\]\(([^()\s]+)\)/).map { (index + 1, String($0.output.1)) }
        }
    }

    /// The names under which links reach the page's headings.
    var anchors: Set<String> {
        var isCode = false
        var found: Set<String> = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") { isCode.toggle() }
            guard !isCode, let heading = line.wholeMatch(of: /#{1,6} (.+)/)?.output.1 else {
                continue
            }
            let kept = heading.lowercased().filter {
                $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_"
            }
            found.insert(kept.replacing(" ", with: "-"))
        }
        return found
    }

    /// The cells of each row of the page's tables, those of the headings included.
    var rows: [[String]] {
        text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
            line.dropFirst().split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }
}

/// The repository's pages of Markdown, and what else is there.
struct Library: Sendable {
    let documents: [Document]
    /// The paths of all files and folders that Git would take, without those that were built.
    let paths: Set<String>

    static let current = Library(root: repositoryFolder)

    private init(root: URL) {
        var (documents, paths): ([Document], Set<String>) = ([], [])
        let names = FileManager.default.enumerator(atPath: root.path)
        while let path = names?.nextObject() as? String {
            let name = path.split(separator: "/").last ?? ""
            if name.hasPrefix(".build") || path == ".git" || path == "out" {
                names?.skipDescendants()
                continue
            }
            paths.insert(path)
            if path.hasSuffix(".md"),
                let text = try? String(contentsOfFile: root.path + "/" + path, encoding: .utf8)
            {
                documents.append(Document(path: path, text: text))
            }
        }
        self.documents = documents.sorted { $0.path < $1.path }
        self.paths = paths
    }

    init(_ documents: [Document], paths: Set<String> = []) {
        self.documents = documents
        self.paths = paths.union(documents.map(\.path))
    }

    subscript(path: String) -> Document? { documents.first { $0.path == path } }

    /// Links within the repository that lead to no file, or to no heading of a page.
    var brokenLinks: [TidyViolation] {
        documents.flatMap { document in
            document.links.compactMap { link in
                guard !link.target.contains("://"), !link.target.hasPrefix("mailto:") else {
                    return nil
                }
                let parts = link.target.split(
                    separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let path =
                    parts[0].isEmpty
                    ? document.path : resolved(String(parts[0]), from: document.path)
                guard paths.contains(path) else {
                    return TidyViolation(
                        path: document.path, line: link.line, message: "no file \(path)")
                }
                guard parts.count == 2, let page = self[path],
                    !page.anchors.contains(String(parts[1]))
                else { return nil }
                return TidyViolation(
                    path: document.path, line: link.line,
                    message: "\(path) has no heading for #\(parts[1])")
            }
        }
    }

    private func resolved(_ target: String, from path: String) -> String {
        var folders = path.split(separator: "/").dropLast()
        for part in target.split(separator: "/") where part != "." {
            if part == ".." { _ = folders.popLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}

/// How many of the points of docs/facts.md have which source.
struct FactCounts: Equatable, Sendable {
    /// The confidences that the page explains.
    static let confidences = [
        "documented", "observed", "measured", "remembered", "sources disagree", "ours",
        "not followed",
    ]

    private(set) var counts: [String: Int] = [:]
    /// Confidences that the page does not explain.
    private(set) var unknown: [String] = []

    init(_ page: Document) {
        for row in page.rows where row.count == 4 && row.last != "confidence" {
            guard !row[0].allSatisfy({ $0 == "-" }) else { continue }
            if Self.confidences.contains(row[3]) {
                counts[row[3], default: 0] += 1
            } else {
                unknown.append(row[3])
            }
        }
    }

    private subscript(confidence: String) -> Int { counts[confidence] ?? 0 }

    /// The sentence of the README that has these counts.
    var sentence: String {
        "Of \(counts.values.reduce(0, +)) such points, \(self["documented"]) are documented in part, "
            + "\(self["observed"]) observed on devices, \(self["measured"]) measured, "
            + "\(self["remembered"]) remembered by developers, "
            + "\(self["sources disagree"]) disputed between sources, and \(self["ours"]) chosen by us; "
            + "in \(self["not followed"]) Sori is known to differ."
    }
}

import Foundation
import TestSupport
import Testing

@Suite("The guide to testing an app")
struct GuideTests {
    private static func lines(of path: String) throws -> [String] {
        try String(contentsOf: repositoryFolder.appending(path: path), encoding: .utf8)
            .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The contents of the guide's blocks of a language, trimmed lines.
    private static func blocks(of language: String) throws -> [[String]] {
        var blocks: [[String]] = []
        var isInside = false
        for line in try lines(of: "docs/testing-your-app.md") {
            if line.hasPrefix("```") {
                isInside = line == "```" + language
                if isInside { blocks.append([]) }
            } else if isInside {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    private static func sources() throws -> [String] {
        try [
            "examples/TestingYourApp/Package.swift",
            "examples/TestingYourApp/Sources/SleepSounds/SleepSounds.swift",
            "examples/TestingYourApp/Tests/SongPlayerTests/SongPlayerTests.swift",
            "Tests/Phone/SimulatedPhoneTests/AppCodeTests.swift",
            "Tests/Phone/SimulatedPhoneTests/FaithfulPhoneTests.swift",
            "Tests/Apple/MediaPlayerTests/GuideCodeTests.swift",
        ].map { try lines(of: $0).joined(separator: "\n") }
    }

    @Test("shows no code but what is built and run here")
    func snippets() throws {
        let snippets = try Self.blocks(of: "swift")
        #expect(snippets.count == 11)
        let sources = try Self.sources()
        for snippet in snippets {
            let text = snippet.joined(separator: "\n")
            #expect(sources.contains { $0.contains(text) }, "nowhere to be found:\n\(text)")
        }
    }

    @Test("replaces selectors by code that is built and run here")
    func changes() throws {
        let changes = try Self.blocks(of: "diff")
        #expect(changes.count == 2)
        let sources = try Self.sources()
        for change in changes {
            let before = change.filter { $0.hasPrefix("-") }.joined(separator: "\n")
            #expect(before.contains("#selector"))
            let after = change.filter { $0.hasPrefix("+") }
                .map { $0.dropFirst().trimmingCharacters(in: .whitespaces) }
                .joined(separator: "\n")
            #expect(!after.isEmpty)
            #expect(sources.contains { $0.contains(after) }, "nowhere to be found:\n\(after)")
        }
    }

    @Test("installs in CI every library that Sori builds with")
    func packages() throws {
        let workflow = try Self.blocks(of: "yaml").joined().joined(separator: " ")
        let installed = Set(workflow.matches(of: /[a-z0-9.-]+-dev\b/).map { String($0.output) })
        let container = try Self.lines(of: "ci/Containerfile").joined(separator: " ")
        let needed = Set(container.matches(of: /[a-z0-9.-]+-dev\b/).map { String($0.output) })
        #expect(needed.count == 10)
        #expect(installed == needed)
    }
}

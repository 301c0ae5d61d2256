import Foundation
import Testing

@Suite("The guide to testing an app")
struct GuideTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(of path: String) throws -> [String] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("shows no code but what is built and run here")
    func snippets() throws {
        // Given the guide's Swift snippets.
        var snippets: [[String]] = []
        var isInside = false
        for line in try Self.lines(of: "docs/testing-your-app.md") {
            if line.hasPrefix("```") {
                isInside = line == "```swift"
                if isInside { snippets.append([]) }
            } else if isInside {
                snippets[snippets.count - 1].append(line)
            }
        }
        #expect(snippets.count == 8)
        // Then each is part of the example or of a test.
        let sources = try [
            "examples/TestingYourApp/Package.swift",
            "examples/TestingYourApp/Tests/SongPlayerTests/SongPlayerTests.swift",
            "Tests/SimulatedPhoneTests/AppCodeTests.swift",
            "Tests/MediaPlayerTests/GuideCodeTests.swift",
        ].map { try Self.lines(of: $0).joined(separator: "\n") }
        for snippet in snippets {
            let text = snippet.joined(separator: "\n")
            #expect(sources.contains { $0.contains(text) }, "nowhere to be found:\n\(text)")
        }
    }
}

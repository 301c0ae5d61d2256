import Foundation
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
    /// The fenced blocks of code without a language, in order.
    private static func blocks(of page: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring]?
        var isSkipped = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block, line == "```" {
                if !isSkipped { blocks.append(lines.joined(separator: "\n") + "\n") }
                block = nil
            } else if block == nil, line.hasPrefix("```") {
                block = []
                isSkipped = line != "```"
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    @Test("shows a story that holds, and what sori sim prints about its song")
    func story() throws {
        let page = try String(
            contentsOf: repositoryFolder.appending(path: "README.md"), encoding: .utf8)
        let blocks = Self.blocks(of: page)
        let index = try #require(blocks.firstIndex { $0.hasPrefix("scenario ") })
        try #require(index + 1 < blocks.count)
        let folder = try TemporaryFolder()
        let path = folder.file("call.scenario")
        try blocks[index].write(toFile: path, atomically: true, encoding: .utf8)
        let result = try BuiltProgram.sori.run(["sim", path])
        #expect(result.code == 0)
        // Like `grep -e Music.song -e ok` prints it.
        let lines = result.output.split(separator: "\n").filter {
            $0.contains("Music.song") || $0.contains("ok")
        }
        #expect(lines.count > 3)
        let shown = blocks[index + 1].split(separator: "\n")
        #expect(shown.first == "$ sori sim call.scenario | grep -e Music.song -e ok")
        #expect(Array(shown.dropFirst()) == lines)
    }
}

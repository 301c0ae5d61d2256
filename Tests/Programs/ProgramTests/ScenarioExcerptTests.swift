import CommandLineTool
import Foundation
import StoryCommands
import TestSupport
import Testing

@Suite("A scenario that cannot be read")
struct ScenarioExcerptTests {
    private func errors(of text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = folder.file("bad.scenario")
        try folder.write(text.utf8, as: "bad.scenario")
        let test = TestConsole()
        let code = try? SimCommand.run(
            try arguments([path, path], SimCommand.syntax), test.console)
        #expect(code == .badInput)
        return test.errors.text.components(separatedBy: "\n").map {
            $0.replacingOccurrences(of: path, with: "bad.scenario")
        }
    }

    @Test("is shown with a caret under each error")
    func caret() throws {
        let shown = try errors(of: "app A category playback\nat 0 A opens\nat 1 A plays 소리 loud\n")
        #expect(shown[0].hasPrefix("bad.scenario:3:17: expected"))
        #expect(shown[1] == "    at 1 A plays 소리 loud")
        #expect(shown[2] == String(repeating: " ", count: 4 + 18) + "^")
    }

    @Test("is shown in part where a line is long, without what steers a terminal")
    func longLine() throws {
        let shown = try errors(
            of: "app A category playback\n" + String(repeating: "\t", count: 200)
                + "at 0 A \u{1B}[31m opens" + String(repeating: " x", count: 200) + "\r\n")
        #expect(shown[1].hasPrefix("    …"))
        #expect(shown[1].hasSuffix("…"))
        #expect(shown[1].count < 120)
        #expect(!shown.joined().contains("\u{1B}"))
        #expect(shown[2].hasSuffix("^"))
    }
}

import CommandLineTool
import Foundation
import StoryCommands
import TestSupport
import Testing

@Suite("The players of sori sim")
struct SimPlayersTests {
    private let test = TestConsole()

    /// A story that an engine cannot fulfil, since it applies the volume before the phone does.
    private static let story = """
        phone media 1
        app Music category playback
        at 0 Music opens; Music plays tone:440 as song volume 0.5
        at 1 end
        expect 0..1 Music.song gain -6 dB within 0.1
        """

    private func run(_ options: [String]) throws -> ExitCode {
        let folder = try TemporaryFolder()
        let path = folder.file("volume.scenario")
        try Data(Self.story.utf8).write(to: URL(fileURLWithPath: path))
        return try SimCommand.run(
            try arguments([path] + options, SimCommand.syntax), test.console)
    }

    @Test("are of the kind that --play-with names, and of Apple's classes but for --players script")
    func kinds() throws {
        #expect(try run([]) == .done)
        #expect(try run(["--play-with", "player"]) == .done)
        #expect(try run(["--play-with", "queue"]) == .done)
        #expect(try run(["--play-with", "unit"]) == .done)
        #expect(try run(["--play-with", "engine"]) == .expectationFailed)
        #expect(try run(["--play-with", "engine", "--players", "framework"]) == .expectationFailed)
        #expect(try run(["--play-with", "engine", "--players", "script"]) == .done)
    }

    @Test("are refused with a list when no such kind exists")
    func unknown() throws {
        #expect {
            try run(["--play-with", "gramophone"])
        } throws: { error in
            let text = (error as? ProgramError)?.advice ?? ""
            return text.contains("player, queue, unit, engine")
        }
        #expect {
            try run(["--players", "apple"])
        } throws: { error in
            ((error as? ProgramError)?.advice ?? "").contains("framework, script")
        }
    }
}

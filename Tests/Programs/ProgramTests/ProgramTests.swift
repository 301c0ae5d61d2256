import CommandLineTool
import Foundation
import TestSupport
import Testing
import sori

@Suite("The program")
struct ProgramTests {
    @Test("tells its version, also after every command")
    func version() throws {
        let commands = Program.commands.map { $0.syntax.name }
        for words in [["--version"]] + commands.map({ [$0, "--version"] }) {
            let result = try BuiltProgram.sori.run(words)
            #expect(result.output == "sori 0.1.0\n")
            #expect(result.errors.isEmpty)
            #expect(result.code == 0)
        }
    }

    @Test("names no other file where a word is not UTF-8")
    func notUTF8() {
        let test = TestConsole()
        #expect(Program.run(["info", nil], test.console) == .wrongUse)
        #expect(
            test.errors.text
                == "sori: word 2 is not UTF-8, and no file has that name; "
                + "give the file another name\n")
    }

    @Test("tells how it is used, in every way it is asked")
    func help() throws {
        for words in [["--help"], ["-h"], ["help"]] {
            #expect(try BuiltProgram.sori.run(words).output == Program.helpText)
        }
        for command in Program.commands {
            let name = command.syntax.name
            for words in [
                [name, "--help"], [name, "-h"], ["help", name], [name, "x", "--help"],
            ] {
                let result = try BuiltProgram.sori.run(words)
                #expect(result.output == command.syntax.helpText)
                #expect(result.code == 0)
            }
        }
    }

    @Test(
        "answers wrong use on standard error, with 2",
        arguments: [
            ([], "sori: no command is given; see 'sori --help'\n"),
            (["smi"], "sori: unknown command 'smi'; did you mean 'sim'?\n"),
            (["--hepl"], "sori: unknown option '--hepl'; did you mean '--help'?\n"),
            (
                ["help", "plya"],
                "sori: unknown command 'plya'; did you mean 'play'?\n"
            ),
            (
                ["sim", "a", "--chek"],
                "sori sim: unknown option '--chek'; did you mean '--check'?\n"
            ),
            (
                ["zzzz\u{1B}"],
                "sori: unknown command 'zzzz\u{FFFD}'; see 'sori --help'\n"
            ),
        ] as [([String], String)])
    func wrongUse(words: [String], message: String) throws {
        let result = try BuiltProgram.sori.run(words)
        #expect(result.errors == message)
        #expect(result.output.isEmpty)
        #expect(result.code == 2)
    }

    @Test("takes what follows two dashes for an operand")
    func dashes() throws {
        let result = try BuiltProgram.sori.run(["explain", "--", "--help"])
        #expect(result.code == 2)
        #expect(result.errors.hasPrefix("sori explain: nothing is known of '--help'"))
    }

    @Test("is quiet when nobody reads on")
    func brokenPipe() throws {
        // Given a pipe with a reading end that is closed before the program writes.
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        let output = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let result = try BuiltProgram.sori.run(["--help"], output: output)
        // Then it reports nothing.
        #expect(result.code == 0)
        #expect(result.errors.isEmpty)
    }

    @Test("says when its output is lost for another reason")
    func fullDisk() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let result = try BuiltProgram.sori.run(["--help"], output: full)
        #expect(result.code == 4)
        #expect(result.errors.hasPrefix("sori: standard output: cannot write"))
    }

    @Test(
        "shows colour only on a terminal that can, to a user who wants it",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
            (true, ["TERM": "xterm"], true),
        ] as [(Bool, [String: String], Bool)])
    func color(isTerminal: Bool, environment: [String: String], expected: Bool) {
        #expect(wantsColor(isTerminal: isTerminal) { environment[$0] } == expected)
    }
}

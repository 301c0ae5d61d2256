import Foundation
import TestSupport
import Testing

@Suite("The keys of a sound through a pipe", .serialized)
struct PipedKeysTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeWAV([Float](repeating: 0.1, count: 8_000 * 60), rate: 8_000, as: "long.wav")
    }

    @Test("come from the terminal, which is as before at the end")
    func terminal() throws {
        let shell = try ShellOnTerminal(
            """
            before=$(stty -g)
            cat long.wav | "$SORI" play - --output null
            echo "ended with $?"
            [[ $(stty -g) == "$before" ]] && echo "terminal as before"
            """, in: folder)
        try shell.expect(">  standard input")
        shell.terminal.type("m")
        try shell.expect("muted")
        shell.terminal.type(" ?")
        try shell.expect("space    pauses and resumes")
        try shell.expect("|| standard input")
        shell.terminal.type("q")
        try shell.expect("ended with 0")
        try shell.expect("terminal as before")
        #expect(try shell.waitForExit() == 0)
    }

    @Test("are not taken in the background, where it plays on")
    func background() throws {
        try folder.writeWAV([Float](repeating: 0.1, count: 8_000), rate: 8_000, as: "short.wav")
        let shell = try ShellOnTerminal(
            """
            cat short.wav | "$SORI" play - --output null &
            wait
            echo "ended with $?"
            """, in: folder)
        try shell.expect("finished standard input")
        try shell.expect("ended with 0")
        #expect(try shell.waitForExit() == 0)
    }
}

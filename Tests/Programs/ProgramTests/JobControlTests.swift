import Foundation
import TestSupport
import Testing

@Suite("Ctrl-Z", .serialized)
struct JobControlTests {
    private static let leaveFullScreen = "\u{1B}[?1049l"
    private static let enterFullScreen = "\u{1B}[?1049h"

    /// Runs a command until it is stopped, says how the terminal is then, and goes on with it.
    private static func script(_ command: String) -> String {
        """
        before=$(stty -g)
        "$SORI" \(command)
        echo "stopped with $?"
        [[ $(stty -g) == "$before" ]] && echo "terminal as before"
        read -r
        fg >/dev/null
        echo "ended with $?"
        [[ $(stty -g) == "$before" ]] && echo "terminal as before at the end"
        """
    }

    @Test(
        "gives the terminal back, and fg takes it again and shows the screen",
        arguments: [
            ("play long.wav --output null", "nowhere", "long.wav", "q"),
            ("phone --output null", "the home screen", "the home screen", "q"),
            ("music", "Press S to scan", "Press S to scan", "q"),
        ])
    func suspends(command: String, first: String, again: String, end: String) throws {
        let folder = try TemporaryFolder()
        try folder.writeWAV([Float](repeating: 0.1, count: 8_000 * 60), rate: 8_000, as: "long.wav")
        let hasScreen = !command.hasPrefix("play")
        let shell = try ShellOnTerminal(Self.script(command), in: folder)
        if hasScreen { try shell.expect(Self.enterFullScreen) }
        try shell.expect(first)
        // When it is stopped, then the shell has the terminal as it was.
        shell.terminal.type("\u{1A}")
        if hasScreen { try shell.expect(Self.leaveFullScreen) }
        try shell.expect("stopped with 148")
        try shell.expect("terminal as before")
        #expect(shell.terminal.settings & tcflag_t(ICANON) != 0)
        #expect(shell.terminal.settings & tcflag_t(ECHO) != 0)
        // When it goes on, then it has the terminal again, and shows everything.
        shell.terminal.type("\n")
        if hasScreen { try shell.expect(Self.enterFullScreen) }
        try shell.expect(again)
        #expect(shell.terminal.settings & tcflag_t(ICANON) == 0)
        shell.terminal.type(end)
        try shell.expect("ended with 0")
        try shell.expect("terminal as before at the end")
        #expect(try shell.waitForExit() == 0)
    }
}

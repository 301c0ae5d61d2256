import DesktopEntries
import Foundation
import Glibc
import TestSupport
import Testing

import ProgramStreams

@Suite("The identity of a process")
struct ProcessIdentityTests {
    private static let rest =
        " S 1 2 3 0 -1 4194560 5 6 7 8 9 10 11 12 20 0 1 0 987654 13 14 15 16\n"

    @Test(
        "has the start time after any name",
        arguments: ["sleep", "a b", "a) S 1 (b", ")", "((((", "a\n) R 2 3 4 5 6"])
    func startTime(name: String) {
        #expect(ProcessIdentity.startTime(inStat: "42 (\(name))" + Self.rest) == 987_654)
    }

    @Test(
        "has no start time in a text that is cut off or wrong",
        arguments: ["", "42", "42 (a", "42 (a)", "42 (a) S 1 2 3", "42 (a)" + rest.prefix(50)])
    func noStartTime(text: String) {
        #expect(ProcessIdentity.startTime(inStat: text) == nil)
    }

    @Test("tells a process from a later one with its number")
    func reuse() throws {
        let own = try #require(ProcessIdentity(running: getpid()))
        #expect(own.isRunning)
        #expect(!ProcessIdentity(id: own.id, startTime: own.startTime + 1).isRunning)
        #expect(ProcessIdentity(running: 0) == nil)
        #expect(ProcessIdentity(running: -1) == nil)
        #expect(ProcessIdentity(running: .max) == nil)
    }

    @Test("is called as it was started, and not as it calls itself")
    func commandNames() throws {
        let folder = try TemporaryFolder()
        let link = folder.file("player-with-a-long-name")
        #expect(symlink("/bin/sleep", link) == 0)
        try run(link, "60") { id in
            // The kernel sets the name a moment after the process has left its parent's memory.
            wait { commandName(of: id) != nil }
            #expect(commandName(of: id) == "player-with-a-long-name")
            #expect(ProcessFacts(id)?.executableName != "player-with-a-long-name")
        }
        // The first argument alone is the program's own word.
        try run("/bin/bash", "-c", "exec -a firefox sleep 60") { id in
            wait {
                processFile("comm", of: id) != "bash\n"
                    && processFile("cmdline", of: id)?.hasPrefix("firefox\0") == true
            }
            #expect(processFile("cmdline", of: id)?.hasPrefix("firefox\0") == true)
            #expect(commandName(of: id) == nil)
        }
    }

    /// Waits until a condition holds, for a minute at most.
    private func wait(_ condition: () -> Bool) {
        for _ in 0..<60_000 where !condition() { poll(nil, 0, 1) }
    }

    /// Runs a program while a closure looks at it.
    private func run(_ path: String, _ arguments: String..., look: (Int32) -> Void) throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        try process.run()
        look(process.processIdentifier)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    @Test("comes with the program's name and its user")
    func facts() throws {
        let own = try #require(ProcessFacts(getpid()))
        #expect(own.userID == getuid())
        #expect(own.executableName == "soriPackageTests.xctest")
        #expect(own.controlGroups?.contains(":/") == true)
        #expect(own.executableFile == FileIdentity(path: "/proc/self/exe"))
    }
}

import AudioModel
import Foundation
import Testing

import AppHosting

@Suite("The output of an app that is a process of its own")
struct ProgramOutputTests {
    /// Launches a shell script, which never connects to the phone.
    private func run(
        _ script: String, in host: Host, size: TerminalSize? = nil
    ) throws -> ChildApp {
        var program = try ChildProgram("/bin/sh", arguments: ["-c", script])
        if let size { program.terminalSize = size }
        return try ChildApp.launch(program, in: host.server, onEvent: host.record)
    }

    @Test("goes to a terminal of the phone's size, which can change")
    func terminal() throws {
        let host = Host()
        let child = try run(
            """
            test -t 1 && test -t 2 && echo a terminal
            trap 'stty size <&1; exit 0' WINCH
            stty size <&1
            sleep 60 & wait
            """, in: host, size: TerminalSize(columns: 101, rows: 41))
        #expect(host.awaitNews(.printed("41 101")))
        child.resizeTerminal(TerminalSize(columns: 77, rows: 33))
        #expect(host.awaitNews(.printed("33 77")))
        #expect(host.end(of: child)?.words == "quit by itself")
        #expect(printed(by: child) == ["a terminal", "41 101", "33 77"])
    }

    @Test("is whole when the program exits at once, and has no control characters")
    func whole() throws {
        let host = Host()
        let child = try run(
            #"seq 1 20000; printf '\033[31mred\033[0m\a\nwithout a line end'; exit 3"#, in: host)
        #expect(host.end(of: child)?.words == "exited by itself with status 3")
        #expect(child.exitStatus == 3)
        let lines = printed(by: child)
        #expect(lines.count == 20_002)
        #expect(lines.prefix(20_000).elementsEqual((1...20_000).map(String.init)))
        #expect(lines.suffix(2) == ["red", "without a line end"])
        #expect(host.awaitNews(.printed("without a line end")))
    }

    @Test("does not keep an app whose own child holds it")
    func grandchild() throws {
        let host = Host()
        // The pipe of `$( )` ends when the child is in a session of its own.
        let child = try run(
            #"exec 3>&1; trap '' HUP; echo $(setsid sh -c 'sleep 3600 >&3 & echo $!'); exit 0"#,
            in: host)
        let end = host.end(of: child)
        #expect(end == ChildEnd(termination: .quit, words: "quit by itself"))
        #expect(child.exitStatus == 0)
        let other = try #require(printed(by: child).first.flatMap { Int32($0) })
        #expect(kill(other, SIGKILL) == 0)
    }

    @Test("may be closed while the program goes on, and is then waited for no more")
    func closed() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let path = NSTemporaryDirectory() + "log-\(UUID().uuidString)"
        defer {
            unlink(path)
            close(ends[0])
        }
        var log = OutputLog(reading: ends[0], path: path, bytesMax: 1000)
        defer { log.end() }
        #expect(write(ends[1], "first\nlast", 10) == 10)
        log.read()
        #expect(log.wantsMore)
        #expect(log.report().lines == ["first"])
        close(ends[1])
        log.read()
        #expect(!log.wantsMore)
        #expect(log.report(isOver: true).lines == ["last"])
    }
}

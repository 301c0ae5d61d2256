import AppHosting
import AudioModel
import SoundServer
import Testing

@Suite("The input of an app that is a process of its own")
struct ProgramInputTests {
    /// Launches a shell script, which never connects to the phone.
    private func run(_ script: String, in host: Host) throws -> ChildApp {
        let program = try ChildProgram("/bin/sh", arguments: ["-c", script])
        return try ChildApp.launch(program, in: host.server, onEvent: host.record)
    }

    @Test("waits for the phone's button, each press of which is a line")
    func presses() throws {
        let host = Host()
        let child = try run("echo ready; read a; echo \"one$a\"; read b; echo \"two$b\"", in: host)
        #expect(host.awaitNews(.printed("ready")))
        #expect(!host.hasEnded(child))
        child.pressReturn()
        #expect(host.awaitNews(.printed("one")))
        #expect(!host.hasEnded(child))
        child.pressReturn()
        #expect(host.awaitNews(.printed("two")))
        #expect(host.end(of: child)?.words == "quit by itself")
        // The button does nothing to a program that is gone.
        child.pressReturn()
    }

    @Test("is dropped once a program reads none of it, and is nothing to one that closed it")
    func unread() throws {
        let host = Host()
        let child = try run("exec <&-; echo ready; sleep 60", in: host)
        #expect(host.awaitNews(.printed("ready")))
        for _ in 0..<100_000 { child.pressReturn() }
        child.kill()
        #expect(host.end(of: child) != nil)
    }

    @Test("is what lets the example Game go on after a call")
    func game() throws {
        func isStart(_ request: AppRequest) -> Bool {
            if case .startStream(_, .queue, _) = request { true } else { false }
        }
        func resumes(_ request: AppRequest) -> Bool {
            if case .resumeStream = request { true } else { false }
        }
        let host = Host()
        let child = try host.launch([], program: "Game")
        host.server.open(child.app)
        // It begins by itself.
        #expect(host.awaitNews(.printed("soundtrack")))
        #expect(host.awaitRequest(of: child, isStart))
        // When a call comes and goes, it waits, and says for what.
        host.server.send(.callArrived)
        #expect(host.awaitNews(.printed("paused")))
        host.server.send(.callDeclined)
        #expect(host.awaitNews(.printed("waits: Return plays")))
        #expect(host.state(of: child) == .active)
        #expect(!host.hasRequest(of: child, resumes))
        // When the button is pressed, it goes on.
        child.pressReturn()
        #expect(host.awaitRequest(of: child, resumes))
        child.end()
        #expect(host.end(of: child) != nil)
        #expect(printed(by: child).filter { $0 == "soundtrack" }.count == 2)
    }
}

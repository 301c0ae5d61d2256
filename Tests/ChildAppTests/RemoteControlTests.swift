import AudioModel
import HostLinux
import SoundPolicy
import SoundServer
import Testing

@Suite("A player that is a process of its own", .serialized)
struct RemoteControlTests {
    @Test("is told the remote commands that it takes, in UIKit's numbers")
    func commands() throws {
        // Given a phone with a headset, and a program that plays and takes remote control events.
        let host = Host()
        host.server.send(.portPlugged(.headset))
        let child = try host.launch(["remote"])
        host.server.open(child.app)
        #expect(host.awaitRequest(of: child) { $0 == .enableRemoteCommands(.events) })
        #expect(host.await { host.server.inspect { $0.nowPlayingApp } == child.app })
        // When the user presses buttons.
        host.server.send(.remoteCommand(.pause))
        host.server.send(.headsetPressed(times: 2))
        // Then its code hears of them.
        #expect(host.await { printed(by: child).suffix(2) == ["remote 101", "remote 104"] })
        #expect(printed(by: child).first == "started: 0")
        child.end()
        #expect(host.end(of: child) != nil)
    }
}

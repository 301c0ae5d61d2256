import AppHosting
import AudioModel
import SoundPolicy
import SoundServer
import Synchronization
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

    @Test("plays by the music player, which takes the commands and stops in the background")
    func musicPlayer() throws {
        let host = Host()
        let child = try host.open(["music"])
        #expect(host.await { printed(by: child).last == "playing 1" })
        #expect(host.await { host.server.inspect { $0.nowPlayingApp } == child.app })
        let state = { host.verdict(of: child)?.state }
        #expect(host.await { state() == .audible })
        host.server.send(.remoteCommand(.pause))
        #expect(host.await { printed(by: child).last == "paused 1" && state() == .paused })
        host.server.send(.remoteCommand(.nextTrack))
        #expect(host.await { printed(by: child).last == "paused 2" })
        host.server.send(.remoteCommand(.togglePlayPause))
        #expect(host.await { printed(by: child).last == "playing 2" && state() == .audible })
        host.server.send(.callArrived)
        #expect(host.await { printed(by: child).last == "interrupted 2" })
        host.server.send(.callDeclined)
        #expect(host.await { printed(by: child).last == "playing 2" && state() == .audible })
        // The process ends, and its player with it.
        child.end()
        #expect(host.end(of: child) != nil)
        #expect(state() == nil)
    }

    @Test("plays by the music player, and takes a command itself instead of it")
    func handledCommand() throws {
        let host = Host()
        let child = try host.open(["music-handled"])
        #expect(host.await { printed(by: child).last == "playing 1" })
        host.server.send(.remoteCommand(.togglePlayPause))
        #expect(host.await { printed(by: child).last == "paused 1" })
        // The others are still the player's.
        host.server.send(.remoteCommand(.play))
        #expect(host.await { printed(by: child).last == "playing 1" })
        host.server.send(.remoteCommand(.pause))
        #expect(host.await { printed(by: child).last == "paused 1" })
        // The state and the item are two notifications at the beginning.
        #expect(
            printed(by: child).drop { $0 == "playing 1" } == [
                "toggles", "paused 1", "playing 1", "paused 1",
            ])
        child.end()
        #expect(host.end(of: child) != nil)
    }

    @Test("plays by an AVAudioPlayer that follows its handlers of commands")
    func audioPlayer() throws {
        let host = Host()
        let child = try host.open(["audio-player"])
        #expect(host.await { host.server.inspect { $0.nowPlayingApp } == child.app })
        let state = { host.verdict(of: child)?.state }
        #expect(host.await { state() == .audible })
        host.server.send(.remoteCommand(.pause))
        #expect(host.await { printed(by: child) == ["plays", "paused"] && state() == .paused })
        // One that toggles, for an app that takes play and pause.
        host.server.send(.remoteCommand(.togglePlayPause))
        #expect(host.await { printed(by: child).last == "plays" && state() == .audible })
        child.end()
        #expect(host.end(of: child) != nil)
    }

    @Test("shows what it plays with its picture, and how it answered a command")
    func nowPlaying() throws {
        let host = Host()
        let answers = Mutex<[AppReport]>([])
        host.server.observeReports { _, _, report in
            if case .commandHandled = report { answers.withLock { $0.append(report) } }
        }
        let child = try host.launch(["now-playing"])
        host.server.open(child.app)
        #expect(host.await { host.server.inspect { $0.nowPlayingApp } == child.app })
        let picture = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(
            host.await { host.server.nowPlayingInfo(of: child.app)?.title == "The same picture" })
        #expect(host.server.nowPlayingInfo(of: child.app)?.artwork?.bytes == picture)
        #expect(
            host.server.remoteCommandOptions(of: child.app).skipForwardIntervals == [15])
        host.server.send(.remoteCommand(.skipForward(30)))
        #expect(host.await { printed(by: child).last == "skip 30.0" })
        #expect(
            host.await {
                answers.withLock { $0 } == [.commandHandled(.skipForward, .commandFailed)]
            })
        child.end()
        #expect(host.end(of: child) != nil)
        #expect(host.server.nowPlayingInfo(of: child.app) == nil)
    }
}

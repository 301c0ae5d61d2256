import AudioModel
import Foundation
import Playback
import Simulation
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer
import Synchronization
import TestSupport
import Testing

/// Tests the music player on a phone in virtual time: what sounds, what it reports, and what the
/// phone does to it.
@Suite("A music player")
final class MusicPlayerTests {
    private let stage: SimulatedStage
    private let app: StagedApp
    private let folder: TemporaryFolder
    private let log = MusicPlayerLog()
    private let player: MusicPlayer

    init() throws {
        folder = try TemporaryFolder()
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        stage = SimulatedStage(configuration)
        app = stage.open(
            AppDescription(name: "Music", backgroundModes: ["audio"], role: .musicPlayer))
        player = MusicPlayer(app.sound, seed: 1) { [log] in log.add($0) }
    }

    /// A mono file with one value in every sample, so that the output tells which track is heard.
    private func track(
        _ id: UInt64, level: Int16, frames: Int, rate: UInt32 = 48_000
    ) throws -> MusicItem {
        let path = folder.file("\(id).wav")
        try Data(wavFile(Array(repeating: level, count: frames), rate: rate))
            .write(to: URL(fileURLWithPath: path))
        return MusicItem(id: id, albumID: id % 2, path: path)
    }

    private func threeTracks() throws -> [MusicItem] {
        try (1...3).map { try track($0, level: Int16($0) * 4_000, frames: 48_000) }
    }

    private func advance(_ seconds: Double) { stage.advance(by: .seconds(seconds)) }

    private func play() { app.run { player.play() } }

    /// The levels that were heard, each with the number of frames: without the ramps.
    private func runs() -> [(level: Int, frames: Int)] {
        var runs: [(level: Int, frames: Int)] = []
        for sample in app.channel(0, 0..<stage.frame) {
            let level = Int((sample * 32_768).rounded())
            if runs.last?.level == level {
                runs[runs.count - 1].frames += 1
            } else {
                runs.append((level, 1))
            }
        }
        return runs.filter { $0.frames > 100 && $0.level != 0 }
    }

    @Test("plays its queue without a gap, and ends")
    func gapless() throws {
        let tracks = try threeTracks()
        player.setQueue(tracks)
        play()
        advance(3.2)
        let heard = runs()
        #expect(heard.map(\.level) == [4_000, 8_000, 12_000])
        #expect(heard.map(\.frames) == [48_000, 48_000, 48_000])
        #expect(
            log.all == [
                "queue", "item 1", "playing", "finished 1", "item 2", "finished 2", "item 3",
                "finished 3", "stopped", "item none",
            ])
        #expect(app.sound.streamNumbers.isEmpty)
    }

    @Test("resamples a track of another rate behind the one before, to the frame")
    func otherRate() throws {
        player.setQueue([
            try track(1, level: 8_000, frames: 24_000),
            try track(2, level: 8_000, frames: 22_050, rate: 44_100),
            try track(3, level: 8_000, frames: 24_000),
        ])
        play()
        advance(2)
        let heard = app.channel(0, 0..<stage.frame).map { abs($0) }
        let first = try #require(heard.firstIndex { $0 > 0.01 })
        let last = try #require(heard.lastIndex { $0 > 0.01 })
        // 24,000 frames each; the resampler rings at its edges, and never falls silent.
        #expect(abs(last - first + 1 - 72_000) <= 32)
        #expect(heard[(first + 100)..<(last - 100)].allSatisfy { $0 > 0.1 })
    }

    @Test("skips, and ends behind the last item")
    func skips() throws {
        player.setQueue(try threeTracks())
        play()
        advance(0.5)
        app.run { player.skipToNext() }
        advance(0.2)
        #expect(player.currentItem?.id == 2 && abs(player.currentTime - 0.2) < 0.03)
        app.run { player.skipToPrevious() }
        advance(0.2)
        #expect(player.currentItem?.id == 1 && player.playbackState == .playing)
        app.run { player.skipToNext() }
        app.run { player.skipToNext() }
        app.run { player.skipToNext() }
        advance(0.1)
        #expect(player.playbackState == .stopped && player.currentItem == nil)
        #expect(log.all.contains("skipped 1 at 0.5"))
        #expect(log.all.contains("skipped 2 at 0.2, backward"))
        play()
        advance(0.1)
        #expect(player.currentItem?.id == 1 && player.playbackState == .playing)
    }

    @Test("stopping removes the queue")
    func stops() throws {
        player.setQueue(try threeTracks())
        play()
        advance(0.1)
        app.run { player.stop() }
        advance(0.1)
        #expect(player.items.isEmpty && player.playbackState == .stopped)
        #expect(!app.run { player.start() })
    }

    @Test("pauses, moves and resumes at the frame")
    func pauses() throws {
        player.setQueue(try threeTracks())
        play()
        advance(0.25)
        app.run { player.pause() }
        // The sound fades out first.
        advance(0.05)
        let paused = player.currentTime
        advance(1)
        #expect(player.currentTime == paused && player.playbackState == .paused)
        app.run { player.seek(to: 0.75) }
        #expect(player.currentTime == 0.75)
        play()
        advance(0.3)
        #expect(player.currentItem?.id == 2 && abs(player.currentTime - 0.05) < 0.03)
        app.run { player.skipToNext() }
        app.run { player.pause() }
        app.run { player.skipToPrevious() }
        advance(0.1)
        #expect(player.currentItem?.id == 2 && player.currentTime == 0)
        #expect(player.playbackState == .paused)
    }

    @Test("repeats an item and the queue, also when asked for at the last moment")
    func repeats() throws {
        player.setQueue(try threeTracks())
        player.repeatMode = .one
        play()
        advance(2.5)
        #expect(player.currentItem?.id == 1)
        // The third pass has begun to be decoded ahead of time.
        advance(0.4)
        app.run { player.repeatMode = .all }
        advance(0.2)
        #expect(player.currentItem?.id == 2)
        advance(2)
        #expect(player.currentItem?.id == 1 && player.playbackState == .playing)
    }

    @Test("plays what is added behind the present item, also at the last moment")
    func additions() throws {
        let tracks = try threeTracks()
        player.setQueue([tracks[0], tracks[1]])
        play()
        advance(0.9)
        app.run { player.prepend([tracks[2]]) }
        advance(0.2)
        #expect(player.currentItem?.id == 3)
        advance(1.85)
        app.run { player.append([tracks[0]]) }
        advance(0.2)
        #expect(player.currentItem?.id == 1 && player.playbackState == .playing)
    }

    @Test("goes on with a new queue at the end of what is playing")
    func newQueue() throws {
        let tracks = try threeTracks()
        player.setQueue([tracks[0], tracks[1]])
        play()
        advance(0.9)
        app.run { player.setQueue([tracks[2]]) }
        #expect(player.currentItem?.id == 1)
        advance(0.2)
        #expect(player.currentItem?.id == 3 && player.playbackState == .playing)
        app.run { player.setQueue([tracks[1]]) }
        play()
        advance(0.1)
        #expect(player.currentItem?.id == 2)
    }

    @Test("passes over files that cannot be played, and ends when none can")
    func failures() throws {
        let tracks = try threeTracks()
        let missing = MusicItem(id: 9, path: folder.file("missing.wav"))
        player.setQueue([missing, tracks[0], missing, tracks[1], MusicItem(id: 8, path: nil)])
        play()
        advance(2.2)
        #expect(runs().map(\.level) == [4_000, 8_000])
        #expect(player.playbackState == .stopped)
        log.clear()
        player.setQueue([missing, missing])
        player.repeatMode = .all
        play()
        advance(0.1)
        #expect(player.playbackState == .stopped && log.all.filter { $0 == "failed 9" }.count == 2)
    }

    @Test("skips a file that cannot be opened without a gap, and names it once")
    func skipsUnplayable() throws {
        let tracks = try threeTracks()
        let text = MusicItem(id: 8, path: folder.file("text.wav"))
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: folder.file("text.wav")))
        let missing = MusicItem(id: 9, path: folder.file("missing.wav"))
        player.setQueue([tracks[0], missing, text, tracks[1]])
        play()
        advance(2.2)
        #expect(runs().map(\.frames) == [48_000, 48_000])
        #expect(
            log.all == [
                "queue", "item 1", "playing", "failed 9", "failed 8", "finished 1", "item 2",
                "finished 2", "stopped", "item none",
            ])
    }

    @Test("comes to an end with a queue of empty files that repeats")
    func emptyFiles() throws {
        player.setQueue([try track(1, level: 0, frames: 0), try track(2, level: 0, frames: 0)])
        player.repeatMode = .all
        play()
        advance(0.5)
        #expect(player.playbackState == .stopped)
    }

    @Test("resumes after a call, unless it is paused meanwhile", arguments: [false, true])
    func call(isPausedMeanwhile: Bool) throws {
        player.setQueue(try threeTracks())
        play()
        advance(0.3)
        stage.server.send(.callArrived)
        advance(0.5)
        #expect(player.playbackState == .interrupted && player.currentItem?.id == 1)
        #expect(!app.run { player.start() })
        if isPausedMeanwhile { app.run { player.pause() } }
        stage.server.send(.callDeclined)
        advance(0.5)
        #expect(player.playbackState == (isPausedMeanwhile ? .paused : .playing))
    }

    @Test("pauses when headphones are unplugged")
    func unplug() throws {
        stage.server.send(.portPlugged(.headphones))
        player.setQueue(try threeTracks())
        play()
        advance(0.3)
        stage.server.send(.portUnplugged(.headphones))
        advance(0.3)
        #expect(player.playbackState == .paused && log.all.last == "paused")
        let heard = app.channel(0, (stage.frame - 4_800)..<stage.frame)
        #expect(heard.allSatisfy { $0 == 0 })
    }

    @Test("follows the headset's button")
    func headset() throws {
        stage.server.send(.portPlugged(.headset))
        player.setQueue(try threeTracks())
        play()
        advance(0.3)
        stage.server.send(.headsetPressed(times: 2))
        advance(0.3)
        #expect(player.currentItem?.id == 2)
        stage.server.send(.headsetPressed(times: 1))
        advance(0.3)
        #expect(player.playbackState == .paused)
        stage.server.send(.headsetPressed(times: 1))
        advance(0.3)
        #expect(player.playbackState == .playing)
    }

    @Test("follows the remote commands with values")
    func remoteCommands() throws {
        player.setQueue([
            try track(1, level: 4_000, frames: 960_000), try track(2, level: 8_000, frames: 48_000),
        ])
        play()
        advance(0.5)
        func send(_ command: RemoteCommand) {
            stage.server.send(.remoteCommand(command))
            advance(0.1)
        }
        send(.changePosition(5))
        #expect(abs(player.currentTime - 5.1) < 0.1)
        send(.skipForward(10))
        #expect(abs(player.currentTime - 15.2) < 0.1)
        send(.skipBackward(30))
        #expect(player.currentTime < 0.2)
        send(.seekForward(.begin))
        #expect(player.playbackState == .seekingForward)
        send(.seekForward(.end))
        #expect(player.playbackState == .playing)
        send(.seekBackward(.begin))
        #expect(player.playbackState == .seekingBackward)
        send(.seekBackward(.end))
        send(.changeRate(2))
        #expect(player.snapshot.rate == 2)
        send(.changeRepeatMode(.all))
        #expect(player.repeatMode == .all)
        send(.changeShuffleMode(.collections))
        #expect(player.shuffleMode == .albums)
        #expect(player.playbackState == .playing && player.currentItem?.id == 1)
    }

    @Test("continues where it was after the media services were reset")
    func reset() throws {
        player.setQueue(try threeTracks())
        play()
        advance(0.5)
        stage.server.send(.mediaServicesLost)
        stage.server.send(.mediaServicesReset)
        advance(0.2)
        #expect(player.playbackState == .paused && abs(player.currentTime - 0.5) < 0.03)
        play()
        advance(0.2)
        #expect(player.playbackState == .playing && abs(player.currentTime - 0.7) < 0.05)
        // The session has lost its category with the services, and gets it again.
        #expect(app.sound.connection.session.category == .playback)
    }

    @Test("that is all its app does gives up the session when it stops, not when it pauses")
    func session() throws {
        let other = stage.open(AppDescription(name: "Other", backgroundModes: ["audio"]))
        let told = Mutex<[AppNotification]>([])
        other.sound.addObserver { notification in
            switch notification {
            case .interruptionBegan, .interruptionEnded: told.withLock { $0.append(notification) }
            default: break
            }
        }
        let owner = MusicPlayer(app.sound, ownsApp: true)
        let end = [
            AppNotification.interruptionBegan(reason: .default),
            .interruptionEnded(shouldResume: false),
        ]
        let ends: [() -> Void] = [{ owner.stop() }, { owner.halt() }, { owner.skipToNext() }]
        for stop in ends {
            told.withLock { $0 = [] }
            try other.sound.request(.setCategory(.playback, .default, [], .default))
            stage.server.open(other.id)
            try other.sound.request(.activate)
            stage.server.open(app.id)
            let song = try track(1, level: 4_000, frames: 480_000)
            app.run { owner.setQueue([song]) }
            app.run { owner.play() }
            advance(0.5)
            app.run { owner.pause() }
            advance(0.5)
            #expect(told.withLock { $0 } == [.interruptionBegan(reason: .default)])
            app.run { stop() }
            advance(0.5)
            #expect(told.withLock { $0 } == end)
        }
    }
}

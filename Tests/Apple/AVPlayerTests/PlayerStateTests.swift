import AVFoundation
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("The states of a player")
struct PlayerStateTests {
    @Test("a rate without an item waits for one, before the call returns (1)")
    func noItem() throws {
        let stage = try MediaStage()
        let player = stage.app.run { AVPlayer() }
        stage.keep(
            player.observe(\.timeControlStatus, options: .new) { [log = stage.log] _, change in
                log.add("\(change.newValue?.word ?? "-")")
            })
        stage.app.run {
            player.rate = 1
            #expect(stage.log.lines == ["waiting"])
            #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
            #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        }
        #expect(player.rate == 1)
    }

    @Test("the item that comes plays by itself, and playing is told once (2)")
    func itemComes() throws {
        let stage = try MediaStage()
        let player = stage.app.run { AVPlayer() }
        let url = try stage.sine()
        stage.app.run { player.rate = 1 }
        stage.keep(
            player.observe(\.timeControlStatus, options: .new) { [log = stage.log] _, change in
                log.add(change.newValue?.word ?? "-")
            })
        stage.app.run { player.replaceCurrentItem(with: AVPlayerItem(url: url)) }
        stage.pass(1000)
        #expect(stage.log.lines.filter { $0 == "playing" }.count == 1)
        #expect(stage.log.lines.last == "playing")
        #expect(player.reasonForWaitingToPlay == nil)
        #expect(try abs(#require(stage.frequency(0.5, 1)) - 440) < 2)
    }

    @Test("a rate of 0 on a new player is told as paused (3)")
    func paused() throws {
        let stage = try MediaStage()
        let player = stage.app.run { AVPlayer() }
        stage.keep(
            player.observe(\.timeControlStatus, options: .new) { [log = stage.log] _, change in
                log.add(change.newValue?.word ?? "-")
            })
        stage.app.run { player.rate = 0 }
        stage.pass(100)
        #expect(stage.log.lines == ["paused"])
    }

    @Test("the status is given at once, and ready later (4)")
    func status() throws {
        let stage = try MediaStage()
        let player = stage.app.run { AVPlayer() }
        stage.keep(
            player.observe(\.status, options: [.new, .initial]) { [log = stage.log] _, change in
                log.add("\(change.newValue?.word ?? "-")")
            })
        #expect(stage.log.lines == ["unknown"])
        let url = try stage.sine()
        stage.app.run {
            player.replaceCurrentItem(with: AVPlayerItem(url: url))
            #expect(stage.log.lines.count == 1)
        }
        stage.pass(20)
        #expect(stage.log.lines == ["unknown", "ready"])
        // It is never unknown again.
        stage.app.run { player.replaceCurrentItem(with: nil) }
        stage.pass(20)
        #expect(player.status == .readyToPlay)
    }

    @Test("a thousand items are made and observed within a second (14)")
    func manyItems() throws {
        let stage = try MediaStage()
        let url = try stage.sine(seconds: 1)
        let files = try openFiles()
        let start = ContinuousClock.now
        var kept: [(AVPlayerItem, NSKeyValueObservation)] = []
        stage.app.run {
            for _ in 0...1000 {
                let item = AVPlayerItem(url: url)
                kept.append((item, item.observe(\.duration) { _, _ in }))
            }
        }
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(try openFiles() == files)
        #expect(kept.allSatisfy { $0.0.status == .unknown && $0.0.duration.isIndefinite })
    }

    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let target = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/\($0)")
            return target?.hasSuffix("sine.wav") == true
        }.count
    }

    @Test("text with the name of a sound fails, and is no end of the player (15)")
    func text() throws {
        let stage = try MediaStage()
        let url = try stage.file(Array("This is no sound at all.".utf8), name: "text.mp3")
        let player = stage.app.run {
            let player = AVPlayer(url: url)
            #expect(player.currentItem?.status == .unknown)
            player.play()
            return player
        }
        let item = try #require(player.currentItem)
        stage.pass(100)
        #expect(item.status == .failed)
        let error = try #require(item.error as NSError?)
        #expect(error.domain == AVFoundationErrorDomain && error.code == -11_828)
        #expect((item.error as? AVError)?.code == .fileFormatNotRecognized)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.domain == NSOSStatusErrorDomain && cause.code == -12_847)
        #expect(error.localizedDescription == "Cannot Open")
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.status != .failed)
    }

    @Test("a file that is not there fails with the error of its address")
    func missing() throws {
        let stage = try MediaStage()
        let url = URL(fileURLWithPath: stage.folder.file("none.m4a"))
        let player = stage.app.run { AVPlayer(url: url) }
        stage.pass(100)
        let error = try #require(player.currentItem?.error as NSError?)
        #expect(error.domain == NSURLErrorDomain && error.code == -1100)
        #expect(error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
    }

    @Test("an item belongs to one player (18)")
    func secondPlayer() throws {
        let stage = try MediaStage()
        let item = stage.item(try stage.sine())
        let calls = Log()
        let (first, second, third) = stage.app.run {
            let first = AVPlayer(playerItem: item)
            return ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                let second = AVPlayer(playerItem: item)
                let third = AVPlayer()
                third.replaceCurrentItem(with: item)
                return (first, second, third)
            }
        }
        #expect(
            calls.lines == ["AVPlayer.init(playerItem:)", "AVPlayer.replaceCurrentItem(with:)"])
        #expect(second.currentItem == nil && third.currentItem == nil)
        #expect(first.currentItem === item)
        // It is free when its player has another one, or is gone.
        stage.app.run {
            first.replaceCurrentItem(with: nil)
            second.replaceCurrentItem(with: item)
        }
        #expect(second.currentItem === item)
    }

    @Test("a longer key path follows the current item (19)")
    func longKeyPath() throws {
        let stage = try MediaStage()
        let url = try stage.sine()
        let player = stage.app.run { AVPlayer() }
        stage.keep(
            player.observe(\.currentItem?.status, options: .new) { [log = stage.log] _, change in
                log.add((change.newValue ?? nil)?.word ?? "none")
            })
        stage.app.run { player.replaceCurrentItem(with: AVPlayerItem(url: url)) }
        stage.pass(100)
        stage.app.run { player.replaceCurrentItem(with: nil) }
        #expect(stage.log.lines == ["unknown", "ready", "none"])
    }

    @Test("the duration is told once, with its real value")
    func duration() throws {
        let stage = try MediaStage()
        let item = stage.item(try stage.sine(seconds: 5))
        stage.keep(
            item.observe(\.duration, options: .new) { [log = stage.log] _, change in
                log.add("\(change.newValue?.seconds ?? -1)")
            })
        stage.keep(
            item.observe(\.loadedTimeRanges, options: .new) { [log = stage.log] _, change in
                let range = change.newValue?.first?.timeRangeValue
                log.add("loaded \(range?.start.seconds ?? -1) \(range?.duration.seconds ?? -1)")
            })
        stage.keep(
            item.observe(\.tracks, options: .new) { [log = stage.log] item, _ in
                log.add("tracks \(item.tracks.map { $0.assetTrack?.mediaType.rawValue ?? "-" })")
            })
        #expect(item.duration.isIndefinite && item.loadedTimeRanges.isEmpty)
        let player = stage.app.run { AVPlayer(playerItem: item) }
        stage.pass(100)
        stage.app.run { player.play() }
        stage.pass(6000)
        #expect(
            stage.log.lines.sorted() == ["5.0", "loaded 0.0 5.0", "tracks [\"soun\"]"])
        #expect(item.seekableTimeRanges.map { $0.timeRangeValue.end.seconds } == [5])
        #expect(item.duration == CMTime(value: 240_000, timescale: 48_000))
    }

    @Test("a player that is released is silent, whatever keeps its tokens")
    func released() throws {
        let stage = try MediaStage()
        let url = try stage.sine()
        let item = stage.item(url)
        var token: Any?
        do {
            let player = stage.app.run { AVPlayer(playerItem: item) }
            token = stage.app.run { () -> Any? in
                player.addPeriodicTimeObserver(
                    forInterval: CMTime(value: 1, timescale: 10), queue: nil
                ) { _ in }
            }
            stage.app.run { player.play() }
            stage.pass(500)
        }
        stage.pass(500)
        #expect(peak(stage.heard(0.2, 0.4)) > 0.4)
        #expect(peak(stage.heard(0.7, 1)) == 0)
        withExtendedLifetime(token) {}
        let next = stage.app.run { AVPlayer(playerItem: item) }
        #expect(next.currentItem === item)
    }
}

import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("The end of an item")
struct PlayerEndTests {
    @Test("is told as paused at exactly the duration, and then as played to the end (5)")
    func end() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 5))
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: player.currentItem, as: "end")
        stage.note(AVPlayer.rateDidChangeNotification, of: player, as: "rate ") { note in
            (note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason)?
                .rawValue ?? "-"
        }
        stage.keep(
            player.observe(\.timeControlStatus, options: .new) { [log = stage.log] player, change in
                guard change.newValue == .paused else { return }
                log.add("paused \(player.currentTime().seconds) rate \(player.rate)")
            })
        stage.app.run { player.play() }
        stage.pass(5200)
        let lines = stage.log.lines.filter { !$0.hasPrefix("rate") }
        #expect(lines == ["paused 5.0 rate 0.0", "end"])
        #expect(stage.log.lines.first == "rate AVPlayerRateDidChangeReasonSetRateCalled")
        #expect(player.currentTime() == player.currentItem?.duration)
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
    }

    @Test("of a movie without sound comes when its time has passed in silence")
    func silentMovie() throws {
        func box(_ id: String, _ content: [UInt8]...) -> [UInt8] {
            let content = content.flatMap { $0 }
            return bigEndian(UInt32(content.count + 8)) + ascii(id) + content
        }
        func words(_ numbers: UInt32...) -> [UInt8] { numbers.flatMap { bigEndian($0) } }
        // Two seconds of pictures, of which there are no bytes.
        let media = box(
            "mdia", box("mdhd", words(0, 0, 0, 600, 1200, 0)),
            box("hdlr", words(0, 0), ascii("vide"), words(0, 0, 0)))
        let track = box("trak", box("tkhd", words(1, 0, 0, 1, 0, 1200)), media)
        let movie = box("moov", box("mvhd", words(0, 0, 0, 600, 1200)), track)
        let stage = try MediaStage()
        let url = try stage.file(
            box("ftyp", ascii("qt  "), words(0)) + movie, name: "silent.mov")
        let player = stage.player(url)
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: player.currentItem, as: "end")
        stage.app.run { player.play() }
        stage.pass(1000)
        #expect(player.currentItem?.status == .readyToPlay)
        #expect(player.timeControlStatus == .playing && stage.log.lines.isEmpty)
        #expect(player.currentItem?.tracks.map(\.assetTrack?.mediaType) == [.video])
        #expect(abs(player.currentTime().seconds - 1) < 0.05)
        stage.pass(1200)
        #expect(stage.log.lines == ["end"] && player.rate == 0)
        #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
    }

    @Test("without an action keeps rate and time, and a seek back plays on (6)")
    func noAction() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 5))
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: player.currentItem, as: "end")
        stage.app.run {
            player.actionAtItemEnd = .none
            player.play()
        }
        stage.pass(6000)
        #expect(stage.log.lines == ["end"])
        #expect(player.rate == 1 && player.currentTime().seconds == 5)
        let time = stage.now
        stage.app.run { player.seek(to: .zero) }
        stage.pass(1000)
        #expect(try abs(#require(stage.frequency(time + 0.3, time + 0.9)) - 440) < 2)
        #expect(abs(player.currentTime().seconds - 1) < 0.1)
    }

    @Test("comes before the file's at forwardPlaybackEndTime")
    func forwardEnd() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 5))
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: player.currentItem, as: "end")
        let start = stage.now
        stage.app.run {
            player.currentItem?.forwardPlaybackEndTime = CMTime(value: 3, timescale: 2)
            player.play()
        }
        stage.pass(3000)
        #expect(stage.log.lines == ["end"])
        #expect(player.currentTime() == CMTime(value: 3, timescale: 2))
        #expect(peak(stage.heard(start + 1, start + 1.4)) > 0.4)
        #expect(peak(stage.heard(start + 1.7, start + 2.5)) == 0)
    }

    @Test("comes ten times as early at a rate of 10 (7)")
    func fast() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 5))
        let start = stage.now
        let times = Log()
        stage.keep(
            player.observe(\.timeControlStatus, options: .new) { _, change in
                if change.newValue == .paused {
                    times.add("\(CMClock.hostTimeClock.time.seconds)")
                }
            })
        stage.app.run { player.rate = 10 }
        stage.pass(2000)
        let end = try #require(times.lines.first.flatMap { Double($0) })
        #expect(abs(end - start - 0.5) <= 0.1)
    }

    @Test(
        "sounds higher at varispeed only (7)",
        arguments: zip(
            [
                AVAudioTimePitchAlgorithm.varispeed, .timeDomain, .spectral,
                .lowQualityZeroLatency,
            ], [880.0, 440, 440, 440]))
    func pitch(algorithm: AVAudioTimePitchAlgorithm, hertz: Double) throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine(seconds: 5))
        let start = stage.now
        stage.app.run {
            player.currentItem?.audioTimePitchAlgorithm = algorithm
            #expect(player.currentItem?.audioTimePitchAlgorithm == algorithm)
            player.rate = 2
        }
        stage.pass(2000)
        #expect(try abs(#require(stage.frequency(start + 0.5, start + 1.5)) - hertz) < 5)
        #expect(abs(player.currentTime().seconds - 4) < 0.1)
    }

    @Test("in a queue is followed by the next item without a gap (16)")
    func queue() throws {
        let stage = try MediaStage()
        let url = try stage.sine(seconds: 5)
        let player = stage.app.run {
            AVQueuePlayer(items: [AVPlayerItem(url: url), AVPlayerItem(url: url)])
        }
        #expect(player.actionAtItemEnd == .advance)
        stage.pass(50)
        let items = player.items()
        #expect(items.count == 2 && player.currentItem === items.first)
        for (index, item) in items.enumerated() {
            stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: item, as: "end \(index)")
        }
        stage.keep(
            player.observe(\.currentItem) { [log = stage.log] player, _ in
                log.add("current \(player.items().count)")
            })
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(6000)
        #expect(stage.log.lines == ["end 0", "current 1"])
        stage.pass(5000)
        #expect(stage.log.lines == ["end 0", "current 1", "end 1", "current 0"])
        #expect(player.items().isEmpty && player.currentItem == nil)
        // 5 s hold whole periods of 440 Hz: a gap or a jump would break the sine.
        let samples = stage.heard(start + 0.1, start + 9.9)
        #expect(largestBreak(samples, hertz: 440) < 0.001)
        #expect(peak(stage.heard(start + 10.2, start + 10.9)) == 0)
    }

    @Test("can insert and remove items, and skip to the next")
    func edits() throws {
        let stage = try MediaStage()
        let url = try stage.sine(seconds: 5)
        let (player, items) = stage.app.run {
            let items = (0..<4).map { _ in AVPlayerItem(url: url) }
            return (AVQueuePlayer(items: Array(items.prefix(2))), items)
        }
        let calls = Log()
        stage.app.run {
            #expect(!player.canInsert(items[0], after: nil))
            #expect(player.canInsert(items[2], after: items[0]))
            player.insert(items[2], after: items[0])
            player.insert(items[3], after: nil)
            ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                player.insert(items[3], after: nil)
            }
        }
        #expect(calls.lines == ["AVQueuePlayer.insert(_:after:)"])
        #expect(player.items() == [items[0], items[2], items[1], items[3]])
        stage.app.run {
            player.remove(items[1])
            player.advanceToNextItem()
        }
        #expect(player.items() == [items[2], items[3]])
        #expect(player.currentItem === items[2])
        stage.app.run { player.removeAllItems() }
        #expect(player.items().isEmpty && player.currentItem == nil)
        #expect(player.canInsert(items[0], after: nil))
    }

    @Test("of a looped item is its beginning, until looping is disabled (17)")
    func looper() throws {
        let stage = try MediaStage()
        let url = try stage.sine(seconds: 1)
        let (player, template, looper) = stage.app.run {
            let player = AVQueuePlayer()
            let template = AVPlayerItem(url: url)
            let looper = AVPlayerLooper(player: player, templateItem: template)
            #expect(looper.status == .unknown)
            return (player, template, looper)
        }
        for path in ["status", "count"] {
            stage.keep(
                path == "status"
                    ? looper.observe(\.status, options: .new) { [log = stage.log] looper, _ in
                        log.add("status \(looper.status.rawValue)")
                    }
                    : looper.observe(\.loopCount, options: .new) { [log = stage.log] _, change in
                        log.add("count \(change.newValue ?? -1)")
                    })
        }
        stage.pass(50)
        #expect(looper.status == .ready)
        #expect(looper.loopingPlayerItems.count >= 3)
        #expect(looper.loopingPlayerItems.allSatisfy { $0 !== template })
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(3500)
        #expect(looper.loopCount == 3)
        #expect(largestBreak(stage.heard(start + 0.1, start + 3.4), hertz: 440) < 0.001)
        stage.app.run { looper.disableLooping() }
        #expect(looper.status == .cancelled)
        stage.pass(1500)
        #expect(peak(stage.heard(start + 3.5, start + 3.9)) > 0.4)
        #expect(peak(stage.heard(start + 4.2, start + 5)) == 0)
        #expect(template.status == .unknown)
        #expect(
            stage.log.lines == ["count 1", "count 2", "count 3", "status 3"])
    }

    @Test("of a loop may lie within the item")
    func loopRange() throws {
        let stage = try MediaStage()
        // The second second has another pitch.
        let low = (0..<48_000).map {
            Int16(16_384 * sin(2 * Double.pi * 440 * Double($0) / 48_000))
        }
        let high = (0..<48_000).map {
            Int16(16_384 * sin(2 * Double.pi * 880 * Double($0) / 48_000))
        }
        let url = try stage.wave(low + high + low, name: "three.wav")
        let (player, looper) = stage.app.run {
            let player = AVQueuePlayer()
            let range = CMTimeRange(
                start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 1))
            return (
                player,
                AVPlayerLooper(
                    player: player, templateItem: AVPlayerItem(url: url), timeRange: range)
            )
        }
        stage.pass(50)
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(5500)
        #expect(looper.loopCount == 5)
        #expect(largestBreak(stage.heard(start + 0.1, start + 5.4), hertz: 880) < 0.002)
    }
}

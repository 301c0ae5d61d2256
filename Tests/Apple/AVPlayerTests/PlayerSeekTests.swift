import AVFAudio
import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("Seeking")
struct PlayerSeekTests {
    /// A ramp from frame 200,000 on, where each sample tells its frame.
    private func ramp(_ stage: MediaStage) throws -> URL {
        let samples = (0..<5 * 44_100).map { Int16(max($0 - 200_000, 1)) }
        return try stage.wave(samples, rate: 44_100, name: "ramp.wav")
    }

    @Test("exactly ends at the very time, and the next sample is that frame (8)")
    func exact() throws {
        let stage = try MediaStage()
        let player = stage.player(try ramp(stage))
        stage.app.run {
            player.seek(
                to: CMTime(value: 4750, timescale: 1000), toleranceBefore: .zero,
                toleranceAfter: .zero
            ) { [log = stage.log] in log.add("\($0)") }
        }
        stage.pass(50)
        #expect(stage.log.lines == ["true"])
        #expect(player.currentTime().seconds == 4.75)
        #expect(player.currentTime().timescale == 1000)
        #expect(player.timeControlStatus == .paused)
        let start = stage.now
        stage.app.run { player.play() }
        stage.pass(200)
        let samples = stage.heard(start, start + 0.2)
        let first = try #require(samples.firstIndex { $0 > 0 })
        // A tenth of a second later, when it has faded in, 4410 frames behind frame 209475.
        #expect(abs(Double(samples[first + 4800]) * 32_768 - 13_885) < 3)
    }

    @Test("within a compressed file is exact too (8)", .enabled(if: BuildTraits.hasFFmpeg))
    func compressed() throws {
        let stage = try MediaStage()
        let url = try stage.aac(seconds: 5)
        let player = stage.player(url)
        #expect(player.currentItem?.duration == CMTime(value: 220_500, timescale: 44_100))
        stage.app.run {
            player.seek(
                to: CMTime(value: 4750, timescale: 1000), toleranceBefore: .zero,
                toleranceAfter: .zero
            ) { [log = stage.log] in log.add("\($0)") }
        }
        stage.pass(50)
        #expect(stage.log.lines == ["true"])
        #expect(player.currentTime().seconds == 4.75)
        let start = stage.now
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: player.currentItem, as: "end")
        stage.app.run { player.play() }
        stage.pass(200)
        #expect(stage.log.lines == ["true"])
        stage.pass(100)
        #expect(stage.log.lines == ["true", "end"])
        #expect(peak(stage.heard(start + 0.05, start + 0.2)) > 0.4)
    }

    @Test("again ends the first seek, and the second is done (9)")
    func twice() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        stage.app.run {
            for (number, seconds) in [(1, 2.0), (2, 3.0)] {
                player.seek(to: CMTime(seconds: seconds, preferredTimescale: 1000)) {
                    [log = stage.log] in log.add("\(number) \($0)")
                }
            }
        }
        stage.pass(100)
        #expect(stage.log.lines == ["1 false", "2 true"])
        #expect(player.currentTime().seconds == 3)
    }

    @Test("before the item is ready waits for that, or ends the program for an item (10)")
    func early() throws {
        let stage = try MediaStage()
        let url = try stage.sine()
        let calls = Log()
        let player = stage.app.run {
            let player = AVPlayer(url: url)
            player.seek(to: CMTime(value: 3, timescale: 1)) { [log = stage.log] in
                log.add("\($0)")
            }
            ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                player.currentItem?.seek(to: CMTime(value: 2, timescale: 1)) { _ in }
                player.seek(to: .invalid)
                player.seek(to: .indefinite)
            }
            #expect(stage.log.lines == [])
            return player
        }
        #expect(
            calls.lines == [
                "AVPlayerItem.seek(to:completionHandler:)", "AVPlayer.seek(to:)",
                "AVPlayer.seek(to:)",
            ])
        stage.pass(100)
        #expect(stage.log.lines == ["true"])
        #expect(player.currentTime().seconds == 3)
    }

    @Test("stays within the item")
    func clamped() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        for (time, expected) in [
            (CMTime(value: -3, timescale: 1), 0.0), (CMTime(value: 9, timescale: 1), 5),
            (.positiveInfinity, 5), (CMTime(value: .max, timescale: 1), 5), (.zero, 0),
        ] {
            stage.app.run { player.seek(to: time) }
            stage.pass(20)
            #expect(player.currentTime().seconds == expected)
        }
    }

    @Test("while it plays is heard at once, and is told as a jump")
    func playing() throws {
        let stage = try MediaStage()
        let low = (0..<96_000).map {
            Int16(16_384 * sin(2 * Double.pi * 440 * Double($0) / 48_000))
        }
        let high = (0..<96_000).map {
            Int16(16_384 * sin(2 * Double.pi * 880 * Double($0) / 48_000))
        }
        let player = stage.player(try stage.wave(low + high, name: "two.wav"))
        stage.app.run { player.play() }
        stage.pass(1000)
        stage.note(AVPlayerItem.timeJumpedNotification, of: player.currentItem, as: "jump")
        let time = stage.now
        stage.app.run { player.seek(to: CMTime(value: 3, timescale: 1)) }
        stage.pass(1000)
        #expect(stage.log.lines.contains("jump"))
        #expect(try abs(#require(stage.frequency(time - 0.3, time)) - 440) < 5)
        #expect(try abs(#require(stage.frequency(time + 0.1, time + 0.5)) - 880) < 5)
    }

    @Test("is awaited as well")
    func awaited() async throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        stage.app.run {
            let log = stage.log
            Task { @MainActor in
                let isDone = await player.seek(to: CMTime(value: 2, timescale: 1))
                log.add("\(isDone) \(player.currentTime().seconds)")
            }
        }
        await stage.phone.advance(by: .milliseconds(100))
        #expect(stage.log.lines == ["true 2.0"])
    }
}

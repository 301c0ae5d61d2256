import AVFoundation
import Foundation
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "A player of a server's media", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"))
struct ServedPlayerTests {
    private let stage: MachineStage

    init() throws {
        stage = try MachineStage()
        stage.web.serve("/sound.wav", MachineStage.wave(seconds: 3), type: "audio/wav")
    }

    private func player(_ item: AVPlayerItem) -> AVPlayer {
        stage.note(AVPlayerItem.didPlayToEndTimeNotification, of: item, as: "end")
        stage.note(AVPlayerItem.playbackStalledNotification, of: item, as: "stalled")
        stage.note(AVPlayerItem.failedToPlayToEndTimeNotification, of: item, as: "failed ") {
            let error = $0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
            return "\(error?.domain ?? "-") \(error?.code ?? 0)"
        }
        return stage.run { AVPlayer(playerItem: item) }
    }

    @Test("plays to the end over connections that break off (30)")
    func cuts() throws {
        let item = stage.item("/sound.wav?cut=100000")
        let player = player(item)
        stage.run { player.play() }
        #expect(stage.wait(for: "end"))
        #expect(stage.log == ["end"])
        #expect(player.currentTime() == item.duration)
        #expect(abs(item.duration.seconds - 3) < 0.001)
        #expect(stage.web.log.map(\.firstByte) == [0, 100_000, 200_000])
        let event = try #require(item.accessLog()?.events.first)
        #expect(event.numberOfMediaRequests == 3)
        #expect(event.serverAddress == "127.0.0.1")
        #expect(item.errorLog()?.events.count == 2)
    }

    @Test("fails where a server without ranges breaks off (31)")
    func breaksOff() throws {
        let item = stage.item("/sound.wav?cut=100000&norange")
        let player = player(item)
        stage.run { player.play() }
        #expect(stage.wait(for: "failed"))
        #expect(stage.log.last == "failed NSURLErrorDomain -1005")
        #expect(!stage.log.contains("end"))
        #expect(item.status == .readyToPlay)
        #expect(abs(player.currentTime().seconds - 1.13) < 0.1)
    }

    @Test("has the errors of its server (32, 33, 36)")
    func errors() throws {
        stage.web.serve("/text.mp3", Array(String(repeating: "No sound. ", count: 900).utf8))
        let expected: [(String, String, Int)] = [
            ("/status?code=404", NSURLErrorDomain, -1100),
            ("/status?code=403", NSURLErrorDomain, -1102), ("/loop", NSURLErrorDomain, -1007),
            ("/text.mp3", AVFoundationErrorDomain, -11_828),
        ]
        for (path, domain, code) in expected {
            let item = stage.item(path)
            stage.keep(
                item.observe(\.status, options: .new) { [stage] item, _ in
                    if item.status == .failed { stage.add("failed \(path)") }
                })
            let player = player(item)
            #expect(stage.wait(for: "failed \(path)"))
            let error = try #require(item.error) as NSError
            #expect(error.domain == domain, "\(path)")
            #expect(error.code == code, "\(path)")
            #expect(player.currentItem === item)
        }
    }

    @Test("seeks by a request of the part (35)")
    func seek() async throws {
        stage.web.serve("/long.wav", MachineStage.wave(seconds: 120), type: "audio/wav")
        let item = stage.item("/long.wav?rate=400000")
        let player = player(item)
        stage.keep(
            item.observe(\.status, options: .new) { [stage] item, _ in
                if item.status == .readyToPlay { stage.add("ready") }
            })
        #expect(stage.wait(for: "ready"))
        let time = CMTime(value: 100, timescale: 1)
        let hasSought = await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(hasSought)
        #expect(player.currentTime() == time)
        // 88,200 bytes a second behind a header of 44.
        #expect(stage.web.log.last?.firstByte == 8_820_044)
        #expect(item.seekableTimeRanges.last?.timeRangeValue.end.seconds == 120)
    }

    @Test("ends its connection with its item (34)")
    func released() throws {
        var hanging: [AVPlayer] = (0..<5).map { _ in player(stage.item("/never")) }
        #expect(stage.web.waitForRequests(5))
        let item = stage.item("/sound.wav")
        let other = player(item)
        stage.run { other.play() }
        #expect(stage.wait(for: "end"))
        for player in hanging { player.replaceCurrentItem(with: nil) }
        hanging = []
        #expect(stage.web.waitForConnections())
        #expect(hanging.isEmpty)
    }
}

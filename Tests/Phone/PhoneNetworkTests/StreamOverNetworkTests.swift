import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite(
    "A stream of HLS over the phone's network",
    .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
struct StreamOverNetworkTests {
    private let stage = RadioStage()
    private let url = URL(string: "http://radio.example/radio.m3u8")!

    @Test("of segments is one sound, and a seek is exact (39)")
    func recorded() throws {
        stage.phone.network.serveStream(
            url.absoluteString, try RadioStage.adts(seconds: 20))
        let player = stage.player(url)
        stage.app.run { player.play() }
        stage.pass(3)
        let item = try #require(player.currentItem)
        #expect(abs(item.duration.seconds - 20) < 0.1)
        stage.pass(20)
        #expect(stage.log.words.contains("end"))
        let start = try #require(stage.log.times(of: "playing").first)
        #expect(stage.isWhole(start + 0.5, start + 19.5))
        stage.app.run {
            player.seek(
                to: CMTime(value: 10, timescale: 1), toleranceBefore: .zero,
                toleranceAfter: .zero)
        }
        stage.pass(1)
        #expect(player.currentTime() == CMTime(value: 10, timescale: 1))
    }

    @Test("is silent for a segment that is not there, and goes on (41)")
    func missingSegment() throws {
        stage.phone.network.serveStream(
            url.absoluteString, try RadioStage.adts(seconds: 20))
        stage.phone.network.serve("http://radio.example/radio-2.aac", .status(404))
        let player = stage.player(url)
        stage.app.run { player.play() }
        stage.pass(23)
        let start = try #require(stage.log.times(of: "playing").first)
        #expect(stage.isWhole(start + 0.5, start + 7.8))
        #expect(stage.peak(start + 8.2, start + 11.7) == 0)
        #expect(stage.isWhole(start + 12.5, start + 19.5))
        #expect(player.currentItem?.errorLog()?.events.count == 1)
        #expect(stage.log.words.contains("end"))
    }

    @Test("that is live reloads its playlist, and goes on in its window (42)")
    func live() throws {
        stage.phone.network.serveStream(
            url.absoluteString, try RadioStage.adts(seconds: 20), isLive: true)
        let player = stage.player(url)
        stage.app.run { player.play() }
        stage.pass(60)
        #expect(player.currentItem?.duration == .indefinite)
        let start = try #require(stage.log.times(of: "playing").first)
        #expect(start < 2)
        #expect(!stage.log.words.contains("stalled"))
        #expect(stage.peak(start + 0.5, start + 50) > 0.3)
        let reloads = stage.phone.network.requests.filter { $0.url == url.absoluteString }
        #expect((12...18).contains(reloads.count))
        stage.app.run { player.pause() }
        stage.pass(30)
        #expect(stage.phone.heard(from: stage.app).isSilent)
        stage.log.clear()
        stage.app.run { player.play() }
        stage.pass(10)
        #expect(stage.log.words.contains("jumped"))
        #expect(!stage.phone.heard(from: stage.app).isSilent)
    }
}

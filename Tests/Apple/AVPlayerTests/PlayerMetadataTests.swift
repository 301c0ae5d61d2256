import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

@MainActor
@Suite(
    "The titles of a radio station", .enabled(if: BuildTraits.hasFFmpeg, "built without FFmpeg"))
struct PlayerMetadataTests {
    /// Notes the titles with the time of the item.
    private final class Titles: NSObject, AVPlayerItemMetadataOutputPushDelegate, Sendable {
        let log = Log()

        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput,
            didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            for group in groups {
                for item in group.items {
                    let identifier = item.identifier?.rawValue ?? "-"
                    let start = (group.timeRange.start.seconds * 10).rounded() / 10
                    log.add("\(start) \(identifier) \(item.stringValue ?? "-")")
                }
                #expect(group.timeRange.duration.isIndefinite && track == nil)
            }
        }
    }

    private let url = URL(string: "http://radio.example/live")!

    /// A station of 10 s of sound, with titles behind the blocks 0, 3 and 6 of 8000 bytes.
    private func serve(_ stage: MediaStage) throws -> Double {
        let file = try stage.adts(seconds: 10)
        let data = try Data(contentsOf: file)
        stage.phone.network.serve(
            url.absoluteString, data, .contentType("audio/aac"), .withoutRanges,
            .icy(interval: 8000, titles: [0: "One", 3: "Two", 6: "Three"]))
        return Double(data.count) / 10
    }

    @Test("come when they sound, to outputs and observers")
    func titles() throws {
        let stage = try MediaStage()
        let bytesPerSecond = try serve(stage)
        let titles = Titles()
        let player = stage.app.run {
            let item = AVPlayerItem(url: url)
            let output = AVPlayerItemMetadataOutput(identifiers: nil)
            output.setDelegate(titles, queue: .main)
            item.add(output)
            #expect(item.outputs == [output])
            return AVPlayer(playerItem: item)
        }
        let item = try #require(player.currentItem)
        stage.keep(
            item.observe(\.timedMetadata, options: .new) { [log = stage.log] item, _ in
                let time = (item.currentTime().seconds * 10).rounded() / 10
                log.add("\(time) \(item.timedMetadata?.first?.stringValue ?? "-")")
            })
        stage.app.run { player.play() }
        stage.pass(12_000)
        let times = [1, 4, 7].map { Double(8000 * $0) / bytesPerSecond }
        #expect(titles.log.lines.count == 3)
        #expect(stage.log.lines.count == 3)
        for (line, (time, title)) in zip(
            titles.log.lines + stage.log.lines,
            zip(times + times, ["One", "Two", "Three", "One", "Two", "Three"]))
        {
            let words = line.split(separator: " ")
            #expect(words.last.map(String.init) == title)
            #expect(abs((words.first.flatMap { Double($0) } ?? -1) - time) <= 0.15)
        }
        #expect(titles.log.lines.allSatisfy { $0.contains(" icy/StreamTitle ") })
        #expect(item.timedMetadata?.first?.commonKey == .commonKeyTitle)
    }

    @Test("that an output does not want are left out, and one output has one item")
    func filtered() throws {
        let stage = try MediaStage()
        _ = try serve(stage)
        let titles = Titles()
        let calls = Log()
        let player = stage.app.run {
            let item = AVPlayerItem(url: url)
            let output = AVPlayerItemMetadataOutput(identifiers: ["id3/TIT2"])
            output.setDelegate(titles, queue: nil)
            item.add(output)
            ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                AVPlayerItem(url: url).add(output)
            }
            return AVPlayer(playerItem: item)
        }
        stage.app.run { player.play() }
        stage.pass(5000)
        #expect(titles.log.lines.isEmpty)
        #expect(calls.lines == ["AVPlayerItem.add(_:)"])
        #expect(player.currentItem?.timedMetadata?.first?.stringValue != nil)
    }
}

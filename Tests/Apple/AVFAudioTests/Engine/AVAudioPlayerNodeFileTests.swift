import AVFAudio
import Foundation
import Simulation
import Testing
import TestSupport

@MainActor
@Suite("AVAudioPlayerNode and files")
struct AVAudioPlayerNodeFileTests {
    private let folder: TemporaryFolder
    private let log = HandlerLog()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(
        _ samples: [Int16], channels: Int = 1, rate: Int = 44_100
    ) throws -> AVAudioFile {
        let url = URL(fileURLWithPath: folder.file("sound.wav"))
        try Data(waveBytes(samples, channels: channels, rate: rate)).write(to: url)
        return try AVAudioFile(forReading: url)
    }

    @Test("plays a file bit for bit, however it is rendered", arguments: [17, 512, 4096])
    func exact(blockFrames: Int) throws {
        let stage = try PlayerEngine()
        let samples = noise(20_000)
        let file = try file(samples, channels: 2)
        file.framePosition = 123
        let log = log
        stage.app.run {
            stage.player.scheduleFile(file, at: nil) { log.add("file") }
            stage.player.play()
        }
        let output = try stage.renderedChannels(10_100, blockFrames: blockFrames)
        let left = stride(from: 0, to: 20_000, by: 2).map { samples[$0] }
        let right = stride(from: 1, to: 20_000, by: 2).map { samples[$0] }
        #expect(output[0] == floats(left) + zeros(100))
        #expect(output[1] == floats(right) + zeros(100))
        #expect(file.framePosition == 123)
        stage.settle()
        #expect(log.all == ["file"])
    }

    @Test("converts a file to its own rate (engine 39)")
    func fileRate() throws {
        let stage = try PlayerEngine()
        let file = try file(level(16_384, 4800), rate: 48_000)
        let after = try stage.buffer([9])
        stage.player.scheduleFile(file, at: nil)
        stage.player.scheduleBuffer(after)
        stage.player.play()
        let output = try stage.rendered(5000)
        let end = try #require(output.firstIndex(of: 9))
        #expect(abs(end - 4410) <= 1)
        #expect(output[100..<4300].allSatisfy { abs($0 - 0.5) < 1e-3 })
    }

    @Test("plays a part of a file (engine 40)")
    func segment() throws {
        let stage = try PlayerEngine()
        let samples = noise(3000)
        let file = try file(samples)
        stage.player.scheduleSegment(
            file, startingFrame: 1000, frameCount: 200,
            at: AVAudioTime(sampleTime: 50, atRate: 44_100))
        stage.player.scheduleSegment(file, startingFrame: 2990, frameCount: 100, at: nil)
        stage.player.scheduleSegment(file, startingFrame: 5000, frameCount: 100, at: nil)
        stage.player.play()
        let output = try stage.rendered(300)
        #expect(
            output == zeros(50) + floats(samples[1000..<1200]) + floats(samples[2990...])
                + zeros(40)
        )
    }

    @Test("refuses a part of a file without frames (engine 40)")
    func emptySegment() throws {
        let stage = try PlayerEngine()
        let file = try file([1, 2, 3])
        let rules = brokenRules {
            stage.player.scheduleSegment(file, startingFrame: 0, frameCount: 0, at: nil)
        }
        #expect(rules == ["numberFrames > 0"])
    }

    @Test("adds and drops channels")
    func channels() throws {
        let stereo = try PlayerEngine()
        stereo.player.scheduleFile(try file([8192, 16_384]), at: nil)
        stereo.player.play()
        #expect(try stereo.renderedChannels(3) == [[0.25, 0.5, 0], [0.25, 0.5, 0]])
        let mono = try PlayerEngine(channelCount: 1)
        mono.player.scheduleFile(try file([8192, 1, 16_384, 2], channels: 2), at: nil)
        mono.player.play()
        #expect(try mono.rendered(3) == [0.25, 0.5, 0])
    }

    @Test("plays a file that is closed and deleted after it was scheduled")
    func deletedFile() throws {
        let stage = try PlayerEngine()
        let samples = noise(1000)
        let file = try file(samples)
        stage.player.scheduleFile(file, at: nil)
        file.close()
        try FileManager.default.removeItem(at: file.url)
        stage.player.play()
        #expect(try stage.rendered(1000) == floats(samples))
    }

    @Test("takes a closed file for an empty one")
    func closedFile() throws {
        let stage = try PlayerEngine()
        let file = try file(noise(1000))
        file.close()
        let log = log
        stage.player.scheduleFile(file, at: nil, completionCallbackType: .dataRendered) { _ in
            log.add("file")
        }
        stage.player.play()
        #expect(try stage.rendered(100) == zeros(100))
        stage.settle()
        #expect(log.all == ["file"])
    }

    @Test("calls the handlers of files that follow one another, of all kinds")
    func handlersOfFiles() throws {
        let stage = try PlayerEngine()
        let file = try file(noise(5000))
        let log = log
        for (index, type) in [
            AVAudioPlayerNodeCompletionCallbackType.dataRendered, .dataPlayedBack, .dataConsumed,
            .dataRendered,
        ].enumerated() {
            stage.player.scheduleFile(file, at: nil, completionCallbackType: type) {
                log.add("\(index) \($0 == type)")
            }
        }
        stage.player.play()
        _ = try stage.rendered(9999)
        stage.settle()
        #expect(log.all == ["0 true"])
        _ = try stage.rendered(10_001)
        stage.settle()
        #expect(log.all == ["0 true", "1 true", "2 true", "3 true"])
    }

    @Test("prepares frames without playing them")
    func prepare() throws {
        let stage = try PlayerEngine()
        let samples = noise(5000)
        stage.player.scheduleFile(try file(samples), at: nil)
        stage.player.prepare(withFrameCount: 3000)
        stage.player.prepare(withFrameCount: .max)
        #expect(try stage.rendered(100) == zeros(100))
        stage.player.play()
        #expect(try stage.rendered(5000) == floats(samples))
    }

    @Test("plays a compressed file from its first valid frame", .enabled(if: BuildTraits.hasFFmpeg))
    func compressed() throws {
        let stage = try PlayerEngine()
        let url = URL(fileURLWithPath: folder.file("sound.m4a"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 44_100.0,
            AVNumberOfChannelsKey: 1,
        ]
        let samples = noise(10_000)
        let written = try AVAudioFile(forWriting: url, settings: settings)
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 1))
        try written.write(from: pcmBuffer(floats(samples), format))
        written.close()
        stage.player.scheduleSegment(
            try AVAudioFile(forReading: url), startingFrame: 100, frameCount: 9000, at: nil)
        stage.player.play()
        #expect(try stage.rendered(9100) == floats(samples[100..<9100]) + zeros(100))
    }
}

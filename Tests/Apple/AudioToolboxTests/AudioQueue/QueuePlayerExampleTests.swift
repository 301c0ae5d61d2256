import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing

import QueuePlayer

@Suite("The queue player among the examples")
struct QueuePlayerExampleTests {
    private let files = SoundFiles()
    private let stage = SimulatedStage()
    private let app: StagedApp

    init() {
        app = stage.open("Player")
    }

    /// The lines that the example prints, when it does, in seconds, and on which thread.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Log: @unchecked Sendable {
        var lines: [String] = []
        var times: [Double] = []
        var threads: [SimulatedThread?] = []

        var reads: [String] { lines.filter { $0.hasPrefix("read ") } }
    }

    private func player(
        _ path: String, packetsPerRead: UInt32? = nil, _ log: Log
    ) throws -> Player {
        try app.run {
            try Player(playing: path, packetsPerRead: packetsPerRead) { [stage] line in
                log.lines.append(line)
                log.times.append(stage.now.seconds)
                log.threads.append(SimulatedThread.current)
            }
        }
    }

    private static func read(_ packets: Int, _ bytes: Int, from start: Int) -> String {
        "read \(packets) packets, \(bytes) bytes, from \(start): 0"
    }

    @Test("says of six seconds what it says on a phone")
    func sixSeconds() throws {
        // Given six seconds of 16-bit stereo in a CAF file.
        let path = try files.write(SoundFiles.sixSeconds(), as: "six.caf").path
        let log = Log()
        // When it is played to its end.
        let player = try player(path, log)
        try app.run { try player.play() }
        stage.advance(by: .seconds(7))
        #expect(!player.isPlaying && !player.isRunning)
        app.run { player.close() }
        // Then this is what happened, in this order.
        let full = (0..<12).map { Self.read(22_050, 88_200, from: 22_050 * $0) }
        let empty = Self.read(0, 0, from: 264_600)
        let start = [
            "packets 264600, maximum packet 4", "buffer 88200 bytes, 22050 packets a read",
            "no cookie", "preparing",
        ]
        var expected: [String] = start
        expected += full.prefix(3)
        expected += ["playing", "running"]
        expected += full.dropFirst(3)
        expected += [empty, empty, empty, "stopped"]
        #expect(log.lines == expected)
        // And each read after the first three came when a buffer had been played, on the main
        // thread.
        let callbacks = log.lines.indices.filter { log.lines[$0].hasPrefix("read ") }.dropFirst(3)
        #expect(callbacks.count == 12)
        for (index, line) in callbacks.enumerated() {
            #expect(abs(log.times[line] - 0.5 * Double(index + 1)) <= 0.0101)
            #expect(log.threads[line] == .main)
        }
        #expect((6.0...6.3).contains(try #require(callbacks.last.map { log.times[$0] })))
    }

    @Test("reads ten thousand packets at a time, the last time what is left")
    func tenThousand() throws {
        let path = try files.write(SoundFiles.sixSeconds(), as: "six.caf").path
        let log = Log()
        let player = try player(path, packetsPerRead: 10_000, log)
        try app.run { try player.play() }
        stage.advance(by: .seconds(7))
        let full = (0..<26).map { Self.read(10_000, 40_000, from: 10_000 * $0) }
        let last = Self.read(4_600, 18_400, from: 260_000)
        let empty = Self.read(0, 0, from: 264_600)
        #expect(log.reads == full + [last, empty, empty, empty])
        #expect(log.lines.last == "stopped")
        app.run { player.close() }
    }

    @Test("whose song fits in the first buffer, is called back when that has been played")
    func shortSong() throws {
        // Given half a second, of which the first buffer takes all.
        let bytes = SoundFiles.caf(frames: 24_000, sampleRate: 48_000)
        let path = try files.write(bytes, as: "short.caf").path
        let log = Log()
        // When the other buffers stop the queue before it is started.
        let player = try player(path, packetsPerRead: 100_000, log)
        let empty = Self.read(0, 0, from: 24_000)
        #expect(log.reads == [Self.read(24_000, 48_000, from: 0), empty, empty])
        try app.run { try player.play() }
        stage.advance(by: .milliseconds(490))
        #expect(log.reads.count == 3)
        // Then it plays all the same, and calls back once.
        stage.advance(by: .milliseconds(500))
        #expect(log.reads.count == 4)
        #expect(log.lines.lastIndex(of: empty).map { log.times[$0] } == 0.5)
        #expect(log.lines.last == "stopped")
        app.run { player.close() }
    }

    @Test("goes on after a pause with the packet that was next")
    func pause() throws {
        let path = try files.write(SoundFiles.sixSeconds(), as: "six.caf").path
        let log = Log()
        let player = try player(path, log)
        try app.run { try player.play() }
        stage.advance(by: .milliseconds(700))
        try app.run { try player.pause() }
        let linesThen = log.lines.count
        // When it pauses for a minute, then nothing happens.
        stage.advance(by: .seconds(60))
        #expect(log.lines.count == linesThen && player.isPlaying)
        // And it is played to its end afterwards.
        try app.run { try player.play() }
        stage.advance(by: .seconds(6))
        #expect(log.lines.filter { $0.hasPrefix("read 22050 packets") }.count == 12)
        #expect(log.lines.last == "stopped")
        app.run { player.close() }
    }

    @Test("ends at once when it is closed while it plays")
    func closed() throws {
        let path = try files.write(SoundFiles.sixSeconds(), as: "six.caf").path
        let log = Log()
        let player = try player(path, log)
        try app.run { try player.play() }
        stage.advance(by: .milliseconds(700))
        app.run { player.close() }
        let linesThen = log.lines.count
        stage.advance(by: .seconds(2))
        #expect(log.lines.count == linesThen)
    }

    @Test("refuses what is no sound file, with the number of the call that failed")
    func noFile() throws {
        let path = files.missing("none.caf").path
        let failure = #expect(throws: Player.Failure.self) {
            try app.run { try Player(playing: path) { _ in } }
        }
        #expect(failure?.call == "AudioFileOpenURL" && failure?.status != noErr)
    }

    #if FFmpeg
        @Test("with ten thousand packets a buffer, reads a short song at once and is called once")
        func fixedPackets() throws {
            // Given two seconds of AAC in an M4A file.
            let url = files.missing("song.m4a")
            try writeAAC(url, seconds: 2)
            let log = Log()
            // When it is played.
            let player = try player(url.path, packetsPerRead: 10_000, log)
            let reads = log.reads
            #expect(reads.count == 3 && reads[1] == reads[2])
            #expect(reads[1].hasPrefix("read 0 packets, 0 bytes"))
            #expect(log.lines.contains { $0.hasPrefix("cookie of ") && $0.hasSuffix(": 0") })
            #expect(log.lines.contains { $0.hasSuffix(", 10000 packets a read") })
            let linesPrepared = log.lines.count
            try app.run { try player.play() }
            stage.advance(by: .milliseconds(1900))
            // Then nothing is read until it is over, and then nothing is left.
            #expect(log.lines.dropFirst(linesPrepared) == ["playing", "running"])
            stage.advance(by: .milliseconds(300))
            #expect(
                log.lines.dropFirst(linesPrepared) == ["playing", "running", reads[1], "stopped"])
            let heard = app.channel(0, 0..<48_000).map(abs).max() ?? 0
            #expect(heard > 0.1)
            app.run { player.close() }
        }

        private func writeAAC(_ url: URL, seconds: Int) throws {
            let file = try ExtendedFile(
                creating: url, kAudioFileM4AType, .coded(kAudioFormatMPEG4AAC))
            #expect(file.setClient(.floats(44_100, channels: 2)) == noErr)
            let samples = (0..<2 * 44_100 * seconds).map { Float(sin(Double($0 / 2) * 0.06)) * 0.5 }
            #expect(file.write(samples.bytes, bytesPerFrame: 8) == noErr)
            #expect(file.close() == noErr)
        }
    #endif

    @Test(
        "takes buffers of half a second, within limits",
        arguments: [
            // rate, frames in a packet, largest packet; bytes, packets
            (44_100, 1, 4, 88_200, 22_050),
            (8_000, 1, 2, 0x4000, 0x2000),
            (192_000, 1, 24, 0x50000, 13_653),
            // Packets that are not constant, and large ones of those.
            (44_100, 0, 2000, 0x50000, 163),
            (44_100, 0, 0x60000, 0x60000, 1),
            // A packet beyond the limit.
            (44_100, 1024, 0x60000, 0x60000, 1),
            (.nan, 1, 0, 0x50000, 0x50000),
        ] as [(Double, UInt32, UInt32, UInt32, UInt32)])
    func sizes(
        rate: Double, framesPerPacket: UInt32, largestPacket: UInt32, bytes: UInt32, packets: UInt32
    ) {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = rate
        format.mFramesPerPacket = framesPerPacket
        #expect(
            BufferSize.deriving(from: format, largestPacket: largestPacket, seconds: 0.5)
                == BufferSize(bytes: bytes, packets: packets))
    }

    @Test("takes ten thousand packets, and no more than a number can say")
    func fixedSizes() {
        #expect(
            BufferSize.fixed(packets: 10_000, largestPacket: 4)
                == BufferSize(bytes: 40_000, packets: 10_000))
        #expect(BufferSize.fixed(packets: 10_000, largestPacket: .max) == nil)
    }
}

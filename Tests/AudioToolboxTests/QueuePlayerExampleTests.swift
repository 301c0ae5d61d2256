import AudioModel
import AudioToolbox
import Foundation
import Simulation
import Testing

import QueuePlayer

@Suite("The queue player among the examples")
struct QueuePlayerExampleTests {
    private let files: SoundFiles
    private let stage = SimulatedStage()
    private let app: StagedApp

    init() throws {
        files = try SoundFiles()
        app = stage.open("Player")
    }

    /// The lines that the example prints.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Log: @unchecked Sendable {
        var lines: [String] = []
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
        let player = try app.run { try Player(playing: path) { log.lines.append($0) } }
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
        #expect(
            log.lines == start + full.prefix(3) + ["playing", "running"] + full.dropFirst(3)
                + [empty, empty, empty, "stopped"])
    }

    @Test("goes on after a pause with the packet that was next")
    func pause() throws {
        let path = try files.write(SoundFiles.sixSeconds(), as: "six.caf").path
        let log = Log()
        let player = try app.run { try Player(playing: path) { log.lines.append($0) } }
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
        let player = try app.run { try Player(playing: path) { log.lines.append($0) } }
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
            let player = try app.run {
                try Player(playing: url.path, packetsPerRead: 10_000) { log.lines.append($0) }
            }
            let reads = log.lines.filter { $0.hasPrefix("read ") }
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
            var coded = AudioStreamBasicDescription(
                mSampleRate: 44_100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0,
                mBytesPerPacket: 0, mFramesPerPacket: 1024, mBytesPerFrame: 0,
                mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
            var opened: ExtAudioFileRef?
            try #require(
                ExtAudioFileCreateWithURL(
                    url as CFURL, kAudioFileM4AType, &coded, nil,
                    AudioFileFlags.eraseFile.rawValue, &opened) == noErr)
            let file = try #require(opened)
            var client = StagedQueue.floats(channels: 2, sampleRate: 44_100)
            #expect(
                ExtAudioFileSetProperty(
                    file, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
            let frameCount = 44_100 * seconds
            var samples = (0..<2 * frameCount).map { Float(sin(Double($0 / 2) * 0.06)) * 0.5 }
            samples.withUnsafeMutableBytes { bytes in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: 2, mDataByteSize: UInt32(bytes.count),
                        mData: bytes.baseAddress))
                #expect(ExtAudioFileWrite(file, UInt32(frameCount), &list) == noErr)
            }
            #expect(ExtAudioFileDispose(file) == noErr)
        }
    #endif

    struct SizeCase: CustomTestStringConvertible, Sendable {
        var name: String
        var rate: Double
        var framesPerPacket: UInt32
        var largestPacket: UInt32
        var expected: BufferSize
        var testDescription: String { name }
    }

    @Test(
        "takes buffers of half a second, within limits",
        arguments: [
            SizeCase(
                name: "CD", rate: 44_100, framesPerPacket: 1, largestPacket: 4,
                expected: BufferSize(bytes: 88_200, packets: 22_050)),
            SizeCase(
                name: "small", rate: 8_000, framesPerPacket: 1, largestPacket: 2,
                expected: BufferSize(bytes: 0x4000, packets: 0x2000)),
            SizeCase(
                name: "large", rate: 192_000, framesPerPacket: 1, largestPacket: 24,
                expected: BufferSize(bytes: 0x50000, packets: 13_653)),
            SizeCase(
                name: "no constant packets", rate: 44_100, framesPerPacket: 0, largestPacket: 2000,
                expected: BufferSize(bytes: 0x50000, packets: 163)),
            SizeCase(
                name: "no constant packets, large ones", rate: 44_100, framesPerPacket: 0,
                largestPacket: 0x60000, expected: BufferSize(bytes: 0x60000, packets: 1)),
            SizeCase(
                name: "a packet beyond the limit", rate: 44_100, framesPerPacket: 1024,
                largestPacket: 0x60000, expected: BufferSize(bytes: 0x60000, packets: 1)),
            SizeCase(
                name: "no rate", rate: .nan, framesPerPacket: 1, largestPacket: 0,
                expected: BufferSize(bytes: 0x50000, packets: 0x50000)),
        ])
    func sizes(_ one: SizeCase) {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = one.rate
        format.mFramesPerPacket = one.framesPerPacket
        #expect(
            BufferSize.deriving(from: format, largestPacket: one.largestPacket, seconds: 0.5)
                == one.expected)
    }

    @Test("takes ten thousand packets, and no more than a number can say")
    func fixedSizes() {
        #expect(
            BufferSize.fixed(packets: 10_000, largestPacket: 4)
                == BufferSize(bytes: 40_000, packets: 10_000))
        #expect(BufferSize.fixed(packets: 10_000, largestPacket: .max) == nil)
    }
}

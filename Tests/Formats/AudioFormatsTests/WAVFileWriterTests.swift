import AudioCodecs
import AudioFormats
import AudioModel
import Foundation
import TestSupport
import Testing

@Suite("A WAVE writer")
struct WAVFileWriterTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("out.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(
        _ samples: [Float], channels: Int = 1, _ format: WAVFileWriter.SampleFormat,
        closing: Bool = true
    ) throws {
        let writer = try WAVFileWriter(
            path: path, sampleRate: 48000, channelCount: channels, sampleFormat: format)
        try writer.write(samples, frameCount: samples.count / channels)
        if closing { try writer.close() }
    }

    @Test("gives back every 16-bit sample bit for bit")
    func exact16() throws {
        let samples = (Int16.min...Int16.max).map { Float($0) / 32768 }
        try write(samples, channels: 2, .int16)
        let file = try AudioFileReader(path: path)
        #expect(file.format.channelCount == 2)
        #expect(file.format.sampleRate == 48000)
        #expect(file.dataOffset == 44)
        #expect(Difference.between(try decodeSound(file).allSamples, samples) == nil)
    }

    @Test("copies a 16-bit file through float without a change")
    func copies() throws {
        let original = smallWAV((0..<5000).map { Int16(truncatingIfNeeded: $0 &* 40503) })
        try write(try decodeFrames(original), .int16)
        let written = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(written[44...].elementsEqual(original[44...]))
    }

    @Test("rounds to the nearest and clamps")
    func rounds() throws {
        let samples: [Float] = [0.4, 0.6, -0.4, -0.6, 1.5, 40_000, -40_000, .nan, .infinity]
        try write(samples.map { $0 / 32768 }, .int16)
        let decoded = try decodeSound(AudioFileReader(path: path)).allSamples.map { $0 * 32768 }
        #expect(decoded == [0, 1, 0, -1, 2, 32767, -32768, 0, 32767])
    }

    @Test("keeps floats as they are")
    func exactFloat() throws {
        let samples: [Float] = [0, 1, -1, 1e-30, 3.5, Float(0.1)]
        try write(samples, channels: 2, .float32)
        let file = try AudioFileReader(path: path)
        #expect(file.format.flags == [.float, .packed])
        #expect(try decodeSound(file).allSamples == samples)
    }

    @Test("leaves a readable file when it is never closed")
    func killed() throws {
        let samples = (0..<100_000).map { Float($0 % 100) / 128 }
        for format in [WAVFileWriter.SampleFormat.int16, .float32] {
            try write(samples, format, closing: false)
            let sound = try decodeSound(AudioFileReader(path: path))
            // Only whole buffers of 64 KiB have been written.
            #expect(sound.frameCount >= 65536 && sound.frameCount <= samples.count)
            #expect(sound.allSamples == Array(samples[..<sound.frameCount]))
        }
    }

    @Test(
        "writes what FFmpeg reads",
        .enabled(if: ExternalProgram.ffmpeg.isInstalled, "ffmpeg is not installed"))
    func ffmpeg() throws {
        let samples = (0..<5000).map { Float($0 - 2500) / 4096 }
        for format in [WAVFileWriter.SampleFormat.int16, .float32] {
            try write(samples, channels: 2, format)
            #expect(Difference.between(try ExternalProgram.decodeWithFFmpeg(path), samples) == nil)
        }
    }

    @Test("of nothing is an empty sound")
    func empty() throws {
        try write([], .int16)
        #expect(try decodeSound(AudioFileReader(path: path)).frameCount == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 44)
    }

    @Test("refuses what it cannot do, and writing after it was closed")
    func refuses() throws {
        #expect(throws: FormatError(.cannotOpen(errno: 2))) {
            try WAVFileWriter(
                path: folder.file("none/out.wav"), sampleRate: 48000, channelCount: 2,
                sampleFormat: .int16)
        }
        #expect(throws: FormatError(.badField("channel count"))) {
            try WAVFileWriter(path: path, sampleRate: 48000, channelCount: 0, sampleFormat: .int16)
        }
        #expect(throws: FormatError(.badField("sample rate"))) {
            try WAVFileWriter(path: path, sampleRate: .nan, channelCount: 1, sampleFormat: .int16)
        }
        let writer = try WAVFileWriter(
            path: path, sampleRate: 48000, channelCount: 1, sampleFormat: .int16)
        try writer.close()
        try writer.close()
        #expect(throws: FormatError.self) { try writer.write([1], frameCount: 1) }
    }

    @Test("says when the disk is full")
    func diskFull() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        #expect(throws: FormatError(.cannotWrite(errno: ENOSPC))) {
            try WAVFileWriter(
                path: "/dev/full", sampleRate: 48000, channelCount: 1, sampleFormat: .int16)
        }
    }
}

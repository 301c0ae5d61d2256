import AudioModel
import AudioToolbox
import Foundation
import Simulation
import TestSupport
import Testing
import TimePitch

import SectionRepeat

@Suite("The section repeater among the examples")
struct SectionRepeatExampleTests {
    private let files: SoundFiles
    private let stage = StagedQueue.stage()
    private let app: StagedApp

    init() throws {
        files = SoundFiles()
        app = stage.open("Player")
    }

    /// The lines that the example prints.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Log: @unchecked Sendable {
        var lines: [String] = []
    }

    /// Plays to the end.
    private func play(
        _ url: URL, _ seconds: ClosedRange<Double>, _ rates: [Float], for milliseconds: Int64
    ) throws -> [String] {
        let log = Log()
        let repeater = try app.run {
            try Repeater(playing: url.path, seconds: seconds, rates: rates) {
                log.lines.append($0)
            }
        }
        try app.run { try repeater.play() }
        stage.advance(by: .milliseconds(milliseconds))
        #expect(repeater.isOver, "\(log.lines)")
        app.run { repeater.close() }
        return log.lines
    }

    private func heard(_ frames: Range<Int>) -> [Float] { app.channel(0, frames) }

    /// Two seconds, mono, of which no two pieces are alike.
    private static let sound: [Float] = (0..<96_000).map {
        Float(Int16(truncatingIfNeeded: ($0 * 37 + $0 / 100) % 20_000 - 10_000)) / 32_768
    }

    private func write(
        _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription, _ sound: [Float]
    ) throws -> URL {
        let url = files.missing("sound.bin")
        let file = try ExtendedFile(creating: url, type, format)
        file.setClient(.floats(48_000, channels: 1))
        try #require(file.write(sound.bytes, bytesPerFrame: 4) == noErr)
        return url
    }

    private func pcm() throws -> URL {
        try write(kAudioFileCAFType, .integers(channels: 1, rate: 48_000), Self.sound)
    }

    @Test("goes from B to A without a frame lost, doubled or changed")
    func seams() throws {
        // Given a section that begins and ends between all round numbers.
        let section = 23_457..<47_914
        let lines = try play(
            pcm(), Double(section.lowerBound) / 48_000...Double(section.upperBound) / 48_000,
            [1, 1, 1], for: 2000)
        // Then pass after pass is the file's frames, from A itself.
        let once = Array(Self.sound[section])
        #expect(heard(0..<3 * once.count) == once + once + once)
        #expect(heard(3 * once.count..<90_000).allSatisfy { $0 == 0 })
        #expect(
            lines.filter { $0 != "running" } == [
                "frames 23457 to 47914 of 96000", "pass 1 at rate 1.0 begins at frame 0",
                "pass 2 at rate 1.0 begins at frame 24457",
                "pass 3 at rate 1.0 begins at frame 48914", "stopped",
            ])
    }

    @Test(
        "changes the speed with a pass's first frame",
        .enabled(if: TimePitch.isAvailable, "built without SoundTouch"))
    func speeds() throws {
        // Given half a second, played as it is, at double, half and ordinary speed.
        let lines = try play(pcm(), 0.5...1, [1, 2, 1, 0.5, 1], for: 3500)
        let once = Array(Self.sound[24_000..<48_000])
        // Then each pass begins where it must, and lasts as long as it must.
        for (pass, start) in [(1, 0), (3, 36_000), (5, 108_000)] {
            #expect(lines.contains("pass \(pass) at rate 1.0 begins at frame \(start)"))
            // The speed before fades out for 5 ms.
            #expect(heard(start + 240..<start + 24_000) == Array(once[240...]), "pass \(pass)")
        }
        #expect(lines.contains("pass 2 at rate 2.0 begins at frame 24000"))
        #expect(lines.contains("pass 4 at rate 0.5 begins at frame 60000"))
        #expect(heard(132_000..<150_000).allSatisfy { $0 == 0 })
        #expect(heard(24_000..<36_000).contains { $0 != 0 })
        #expect(lines.last == "stopped")
    }

    #if FFmpeg
        @Test(
            "repeats a section of a coded file as the file is decoded",
            arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
        func coded(id: AudioFormatID) throws {
            let tone = (0..<96_000).map { index -> Float in
                let time = Double(index)
                return Float(0.5 * sin(time * (0.05 + time * 1e-7)))
            }
            let url = try write(kAudioFileM4AType, .coded(id, channels: 1, rate: 48_000), tone)
            let file = try ExtendedFile(url, client: .floats(48_000, channels: 1))
            let bytes = try file.readAll(bytesPerFrame: 4)
            let decoded = bytes.elements(Float.self)
            _ = try play(url, 0.75...1.25, [1, 1, 1], for: 2000)
            let once = Array(decoded[36_000..<60_000])
            let farthest = zip(heard(0..<72_000), once + once + once).map { abs($0 - $1) }.max()
            #expect(try #require(farthest) <= 1e-6)
            #expect(heard(72_000..<90_000).allSatisfy { $0 == 0 })
        }
    #endif

    @Test("refuses what is no section")
    func refusals() throws {
        let url = try pcm()
        let failure = #expect(throws: Repeater.Failure.self) {
            try app.run { try Repeater(playing: url.path, seconds: 5...6, rates: [1]) { _ in } }
        }
        #expect(failure?.call == "a section" && failure?.status == kAudio_ParamError)
        #expect(throws: Repeater.Failure.self) {
            let missing = files.missing("none").path
            try app.run { try Repeater(playing: missing, seconds: 0...1, rates: [1]) { _ in } }
        }
    }

    @Test("reads the packets around a section, and some before it")
    func packets() {
        let section = Section(
            50_000..<60_000, framesPerPacket: 1024, primingFrames: 2112, packetCount: 100)
        #expect(section?.packets == 40..<61)
        #expect(section?.trimStart == 11_152)
        #expect(section?.trimEnd == 352)
        let first = Section(0..<10, framesPerPacket: 64, primingFrames: 0, packetCount: 1)
        #expect(first?.packets == 0..<1 && first?.trimStart == 0 && first?.trimEnd == 54)
        #expect(
            Section(7..<9, framesPerPacket: 1, primingFrames: 0, packetCount: 9)?.trimStart == 0)
        #expect(Section(5..<5, framesPerPacket: 1, primingFrames: 0, packetCount: 9) == nil)
        #expect(Section(5..<10, framesPerPacket: 1, primingFrames: 0, packetCount: 9) == nil)
        #expect(Section(5..<8, framesPerPacket: 0, primingFrames: 0, packetCount: 9) == nil)
        #expect(Section(5..<8, framesPerPacket: 2, primingFrames: 0, packetCount: .max) == nil)
        #expect(
            Section(5..<Int64.max, framesPerPacket: 1, primingFrames: 1, packetCount: .max) == nil)
    }
}

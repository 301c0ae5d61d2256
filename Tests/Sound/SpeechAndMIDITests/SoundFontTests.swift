import Foundation
import MIDISynthesis
import TestSupport
import Testing

/// The sound font of Debian's `timgm6mb-soundfont`.
enum TestSoundFont {
    static let path = "/usr/share/sounds/sf2/TimGM6mb.sf2"
    static var url: URL { URL(fileURLWithPath: path) }
    static var isThere: Bool {
        BuildTraits.hasMIDI && FileManager.default.fileExists(atPath: path)
    }
}

/// Tests the synthesiser without a phone.
@Suite("A sound font", .enabled(if: TestSoundFont.isThere))
struct SoundFontTests {
    private func synthesizer(program: UInt8 = 79) throws -> SoundFontSynthesizer {
        let synthesizer = try #require(SoundFontSynthesizer(sampleRate: 48_000))
        #expect(synthesizer.loadSoundFont(path: TestSoundFont.path))
        synthesizer.send(MIDIMessage(.program, channel: 0, program))
        return synthesizer
    }

    private func render(_ synthesizer: SoundFontSynthesizer, _ frameCount: Int) -> [Float] {
        var left = [Float](repeating: 0, count: frameCount)
        var right = left
        synthesizer.render(left: &left, right: &right, frameCount: frameCount)
        return zip(left, right).map { $0 + $1 }
    }

    private func onset(_ samples: [Float]) -> Int? { samples.firstIndex { abs($0) > 1e-7 } }

    @Test("starts a note after silence at its exact frame", arguments: [0, 1, 63, 64, 1000, 4321])
    func onset(frame: Int) throws {
        let reference = try synthesizer()
        reference.send(MIDIMessage(.noteOn, channel: 0, 69, 100))
        let expected = render(reference, 2000)
        let late = try synthesizer()
        var samples = render(late, frame)
        late.send(MIDIMessage(.noteOn, channel: 0, 69, 100))
        samples += render(late, 2000)
        #expect(onset(samples) == onset(expected).map { $0 + frame })
        #expect(Array(samples[frame...]) == expected)
    }

    @Test("starts a note at its exact frame while others sound", arguments: [1, 63, 100, 777])
    func onsets(distance: Int) throws {
        // Sustained notes, each at a phase of its own; one note's sound does not depend on others.
        let starts = (0..<SoundFontSynthesizer.laneCount).map { 10 + $0 * distance }
        let frameCount = 30_000
        let synthesizer = try synthesizer()
        var together = [Float]()
        for (index, start) in starts.enumerated() {
            together += render(synthesizer, start - together.count)
            synthesizer.send(MIDIMessage(.noteOn, channel: 0, UInt8(60 + index), 100))
        }
        together += render(synthesizer, frameCount - together.count)
        var sum = [Float](repeating: 0, count: frameCount)
        for (index, start) in starts.enumerated() {
            let alone = try self.synthesizer()
            alone.send(MIDIMessage(.noteOn, channel: 0, UInt8(60 + index), 100))
            for (frame, sample) in render(alone, frameCount - start).enumerated() {
                sum[start + frame] += sample
            }
        }
        #expect(sum.contains { abs($0) > 0.1 })
        #expect(zip(together, sum).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test("ends a note wherever it sounds, and a key that is struck again sounds once")
    func ends() throws {
        let synthesizer = try synthesizer()
        for key in UInt8(60)..<68 {
            synthesizer.send(MIDIMessage(.noteOn, channel: 0, key, 100))
            _ = render(synthesizer, 333)
        }
        for _ in 0..<8 {
            synthesizer.send(MIDIMessage(.noteOn, channel: 0, 60, 100))
            _ = render(synthesizer, 333)
        }
        for key in UInt8(60)..<68 { synthesizer.send(MIDIMessage(.noteOff, channel: 0, key)) }
        _ = render(synthesizer, 480_000)
        #expect(synthesizer.isSilent)
    }

    @Test("a closed hi-hat ends an open one, whatever their frames")
    func exclusiveClass() throws {
        func energy(closedAt frame: Int?) throws -> Float {
            let synthesizer = try synthesizer()
            // The open hi-hat is key 46, the closed one 42; channel 9 has the drums.
            synthesizer.send(MIDIMessage(.noteOn, channel: 9, 46, 100))
            if let frame {
                _ = render(synthesizer, frame)
                synthesizer.send(MIDIMessage(.noteOn, channel: 9, 42, 1))
                _ = render(synthesizer, 14_400 - frame)
            } else {
                _ = render(synthesizer, 14_400)
            }
            return render(synthesizer, 4800).reduce(0) { $0 + $1 * $1 }
        }
        let (open, aligned) = (try energy(closedAt: nil), try energy(closedAt: 64))
        #expect(aligned < 0.1 * open)
        #expect(try energy(closedAt: 100) < 0.1 * open)
    }

    @Test("has the right pitch, bent too")
    func pitch() throws {
        for (bend, hertz) in [(8192, 440.0), (8192 + 4096, 440 * exp2(1.0 / 12))] {
            let synthesizer = try synthesizer()
            synthesizer.send(
                MIDIMessage(.pitchBend, channel: 0, UInt8(bend & 0x7F), UInt8(bend >> 7)))
            synthesizer.send(MIDIMessage(.noteOn, channel: 0, 69, 100))
            _ = render(synthesizer, 9600)
            let samples = render(synthesizer, 48_000)
            // Rising zero crossings in one second.
            let count = zip(samples, samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
            #expect(abs(Double(count) - hertz) < 0.02 * hertz)
        }
    }

    @Test("refuses what is no sound font, and keeps the one it has")
    func invalid() throws {
        let synthesizer = try synthesizer()
        #expect(!synthesizer.loadSoundFont(path: "/etc/passwd"))
        #expect(!synthesizer.loadSoundFont(path: "/nowhere"))
        #expect(synthesizer.selectPreset(bank: 0, program: 0))
        #expect(!synthesizer.selectPreset(bank: 77, program: 0))
        #expect(!synthesizer.selectPreset(bank: 0, program: 128))
        #expect(SoundFontSynthesizer(sampleRate: 1) == nil)
    }

    /// Source: AudioKit/AudioKit#2922, of a sampler with a program of a sound bank.
    @Test("keeps a preset that was selected for all channels, whatever program is sent")
    func keepsPreset() throws {
        func sound(then program: UInt8?) throws -> [Float] {
            let synthesizer = try synthesizer(program: 0)
            #expect(synthesizer.selectPreset(bank: 0, program: 79))
            if let program { synthesizer.send(MIDIMessage(.program, channel: 0, program)) }
            synthesizer.send(MIDIMessage(.noteOn, channel: 0, 69, 100))
            return render(synthesizer, 4_800)
        }
        let expected = try sound(then: nil)
        #expect(expected.contains { $0 != 0 })
        #expect(try sound(then: 24) == expected)
    }

    @Test("renders a sequence in any pieces alike")
    func pieces() throws {
        var sequence = MIDISequence()
        sequence.tracks = [
            MIDISequence.Track(
                events: (0..<8).map { index in
                    let start = MIDIMessage(.noteOn, channel: 0, UInt8(60 + index), 100)
                    let body = MIDISequence.Body.note(start, duration: 0.25, releaseVelocity: 0)
                    return MIDISequence.Event(Double(index) * 0.33, body)
                })
        ]
        func run(_ pieces: [Int]) throws -> [Float] {
            let synthesizer = try synthesizer()
            let renderer = SequenceRenderer(sequence, synthesizer, from: 0, rate: 1)
            var result: [Float] = []
            for piece in pieces {
                var left = [Float](repeating: 0, count: piece)
                var right = left
                renderer.render(left: &left, right: &right, frameCount: piece)
                result += zip(left, right).map { $0 + $1 }
            }
            return result
        }
        let whole = try run([60_000])
        #expect(whole.contains { abs($0) > 0.01 })
        #expect(try run(Array(repeating: 100, count: 600)) == whole)
        #expect(try run([1, 59_998, 1]) == whole)
    }
}

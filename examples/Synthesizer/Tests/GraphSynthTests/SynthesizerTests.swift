import Foundation
import GraphSynth
import Simulation
import Testing

/// Whether notes can be played here; they need FluidSynth.
@MainActor private func hasInstrument() -> Bool {
    SimulatedPhone().launch("Instrument").run {
        do {
            _ = try Synthesizer()
            return true
        } catch {
            // kAudioUnitErr_FailedInitialization
            return (error as? AudioError)?.status != -10_875
        }
    }
}

/// Stories of the synthesizer on a phone, in virtual time.
@MainActor
@Suite("The synthesizer", .enabled("needs FluidSynth") { await hasInstrument() })
struct SynthesizerTests {
    private let phone: SimulatedPhone
    private let app: SimulatedPhone.App
    private let synthesizer: Synthesizer

    init() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Synthesizer", backgroundModes: ["audio"])
        synthesizer = try app.run {
            let synthesizer = try Synthesizer()
            try synthesizer.start()
            return synthesizer
        }
    }

    private func left(_ seconds: Double) -> [Float] {
        let samples = phone.heard(from: app, last: .seconds(seconds)).samples
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    private func level(_ samples: some Collection<Float>) -> Float {
        samples.reduce(0) { max($0, abs($1)) }
    }

    @Test("plays the keys that are pressed, at their pitches")
    func keys() throws {
        #expect(phone.heard(from: app).isSilent)
        for (key, hertz) in [(UInt8(60), 261.63), (69, 440), (81, 880)] {
            app.run { synthesizer.press(key) }
            phone.advance(by: .milliseconds(300))
            let frequency = try #require(phone.heard(from: app, last: .milliseconds(200)).frequency)
            #expect(abs(frequency - hertz) < 0.02 * hertz)
            app.run { synthesizer.release(key) }
            phone.advance(by: .seconds(1))
            #expect(level(left(0.2)) < 0.001)
        }
    }

    @Test("adds a reverb while a note sounds, and removes it, without a break")
    func reverb() throws {
        app.run { synthesizer.press(48) }
        phone.advance(by: .milliseconds(500))
        try app.run { try synthesizer.setReverb(true) }
        phone.advance(by: .milliseconds(500))
        // Each hundredth of a second has a part of the note's 130 Hz, and none a click.
        let samples = left(0.9)
        for start in stride(from: 0, to: samples.count - 480, by: 480) {
            #expect(level(samples[start..<start + 480]) > 0.02)
        }
        #expect(zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0) < 0.1 })
        app.run { synthesizer.release(48) }
        phone.advance(by: .milliseconds(300))
        let withReverb = level(left(0.05))
        #expect(synthesizer.hasReverb && withReverb > 0.005)
        try app.run { try synthesizer.setReverb(false) }
        phone.advance(by: .milliseconds(300))
        #expect(!synthesizer.hasReverb)
        app.run { synthesizer.press(48) }
        phone.advance(by: .milliseconds(500))
        app.run { synthesizer.release(48) }
        phone.advance(by: .milliseconds(300))
        #expect(level(left(0.05)) < 0.2 * withReverb)
    }

    /// The frames at which notes begin: the sound is then louder than in the 10 ms before.
    private func onsets(_ samples: [Float]) -> [Int] {
        var (onsets, before) = ([Int](), Float(0))
        for start in stride(from: 0, to: samples.count - 480, by: 480) {
            let present = level(samples[start..<start + 480])
            if present > 0.1, present > 2 * before { onsets.append(start / 480) }
            before = present
        }
        return onsets
    }

    @Test("plays a scale in time while the graph changes")
    func scale() throws {
        try app.run { try synthesizer.play() }
        for isWanted in [true, false, true] {
            phone.advance(by: .milliseconds(700))
            try app.run { try synthesizer.setReverb(isWanted) }
        }
        #expect(synthesizer.isPlayingTune)
        phone.advance(by: .milliseconds(2400))
        #expect(!synthesizer.isPlayingTune)
        let onsets = onsets(left(4.5))
        // A note each half second, in hundredths of a second; a reverb blurs where it begins.
        #expect(onsets.count == 8)
        let distances = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
        #expect(distances.allSatisfy { (49...51).contains($0) })
    }

    @Test("is stopped by a call, and goes on with its scale when the call is declined")
    func call() throws {
        try app.run { try synthesizer.play() }
        phone.advance(by: .milliseconds(1100))
        phone.receiveCall()
        #expect(!synthesizer.isRunning)
        phone.advance(by: .milliseconds(200))
        phone.advance(by: .seconds(5))
        #expect(level(left(5)) == 0)
        #expect(synthesizer.isPlayingTune)
        phone.declineCall()
        phone.advance(by: .milliseconds(500))
        #expect(synthesizer.isRunning && level(left(0.4)) > 0.1)
        phone.advance(by: .seconds(4))
        #expect(!synthesizer.isPlayingTune)
    }

    @Test("plays a MIDI file")
    func file() throws {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "tune-\(UUID().uuidString).mid")
        defer { try? FileManager.default.removeItem(at: url) }
        // One track of one note: the A above the middle C, for a beat of 480 ticks.
        let track: [UInt8] = [
            0x00, 0x90, 69, 100, 0x83, 0x60, 0x80, 69, 0, 0x00, 0xFF, 0x2F, 0x00,
        ]
        let head: [UInt8] = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xE0]
        let chunk: [UInt8] = [0x4D, 0x54, 0x72, 0x6B, 0, 0, 0, UInt8(track.count)]
        try Data(head + chunk + track).write(to: url)
        try app.run { try synthesizer.play(url) }
        phone.advance(by: .milliseconds(300))
        let frequency = try #require(phone.heard(from: app, last: .milliseconds(200)).frequency)
        #expect(abs(frequency - 440) < 10)
        phone.advance(by: .seconds(2))
        #expect(!synthesizer.isPlayingTune)
        #expect(throws: AudioError.self) {
            try app.run { try synthesizer.play(URL(fileURLWithPath: "/none.mid")) }
        }
    }
}

import AVFAudio
import Drums
import Simulation
import Testing

@MainActor
@Suite("The drum machine")
struct DrumMachineTests {
    private let phone: SimulatedPhone
    private static let sampleRate = 48_000.0
    private static let blockFrames = 480
    /// The delay of the machine's start: 0.1 s.
    private static let startFrames = 4800

    init() {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
    }

    @Test("plays every hit on its frame while the tempo and the pattern change")
    func exact() throws {
        let app = phone.launch("Drums")
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: Self.sampleRate, channels: 2))
        let engine = app.run { AVAudioEngine() }
        let machine = try app.run {
            try engine.enableManualRenderingMode(
                .offline, format: format, maximumFrameCount: UInt32(Self.blockFrames))
            let machine = try DrumMachine(.rock, tempo: 120, engine: engine)
            try machine.start()
            return machine
        }
        let output = try #require(
            AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(Self.blockFrames)))
        var heard: [Float] = []
        // The steps at which a tempo takes effect, and their tempos.
        var tempos: [Int: Double] = [:]
        for block in 0..<600 {
            if let tempo = [200: 173.0, 400: 240.0][block] {
                tempos[machine.nextStep] = tempo
                app.run { machine.tempo = tempo }
            }
            try app.run { _ = try engine.renderOffline(UInt32(Self.blockFrames), to: output) }
            let data = try #require(output.floatChannelData)
            heard += UnsafeBufferPointer(start: data[0], count: Self.blockFrames)
            phone.advance(by: .milliseconds(10))
        }
        let hits = hits(tempos, before: heard.count - Self.startFrames)
        let wanted = expected(hits, after: Self.startFrames, frameCount: heard.count)
        #expect(hits.count > 50)
        let firstWrong = heard.indices.first { abs(heard[$0] - wanted[$0]) >= 1e-6 }
        #expect(firstWrong == nil)
    }

    /// The hits of the pattern, with the tempos that take effect at some steps.
    private func hits(_ tempos: [Int: Double], before end: Int) -> [(Drum, Int)] {
        var hits: [(Drum, Int)] = []
        var timeline = StepTimeline(tempo: 120, sampleRate: Self.sampleRate)
        while true {
            let step = timeline.nextStep
            if let tempo = tempos[step] { timeline.setTempo(tempo) }
            guard timeline.nextFrame < end else { return hits }
            for drum in Drum.allCases where Pattern.rock[drum, step % Pattern.stepCount] {
                hits.append((drum, Int(timeline.nextFrame)))
            }
            timeline.advance()
        }
    }

    /// What a machine must play: the sum of its drums, each at its frames.
    private func expected(
        _ hits: [(Drum, Int)], after delay: Int, frameCount: Int
    ) -> [Float] {
        var output = [Float](repeating: 0, count: frameCount)
        let samples = Dictionary(
            uniqueKeysWithValues: Drum.allCases.map {
                ($0, $0.samples(sampleRate: Self.sampleRate))
            })
        for (drum, start) in hits {
            for (frame, sample) in (samples[drum] ?? []).enumerated()
            where delay + start + frame < frameCount {
                output[delay + start + frame] += sample
            }
        }
        return output
    }
}

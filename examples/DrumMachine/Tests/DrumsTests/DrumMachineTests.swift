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

    @Test("plays on a phone, and again after a call that is declined")
    func call() throws {
        var machine: DrumMachine?
        let app = try phone.launch("Drums", backgroundModes: ["audio"]) {
            machine = try DrumMachine(.rock, tempo: 120)
            try machine?.start()
            return machine
        }
        let drums = try #require(machine)
        phone.advance(by: .seconds(2))
        try checkBeat(app)
        phone.receiveCall()
        #expect(!drums.isPlaying)
        phone.advance(by: .seconds(2))
        #expect(phone.heard(from: app).isSilent)
        phone.declineCall()
        phone.advance(by: .seconds(2))
        #expect(drums.isPlaying)
        try checkBeat(app)
    }

    /// The last second that was heard is a part of the pattern, from any of its frames on.
    private func checkBeat(_ app: SimulatedPhone.App) throws {
        let samples = phone.heard(from: app, last: .seconds(1)).samples
        let heard = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let hits = hits([:], before: 3 * 96_000)
        let wanted = expected(hits, after: 0, frameCount: 3 * 96_000)
        // Almost every wrong place differs in the loudest sample already.
        let loudest = heard.indices.max { abs(heard[$0]) < abs(heard[$1]) } ?? 0
        let isFound = (0..<(wanted.count - heard.count)).contains { start in
            abs(heard[loudest] - wanted[start + loudest]) < 1e-5
                && heard.indices.allSatisfy { abs(heard[$0] - wanted[start + $0]) < 1e-5 }
        }
        #expect(isFound)
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

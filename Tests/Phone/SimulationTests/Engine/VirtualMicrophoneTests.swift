import AudioModel
import SoundClient
import Testing

import Simulation

@Suite("A microphone in virtual time")
struct VirtualMicrophoneTests {
    private let sound = SoundBuffer(frameCount: 4_800, channelCount: 2, sampleRate: 48_000) {
        for index in $0.indices { $0[index] = Float(index + 1) / 16_384 }
    }

    private func listen(
        from start: HostTime, to end: HostTime, step: HostInterval
    ) throws -> [CapturedSound] {
        let microphone = VirtualMicrophone(hearing: sound)
        let sink = InputSink(channelCount: 2) {}
        microphone.listen(until: start)
        try microphone.start(sink)
        var time = start
        while time < end {
            time = min(time + step, end)
            microphone.listen(until: time)
        }
        microphone.stop()
        microphone.listen(until: end + .seconds(1))
        var all: [CapturedSound] = []
        while let next = sink.take() { all.append(next) }
        return all
    }

    @Test("hears the same at a time, however that comes", arguments: [1, 7, 10, 100] as [Int64])
    func repeatability(milliseconds: Int64) throws {
        let heard = try listen(
            from: .seconds(0.02), to: .seconds(0.08), step: .milliseconds(milliseconds))
        let samples = heard.flatMap(\.samples)
        #expect(samples == (1_920..<7_680).map { Float($0 + 1) / 16_384 })
        #expect(heard.first?.time == .seconds(0.02))
        #expect(heard.first?.position == 0)
    }

    @Test("hears silence when its sound is over, and nothing while it is closed")
    func end() throws {
        let heard = try listen(from: .seconds(0.09), to: .seconds(0.12), step: .milliseconds(10))
        let samples = heard.flatMap(\.samples)
        #expect(samples.count == 2 * 1_440)
        #expect(samples.prefix(960).allSatisfy { $0 != 0 })
        #expect(samples.dropFirst(960).allSatisfy { $0 == 0 })
    }

    @Test("never hears a moment twice")
    func backwards() throws {
        let microphone = VirtualMicrophone(hearing: sound)
        let sink = InputSink(channelCount: 2) {}
        try microphone.start(sink)
        for time in [0.01, 0.005, 0.01, 0.02] { microphone.listen(until: .seconds(time)) }
        #expect(sink.position == 960)
    }
}

@Suite("A story in which an app may not record")
struct RefusedRecordingTests {
    @Test("says so to those who ask why")
    func reason() throws {
        let report = try run(
            """
            scenario "forgets its category"
            app Memo
            at 0 Memo opens
            at 1 Memo records as voice fails cannotStartRecording
            at 2 end

            """)
        let text = try #require(report.explanation(of: "Memo", at: .seconds(1.5))).text()
        #expect(
            text.contains(
                "is refused a recording: recording needs category record, playAndRecord or "
                    + "multiRoute; the category is soloAmbient (cannotStartRecording, rule "
                    + "input-needs-category)"))
    }
}

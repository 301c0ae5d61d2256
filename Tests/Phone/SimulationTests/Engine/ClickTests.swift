import AudioFormats
import AudioModel
import Foundation
import Simulation
import Testing

@Suite("The check for clicks")
struct ClickTests {
    #if SoundTouch
        private static let hasTimePitch = true
    #else
        private static let hasTimePitch = false
    #endif

    /// Single steps up and down, which make a converter ring the most.
    private static func steps(rate: Double) -> [Float] {
        (0..<Int(rate / 5)).map { ($0 / Int(rate / 50)) % 2 == 0 ? 0.25 : -0.25 }
    }

    @Test(
        "does not take a converter's ringing for a click, wherever the sound starts",
        arguments: [8_000.0, 22_050, 44_100, 88_200], [1, 3, 4])
    func resampled(rate: Double, framesLater: Int) throws {
        let folder = try SoundFolder()
        let steps = try folder.write(ClickTests.steps(rate: rate), rate: rate, as: "steps.wav")
        let silence = try folder.write(
            [Float](repeating: 0, count: Int(rate / 5)), rate: rate, as: "silence.wav")
        // Given a sound of the same rate that already plays, so that this one starts between two of
        // the output's frames.
        let start = 0.1 + Double(framesLater) / 48_000
        let report = try run(
            """
            app Game
            at 0 Game opens; Game plays "\(silence)" as quiet
            at \(start) Game plays "\(steps)" as steps
            expect never clicks
            at 0.4 end
            """)
        #expect(report.findings == [])
    }

    @Test(
        "finds none where a sound is played faster or slower, which lasts as long as it then does",
        .enabled(if: ClickTests.hasTimePitch, "built without SoundTouch"),
        arguments: [0.5, 0.8, 1.25, 2.0], ["440", "440.7"])
    func stretched(rate: Double, hertz: String) throws {
        // Given a tone that ends with a whole period or within one, and the tone unchanged.
        let report = try run(
            """
            app Game category playback
            at 0 Game opens; Game plays tone:\(hertz)/1 as plain
            at 1.5 Game plays tone:\(hertz)/1 as changed rate \(rate)
            expect never clicks
            at 4 end
            """)
        #expect(report.findings == [])
        let lane = try #require(report.streams.first { $0.name == "changed" })
        let end = try #require(lane.spans.last { $0.verdict.state == .stopped }).from
        #expect(abs(Double(end.nanoseconds) / 1e9 - 1.5 - 1 / rate) < 0.010)
    }

    @Test("allows a converted sound hardly more than its own steps", arguments: [22_050.0, 44_100])
    func bound(rate: Double) throws {
        // Given a tone of known steps, at another rate than the output's.
        let folder = try SoundFolder()
        let radians = 2 * Double.pi * 1_000 / rate
        let frameCount = Int(rate / 10)
        let tone = (0..<frameCount).map { frame in
            // The envelope rises from and falls to zero, so that the ends are no steps.
            let loudness = 0.25 * sin(Double.pi * Double(frame) / Double(frameCount))
            return Float(loudness * sin(Double(frame) * radians))
        }
        let path = try folder.write(tone, rate: rate, as: "tone.wav")
        let sounds = StorySounds(scenarioPath: "")
        // When its largest step is measured.
        let sound = try sounds.sound(for: .file(path), seed: "")
        let step = sounds.largestStep(of: sound, loops: 0)
        // Then it is at most a few per cent above a sine's steepest slope in 1/48,000 s.
        let exact = Float(0.25 * 2 * sin(Double.pi * 1_000 / 48_000))
        #expect(step > exact && step < exact * 1.15)
    }
}

import Simulation
import Testing

@MainActor
@Suite("A simulated phone that is asked to be faithful")
struct FaithfulPhoneTests {
    /// Returns the findings of a phone on which the volume is lowered while a sound plays.
    private func findings(_ faithfulness: Faithfulness?) -> [String] {
        var settings = SimulatedPhone.Settings()
        settings.faithfulness = faithfulness
        let phone = SimulatedPhone(settings)
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        var tone: ToneQueue?
        phone.launch("Player") {
            tone = ToneQueue(hertz: 440)
            tone?.start()
        }
        phone.advance(by: .seconds(1))
        phone.press(.down)
        phone.advance(by: .seconds(1))
        phone.press(.down)
        phone.advance(by: .seconds(1))
        withExtendedLifetime(tone) {}
        return findings
    }

    @Test("names each choice once, when the phone first rests on it")
    func named() {
        let words = findings(.documented)
        let step = words.filter { $0.contains("Volumes: Size of one press; observed") }
        #expect(step.count == 1)
        #expect(words.contains { $0.contains("From volume to amplitude; ours") })
        #expect(Set(words).count == words.count)
    }

    @Test("names less where more is trusted, and nothing unless asked")
    func levels() {
        #expect(!findings(.observed).contains { $0.contains("; observed)") })
        #expect(findings(.all).contains { $0.contains("rests on a documented rule") })
        #expect(findings(nil).isEmpty)
    }

    @Test("is asked by a setting")
    func setting() {
        var settings = SimulatedPhone.Settings()
        settings.faithfulness = .observed
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        phone.advance(by: .seconds(1))
        #expect(phone.findings.isEmpty)
    }
}

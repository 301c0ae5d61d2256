import AudioModel
import Foundation
import SimulatedDevice
import Simulation
import SoundPolicy
import Testing

@Suite("What a story rests on")
struct FaithfulnessTests {
    private func lines(of text: String, _ faithfulness: Faithfulness?) throws -> [RestingLine]? {
        var options = RunOptions()
        options.faithfulness = faithfulness
        let report = try runScenario(parseScenario(text, path: "a.scenario"), options: options)
        #expect(report.isOK, "\(report.text())")
        return report.restingLines
    }

    @Test("is not looked at unless asked")
    func notAsked() throws {
        #expect(try lines(of: Self.story, nil) == nil)
    }

    /// A press of a volume button, and a song that a call has paused.
    private static let story = """
        phone media 0.5
        app Music category playback background audio
        at 0 Music opens
        at 0 Music activates
        at 0 Music plays tone:440/30 as song
        at 2 press volume down
        at 3 call arrives
        at 5 call is declined
        at 8 end
        expect at 2.5 Music.song audible
        expect at 4 Music.song interrupted
        expect at 2 Music told volume 0.4375
        """

    @Test("is each choice without which an expectation does not hold, and no other")
    func choices() throws {
        let lines = try #require(try lines(of: Self.story, .documented))
        #expect(lines.map(\.text) == ["expect at 2 Music told volume 0.4375"])
        #expect(lines.flatMap(\.facts).map(\.fact) == ["Volumes: Size of one press"])
        // What devices have shown is not named where that is enough.
        #expect(try self.lines(of: Self.story, .observed)?.isEmpty == true)
        // A documented rule is named where all is asked for.
        let all = try #require(try self.lines(of: Self.story, .all))
        let facts = all.first { $0.text.contains("interrupted") }?.facts.map(\.fact) ?? []
        #expect(facts.contains("call-interrupts"))
    }

    @Test("has a row in docs/facts.md with the same confidence")
    func rows() throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../../docs/facts.md")
                .standardizedFileURL, encoding: .utf8)
        var section = ""
        var rows: [String: String] = [:]
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count >= 4, let claim = cells.first, let last = cells.last else { continue }
            rows[section + ": " + claim] = last
        }
        for choice in PolicyChoice.ofFacts {
            #expect(rows[choice.fact] == choice.confidence.rawValue, "\(choice.fact)")
        }
    }

    @Test("is changed by each choice, and by none twice")
    func changes() {
        var seen: Set<PolicyConfiguration> = []
        for choice in PolicyChoice.ofFacts + PolicyChoice.ofRules {
            var configuration = PolicyConfiguration()
            choice.change(&configuration)
            #expect(configuration != PolicyConfiguration(), "\(choice.fact)")
            #expect(seen.insert(configuration).inserted, "\(choice.fact)")
        }
        // Every rule is somebody's.
        let ruleCount = seen.flatMap(\.disabledRules).count
        #expect(ruleCount == Rule.allCases.count)
    }

    @Test("is printed, and is a member of the JSON form")
    func forms() throws {
        var options = RunOptions()
        options.faithfulness = .documented
        let report = try runScenario(
            parseScenario(Self.story, path: "a.scenario"), options: options)
        #expect(
            report.text().contains(
                """
                a.scenario:12: expect at 2 Music told volume 0.4375
                        this expectation rests on an undocumented choice (facts: Volumes: Size of \
                one press; observed):
                        it does not hold if a press moves the volume by another step
                """))
        #expect(report.text().contains("1 line rests on choices of the policy: 1 observed"))
        #expect(report.jsonText.contains("\"restsOn\""))
        #expect(report.html().contains("What rests on a choice"))
        let unasked = try runScenario(parseScenario(Self.story, path: "a.scenario"))
        #expect(!unasked.jsonText.contains("restsOn"))
    }

    @Test("is an action's error, too")
    func actions() throws {
        let lines = try #require(
            try lines(
                of: """
                    app Game category ambient
                    at 0 Game opens
                    at 2 Game category playback options allowAirPlay fails badParam
                    at 4 end
                    """, .documented))
        #expect(lines.map(\.line) == [3])
        #expect(
            lines.flatMap(\.facts).map(\.fact) == [
                "Sessions and interruptions: `allowAirPlay` with categories that only play"
            ])
    }
}

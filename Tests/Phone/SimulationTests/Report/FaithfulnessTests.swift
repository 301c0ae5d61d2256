import AudioModel
import Foundation
import SimulatedDevice
import Simulation
import SoundPolicy
import Synchronization
import TestSupport
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
        #expect(facts.contains("Audio Session Programming Guide, \"Responding to Interruptions\""))
        let rules = all.flatMap(\.facts).compactMap(\.rule)
        #expect(rules.contains("call-interrupts"))
    }

    @Test("is told the other way where the story's phone is the other way")
    func direction() throws {
        let choice = try #require(
            PolicyChoice.ofFacts.first { $0.changes(\.losesInterruptionEnds) })
        var configuration = PolicyConfiguration()
        #expect(
            choice.alternative(to: configuration)
                == "no app is notified of the end of an interruption")
        choice.change(&configuration)
        #expect(
            choice.alternative(to: configuration) == "every end of an interruption is notified")
        let late = try #require(PolicyChoice.ofFacts.first { $0.changes(\.lateEndOnReturn) })
        configuration.profile = .ios6
        #expect(late.alternative(to: configuration) != late.alternative(to: PolicyConfiguration()))
    }

    @Test("is nothing that the story sets itself", arguments: [false, true])
    func decided(isSet: Bool) throws {
        let lines = try #require(
            try lines(
                of: """
                    \(isSet ? "setting change-with-buttons on" : "")
                    app Blog
                    at 0 Blog opens
                    at 1 press volume down
                    at 2 end
                    expect at 1.5 ringer 0.5375
                    """, .documented))
        let facts = lines.flatMap(\.facts).map(\.fact)
        #expect(facts.contains("Volumes: Size of one press"))
        #expect(facts.contains("Volumes: Initial value of *Change with Buttons*") != isSet)
    }

    @Test("is no end of an interruption where the story loses them", arguments: [false, true])
    func lostEnds(isLost: Bool) throws {
        let lines = try #require(
            try lines(
                of: """
                    \(isLost ? "phone interruption-ends lost" : "")
                    app Music category playback background audio
                    at 0 Music opens
                    at 1 Music plays tone:440/30 as song
                    at 2 call arrives
                    at 3 call is declined
                    at 5 end
                    expect at 4 Music.song \(isLost ? "paused" : "audible")
                    """, .all))
        let claim = "Sessions and interruptions: Ends of interruptions that never come"
        #expect(lines.flatMap(\.facts).map(\.fact).contains(claim) != isLost)
    }

    @Test("is named once where an action fails that was not attempted")
    func unattempted() throws {
        let lines = try #require(
            try lines(
                of: """
                    app Radio category playback background audio
                    app Blog
                    at 0 Radio opens
                    at 1 Radio plays tone:440/30 as news
                    at 2 Blog opens
                    at 20 Radio stops news
                    at 21 end
                    """, .all))
        #expect(lines.allSatisfy { !$0.text.isEmpty })
        let line = try #require(lines.first { $0.line == 6 })
        #expect(line.text.contains("Radio stops news"))
        #expect(Set(lines.map { "\($0.line) \($0.text)" }).count == lines.count)
        #expect(line.facts.compactMap(\.rule).contains("background-audio-keeps-running"))
    }

    @Test("has a row in docs/facts.md with the same confidence")
    func rows() throws {
        let page = try String(
            contentsOf: repositoryFolder.appending(path: "docs/facts.md"), encoding: .utf8)
        var section = ""
        var rows: [String: String] = [:]
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count >= 3, let claim = cells.first, let last = cells.last else { continue }
            rows[section + ": " + claim] = last
        }
        for choice in PolicyChoice.ofFacts {
            // The table of settings has no confidence; nothing is known of what stands only there.
            if choice.changes(\.mixingSpokenAudioIsInterrupted) {
                #expect(rows[choice.fact] != nil)
                #expect(choice.confidence == .ours)
                continue
            }
            #expect(rows[choice.fact] == choice.confidence.rawValue, "\(choice.fact)")
        }
        for rule in Rule.allCases {
            let (evidence, confidence) = rule.evidence
            guard case .row(let claim) = evidence else { continue }
            #expect(rows[claim] == confidence.rawValue, "\(rule): \(claim)")
        }
    }

    @Test("is documented for a rule only where a document is named")
    func rules() {
        for rule in [
            Rule.appCallNeedsInput, .silencedSystemSoundsEnd, .remoteCommandMayInterrupt,
        ] {
            #expect(rule.evidence.1 == .observed, "\(rule)")
        }
        for rule in [
            Rule.foregroundStartsPlayer, .recordingKeepsRoute, .ringVibrationRepeats,
            .deathGivesBack,
        ] {
            #expect(rule.evidence.1 == .ours, "\(rule)")
        }
        for rule in Rule.allCases {
            guard case .source(let words) = rule.evidence.0, rule.evidence.1 == .documented
            else { continue }
            let sources = [
                "Guide", "Guidelines", "header", "Reference", "technical Q&A", "Apple's page",
                "Settings",
            ]
            #expect(sources.contains { words.contains($0) }, "\(rule): \(words)")
        }
    }

    /// What the user, the machine or the story sets: no choice of the policy.
    private static let settings: Set<String> = [
        "ringSwitch", "mediaVolume", "ringerVolume", "accessories", "pickedOutput", "memory",
        "microphone", "profile", "hasReceiver", "hasBuiltInMicrophone", "hasPasscode",
        "outputFollowsPicks", "isRotationLocked", "windowGeneratesOrientation",
    ]

    @Test("is any part of the configuration that the user and the machine do not set")
    func parts() {
        func parts(_ configuration: PolicyConfiguration) -> [String: String] {
            let children = Mirror(reflecting: configuration).children
            return Dictionary(
                uniqueKeysWithValues: children.map { ($0.label ?? "", "\($0.value)") })
        }
        let usual = parts(PolicyConfiguration())
        var changed: Set<String> = []
        for choice in PolicyChoice.ofFacts {
            var configuration = PolicyConfiguration()
            choice.change(&configuration)
            changed.formUnion(parts(configuration).filter { usual[$0.key] != $0.value }.keys)
        }
        #expect(changed.isDisjoint(with: Self.settings))
        #expect(changed.union(Self.settings) == Set(usual.keys))
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
        // Every rule is somebody's, unless another choice has its row.
        let rules = Set(seen.flatMap(\.disabledRules))
        let rows = Set(PolicyChoice.ofFacts.map(\.evidence))
        for rule in Rule.allCases where !rules.contains(rule) {
            #expect(rows.contains(rule.evidence.0), "\(rule)")
        }
        #expect(!rules.contains(.callReturnsToApp))
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
        #expect(!report.text().contains("documented rule"))
        #expect(report.jsonText.contains("\"restsOn\""))
        #expect(report.html().contains("What rests on a choice"))
        let unasked = try runScenario(parseScenario(Self.story, path: "a.scenario"))
        #expect(!unasked.jsonText.contains("restsOn"))
    }

    @Test("is one line for all documented rules, which are counted apart")
    func documentedRules() throws {
        var options = RunOptions()
        options.faithfulness = .all
        let report = try runScenario(
            parseScenario(Self.story, path: "a.scenario"), options: options)
        let text = report.text()
        #expect(text.contains("this expectation rests on documented rules: "))
        let line = try #require(report.restingLines?.first { $0.text.contains("interrupted") })
        #expect(line.words.count { $0.contains("documented rule") } == 1)
        #expect(text.contains(/choices of the policy: [^;]*; and on \d+ documented rules? \(/))
    }

    @Test("is told with the number of choices that were tried where it is nothing")
    func nothing() throws {
        var options = RunOptions()
        options.faithfulness = .observed
        let report = try runScenario(
            parseScenario(Self.story, path: "a.scenario"), options: options)
        #expect(
            report.text().contains(
                "nothing rests on a choice that was asked for (of \(report.triedChoiceCount) that "
                    + "were tried)"))
        #expect(report.triedChoiceCount > 20)
    }

    @Test("is the same however many runs there are at once")
    func jobs() throws {
        let progress = Mutex<[Int]>([])
        var options = RunOptions()
        options.faithfulness = .all
        let scenario = try parseScenario(Self.story, path: "a.scenario")
        let report = try runScenario(scenario, options: options)
        options.jobCount = 4
        options.progress = { done, _ in progress.withLock { $0.append(done) } }
        let other = try runScenario(scenario, options: options)
        #expect(other.text() == report.text())
        #expect(other.jsonText == report.jsonText)
        let numbers = progress.withLock { $0 }
        #expect(!numbers.isEmpty && numbers == Array(1...numbers.count))
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
                "Sessions and interruptions: `allowAirPlay` with categories that only play",
                "Sessions and interruptions: Error for an option that the category does not take",
            ])
    }
}

import AudioModel
import DeviceActions
import Foundation
import TestSupport
import Testing

import ScenarioLanguage

@Suite("The reference of the language, docs/scenario.md")
struct ReferenceTests {
    static let text: String = {
        let page = repositoryFolder.appending(path: "docs/scenario.md")
        return (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    }()

    @Test("has stories that can be read")
    func stories() {
        let stories = Self.text.components(separatedBy: "```scenario\n").dropFirst()
            .map { String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)) }
        #expect(stories.count >= 2)
        for story in stories { #expect(errors(in: story) == []) }
    }

    @Test("names every word of every vocabulary")
    func words() {
        let words =
            Words.settings.words + Words.categories.words + Words.modes.words
            + Words.options.words + Words.policies.words + Words.reactions.words
            + Words.backgroundModes.words + Words.players.words + Words.reasons.words
            + Words.interrupters.words + Words.interruptionReasons.words
            + Words.routeChangeReasons.words + Words.lifeCycleEvents.words
            + Words.commands.words + Words.changes.words + Words.works.words + Words.callbacks.words
            + Words.ports.words.filter { $0 != "airplay" } + ["airplay:NAME"]
        for word in words { #expect(Self.text.contains("`\(word)`"), "\(word)") }
        for sound in PhoneSound.allCases {
            #expect(Self.text.contains("`phone.\(sound.rawValue)`"))
        }
    }

    @Test("names every act and every claim")
    func actsAndClaims() {
        let acts = ActTests.appActs.map(\.1.name) + ActTests.phoneActs.map(\.1.name)
        for name in acts { #expect(Self.text.contains("`" + name), "\(name)") }
        for name in ["network on", "network off", "network N", "serve \"URL\""] {
            #expect(Self.text.contains("`" + name), "\(name)")
        }
        for form in ServedSound.Form.allCases where form != .file {
            #expect(Self.text.contains("`as \(form.rawValue)`"))
        }
        for state in ConditionTests.states {
            #expect(Self.text.contains("`\(state.0)`") || state.0 == "active")
        }
        for claim in ["audible", "silent", "interrupted", "ducked", "gain", "paused"] {
            #expect(Self.text.contains("`APP.name \(claim)"), "\(claim)")
        }
    }
}

import Foundation
import Simulation
import SoundPolicy
import TestSupport
import Testing

/// A story of the demo and the rules that it depends on.
struct DemoStory: Sendable, CustomStringConvertible {
    var name: String
    var rules: [Rule]

    var description: String { name }

    private static let examples = repositoryFolder.appending(path: "examples")

    private static var hasSounds: Bool {
        FileManager.default.fileExists(atPath: examples.appendingPathComponent("sounds").path)
    }

    static let all = [
        DemoStory(
            name: "blog",
            rules: [
                .systemSoundsObeySwitch, .alertVibratesOnRing, .alertVibratesOnSilent,
                .ringerVolumeGoverns, .buttonsMoveRinger, .buttonMovesOneStep, .pauseHolds,
            ]),
        DemoStory(
            name: "course",
            rules: [
                .systemSoundsObeySwitch, .alertVibratesOnSilent, .lockSendsToBackground,
                .buttonsMoveMedia, .mediaVolumeGoverns, .volumeIsToldToApps,
            ]),
        DemoStory(
            name: "game",
            rules: [
                .sessionStartsSoloAmbient, .activationInterrupts, .interruptionHolds,
                .categoryObeysSwitch, .systemSoundsObeySwitch, .oneAppInForeground,
                .buttonsMoveMedia, .appVolumeGoverns,
            ]),
        DemoStory(
            name: "headphones",
            rules: [
                .callInterrupts, .interrupterGivesBack, .alertsResignActive,
                .answeringSendsToBackground, .lastPluggedWins, .routeChangeIsTold,
                .unplugPausesMusicPlayer,
            ]),
    ]

    func scenario() throws -> Scenario {
        let path = DemoStory.examples.path + "/scenarios/\(name).scenario"
        return try parseScenario(String(contentsOfFile: path, encoding: .utf8), path: path)
    }

    func report(withoutRule rule: Rule? = nil) throws -> StoryReport {
        var options = RunOptions()
        options.disabledRules = rule.map { [$0.rawValue] } ?? []
        return try runScenario(scenario(), options: options)
    }

    /// The reason why the stories are skipped; `nil` if they run.
    static var obstacle: Comment? {
        #if DEBUG
            return "a debug build takes minutes for the stories of the demo"
        #else
            return hasSounds ? nil : "examples/sounds is missing; `make sounds` makes it"
        #endif
    }
}

@Suite("A story of the demo", .disabled(if: DemoStory.obstacle != nil, DemoStory.obstacle))
struct DemoMutationTests {
    @Test("holds", arguments: DemoStory.all)
    func holds(story: DemoStory) throws {
        #expect(try story.report().findings == [])
    }

    @Test("fails without a rule that it is about", arguments: DemoStory.all)
    func fails(story: DemoStory) throws {
        for rule in story.rules {
            #expect(try !story.report(withoutRule: rule).isOK, "\(rule.rawValue)")
        }
    }
}

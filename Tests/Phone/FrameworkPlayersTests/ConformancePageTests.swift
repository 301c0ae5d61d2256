import Foundation
import FrameworkPlayers
import Simulation
import TestSupport
import Testing

@Suite("The conformance page")
struct ConformancePageTests {
    /// The report, measured once for all tests.
    private static let report = ConformanceReport.measured(
        withEach: FrameworkPlayers.conformanceSources)

    private static let document = repositoryFolder.appending(path: "docs/conformance.md")

    @Test(
        "is the same through AVAudioPlayer, an audio queue, RemoteIO, AVAudioEngine and OpenAL",
        .enabled(if: BuildTraits.hasOpenAL))
    func agreement() {
        #expect(Self.report.differences == [])
    }

    @Test("is what was measured, line by line", .enabled(if: BuildTraits.hasOpenAL))
    func document() throws {
        let written = try String(contentsOf: Self.document, encoding: .utf8)
        let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
        let measured = Self.report.markdown.split(
            separator: "\n", omittingEmptySubsequences: false)
        for (line, fresh) in zip(lines, measured) { #expect(line == fresh) }
        #expect(lines.count == measured.count)
    }

    @Test("names each cell in which a source differs")
    func differences() {
        let report = ConformanceReport.measured(withEach: [
            .queue, ConformanceSource("a mute player", .player, MutePlayers()),
        ])
        #expect(
            report.differences.contains(
                "By itself, playback, plays: silent with a mute player, not 0.0 dB"))
        #expect(report.markdown.contains("They do not agree in these:"))
    }
}

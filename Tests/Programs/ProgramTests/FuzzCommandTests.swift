import CommandLineTool
import FaultInjection
import RandomPhones
import Simulation
import StoryCommands
import TestSupport
import Testing

@Suite("Fuzzing phones")
struct FuzzCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fuzz(
        _ words: [String], fault: (any PolicyFault)? = nil
    ) throws -> (code: ExitCode, text: String) {
        let kept = TestConsole()
        let code = try FuzzCommand.run(
            try arguments(words + ["--out", folder.path], FuzzCommand.syntax), kept.console,
            fault: fault)
        return (code, kept.output.text)
    }

    @Test("prints what was checked, how often, and how fast", arguments: ["1", "2"])
    func table(jobs: String) throws {
        let (code, text) = try fuzz(["--seeds", "5", "--jobs", jobs])
        #expect(code == .done)
        let lines = text.split(separator: "\n")
        #expect(lines.last == "everything holds")
        for sentence in FuzzTally().rows.map(\.sentence) {
            #expect(lines.contains { $0.hasPrefix(sentence) }, "\(sentence)")
        }
        #expect(lines.contains { $0.hasPrefix("5 phones, ") && $0.hasSuffix(" on one core") })
    }

    @Test("one phone prints its events, the same each time")
    func onePhone() throws {
        let first = try fuzz(["--seed", "3", "--steps", "20"])
        let second = try fuzz(["--seed", "3", "--steps", "20"])
        let events = first.text.split(separator: "\n").prefix { $0.first?.isNumber == true }
        #expect(events.count >= 20)
        #expect(second.text.hasPrefix(events.joined(separator: "\n")))
    }

    @Test("with an injected fault ends with 1, and with a scenario that can be told")
    func planted() throws {
        let (code, text) = try fuzz(["--seed", "2"], fault: FaultInjector(.buttonMovesTwoSteps))
        #expect(code == .expectationFailed)
        #expect(text.contains("OnlyTheAddressedVolumeMoves"))
        let path = folder.file("fuzz-2.scenario")
        #expect(text.contains("sori sim \(path)"))
        let bytes = Array(try folder.text("fuzz-2.scenario").utf8)
        let report = try runScenario(parseScenario(bytes: bytes, path: path))
        #expect(report.isOK)
    }

    @Test("makes the folder of its scenarios, and none around it")
    func folders() throws {
        let inner = folder.file("found")
        let words = ["--seed", "2", "--steps", "5", "--out"]
        let code = try FuzzCommand.run(
            try arguments(words + [inner], FuzzCommand.syntax), TestConsole().console)
        #expect(code == .done)
        let error = #expect(throws: ProgramError.self) {
            try FuzzCommand.run(
                try arguments(words + [folder.path + "/x/y"], FuzzCommand.syntax),
                TestConsole().console)
        }
        #expect(error?.code == .wrongUse && error?.place == folder.file("x"))
    }

    @Test("prints JSON")
    func json() throws {
        let (code, text) = try fuzz(["--seeds", "2", "--jobs", "1", "--json"])
        #expect(code == .done)
        #expect(text.hasPrefix("{\n  \"ok\": true,\n  \"phones\": 2,\n"))
        #expect(text.contains("\"name\": \"CallsRing\""))
    }

    @Test(
        "refuses what makes no sense",
        arguments: [["--seed", "1", "--seeds", "2"], ["--seeds", "0"]])
    func refuses(words: [String]) {
        #expect(throws: ProgramError.self) { try fuzz(words) }
    }

    @Test("takes no premise for granted where enough phones have lived")
    func premises() {
        var report = FuzzReport(FuzzTally(), seconds: 1, processorSeconds: 1, wantsPremises: true)
        #expect(!report.isOK)
        #expect(report.text.contains("never met a situation that it checks: CallsRing\n"))
        report.wantsPremises = false
        #expect(report.isOK)
    }
}

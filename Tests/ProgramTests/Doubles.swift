import AudioModel
import Foundation
import Simulation
import TestSupport

import sori

/// Collects text.
final class KeptText: TextSink {
    private(set) var text = ""
    let hasFailed = false

    func write(_ text: String) { self.text += text }

    var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A console that collects its output.
struct TestConsole {
    let output = KeptText()
    let errors = KeptText()
    var console: Console { Console(output: output, errors: errors, isColored: false) }
}

/// Stories by path; other paths cannot be read.
struct ReadyStories: StoryReader {
    var reports: [String: StoryReport]

    struct Story: ReadStory {
        var report: StoryReport

        func run(_ outputs: StoryOutputs) throws(ProgramError) -> StoryReport {
            if let wav = outputs.wavPath { try writeFile("wav", to: wav) }
            return report
        }
    }

    func read(_ path: String) throws(ProgramError) -> any ReadStory {
        guard let report = reports[path] else {
            throw ProgramError(
                .badInput, "the scenario cannot be read", in: path, advice: "see above",
                details: ["\(path):3:10: a time was expected"])
        }
        return Story(report: report)
    }
}

/// A player with a position that changes only by `seek`.
final class StillPlayer: Player {
    var position: Double
    var duration: Double?
    var level: Float = 0.5
    var route = "loudspeaker"
    var isFinished = false
    var failure: ProgramError?
    /// What happens while it stops.
    var stopping: (StillPlayer) -> Void = { _ in }
    private(set) var calls: [String] = []

    init(position: Double = 0, duration: Double? = 12) {
        self.position = position
        self.duration = duration
    }

    func pause() { calls.append("pause") }
    func resume() { calls.append("resume") }
    func seek(to seconds: Double) {
        calls.append("seek \(seconds)")
        position = seconds
    }
    func stop() {
        calls.append("stop")
        stopping(self)
        isFinished = true
    }
}

/// A story with one expectation, which holds or fails.
func story(_ title: String, holds: Bool = true) -> StoryReport {
    var report = StoryReport(
        title: title, path: "\(title).scenario", duration: .seconds(2))
    var lane = StreamLane(app: "App", name: "song", sound: "tone:440", kind: .player)
    lane.spans = [
        StreamSpan(
            from: .zero, to: .seconds(2),
            verdict: Verdict(state: .audible, factors: [GainFactor(.mediaVolume, 0.8)]), by: nil)
    ]
    report.streams = [lane]
    report.expectations = [
        ExpectationResult(
            line: 4, text: "at 1 App.song audible", isOK: holds, found: "audible at 1.000")
    ]
    return report
}

extension TemporaryFolder {
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: path + "/" + name, withIntermediateDirectories: true)
    }

    /// Relative paths of all files in the folder, sorted.
    var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
            .filter { relative in
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: path + "/" + relative, isDirectory: &isFolder)
                return exists && !isFolder.boolValue
            }.sorted()
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}

func arguments(_ words: [String], _ syntax: CommandSyntax) throws -> Arguments {
    try Arguments(parsing: words, syntax)
}

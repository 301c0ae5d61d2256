import Foundation
import Simulation

var bad = 0
for path in CommandLine.arguments.dropFirst() where !path.hasPrefix("--") {
    do {
        let scenario = try parseScenario(bytes: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))), path: path)
        var options = RunOptions()
        if let off = ProcessInfo.processInfo.environment["OFF"] { options.disabledRules = [off] }
        let report = try runScenario(scenario, options: options)
        if CommandLine.arguments.contains("--spans") {
            for lane in report.streams { for span in lane.spans { print(lane.fullName, span.from.seconds, span.to.seconds, span.verdict.state, span.verdict.gain, span.by ?? "", span.verdict.reasons.map { "\($0.kind.rawValue): \($0.sentence) [\($0.cause) \($0.since.seconds)]" }) } }
            for t in report.told { print(t.at.seconds, t.app, t.event, t.detail) }
            for t in report.device { print(t.at.seconds, t.change) }
            for t in report.apps { print(t.at.seconds, t.app, t.what) }
        }
        print(report.isOK ? "ok  " : "FAIL", path)
        if !report.isOK { bad += 1 }
        for e in report.expectations where !e.isOK || CommandLine.arguments.contains("--all") { print("   ", e.isOK, e.line, e.text, "→", e.found) }
        for f in report.failures { print("    failure", f.at.seconds, f.line, f.message) }
    } catch { bad += 1; print("ERR ", path, error) }
}
print("bad", bad)

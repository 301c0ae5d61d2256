import AudioModel
import Simulation
import SoundPolicy

/// Renders a phone's events with the simulator and compares the samples with the verdicts.
enum RenderedPhone {
    static let row = FuzzTally.Row(
        checker: "SamplesFollowVerdicts", sentence: "What is heard is what the verdicts say")

    /// - Parameter streamCount: Increased by the number of streams rendered.
    static func check(
        _ turns: [PolicyLogEntry], _ configuration: PolicyConfiguration, streamCount: inout Int
    ) -> Violation? {
        let story = PhoneStory(turns, configuration)
        func violation(_ message: String, at time: HostTime) -> Violation {
            Violation(
                checker: row.checker, sentence: row.sentence, breach: Finding(message), time: time,
                stepIndex: turns.count, event: "the end")
        }
        do throws(ScenarioErrors) {
            let read = try parseScenario(
                bytes: Array(story.scenario.description.utf8), path: story.scenario.path)
            do throws(RunError) {
                let report = try runScenario(read)
                streamCount += report.streams.count
                // Findings without a line come from the comparison of samples with verdicts.
                guard let failure = report.failures.first(where: { $0.line == 0 }) else {
                    return nil
                }
                return violation(failure.message, at: failure.at)
            } catch {
                return violation("the story cannot be told: \(error)", at: .zero)
            }
        } catch {
            return violation("the story cannot be read: \(error)", at: .zero)
        }
    }
}

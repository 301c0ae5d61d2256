import AudioModel
import ScenarioLanguage
import SimulationReports

extension StoryReport {
    /// The lines that hold here and would not if one of the choices were made the other way.
    ///
    /// - Parameters:
    ///   - facts: The choices.
    ///   - runs: The reports of the same story with each of the choices made the other way.
    func linesThatRest(
        on facts: [RestingFact], _ runs: [StoryReport], of scenario: Scenario
    ) -> [RestingLine] {
        var lines: [RestingLine] = []
        for (fact, run) in zip(facts, runs) {
            for place in run.placesThatFail(beside: self, in: scenario) {
                let known = lines.firstIndex { $0.line == place.line && $0.text == place.text }
                if let index = known {
                    lines[index].facts.append(fact)
                } else {
                    lines.append(RestingLine(line: place.line, text: place.text, facts: [fact]))
                }
            }
        }
        return lines.sorted { $0.line < $1.line }
    }

    /// The lines that fail in this report and hold in `other`, one of the same story.
    private func placesThatFail(
        beside other: StoryReport, in scenario: Scenario
    ) -> [(line: Int, text: String)] {
        var places: [(line: Int, text: String)] = []
        for (here, there) in zip(expectations, other.expectations) where there.isOK && !here.isOK {
            places.append((here.line, here.text))
        }
        for failure in failures where failure.line > 0 {
            guard !other.failures.contains(where: { $0.line == failure.line }) else { continue }
            let place = (line: failure.line, text: failure.action(in: scenario))
            if !places.contains(where: { $0 == place }) { places.append(place) }
        }
        return places
    }
}

extension StoryFailure {
    /// The action to blame as the scenario has it, also where it was not attempted, as that of a
    /// suspended app.
    fileprivate func action(in scenario: Scenario) -> String {
        guard action.isEmpty else { return action }
        let place = SourceLocation(line: line, column: column)
        return scenario.timed.first { $0.location == place }?.text ?? message
    }
}

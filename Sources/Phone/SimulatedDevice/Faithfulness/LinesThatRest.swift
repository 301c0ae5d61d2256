import AudioModel
import ScenarioLanguage
import SimulationReports

/// An expectation or an action of a scenario.
struct ScenarioPlace: Equatable, Sendable {
    var line: Int
    var text: String
}

extension StoryReport {
    /// The lines that hold and would not if one of the choices were made the other way.
    ///
    /// - Parameters:
    ///   - facts: The choices.
    ///   - places: The lines that fail with each of the choices made the other way.
    static func linesThatRest(
        on facts: [RestingFact], _ places: [[ScenarioPlace]]
    ) -> [RestingLine] {
        var lines: [RestingLine] = []
        for (fact, places) in zip(facts, places) {
            for place in places {
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
    func placesThatFail(
        beside other: StoryReport, in scenario: Scenario
    ) -> [ScenarioPlace] {
        var places: [ScenarioPlace] = []
        for (here, there) in zip(expectations, other.expectations) where there.isOK && !here.isOK {
            places.append(ScenarioPlace(line: here.line, text: here.text))
        }
        for failure in failures where failure.line > 0 {
            guard !other.failures.contains(where: { $0.line == failure.line }) else { continue }
            let place = ScenarioPlace(line: failure.line, text: failure.action(in: scenario))
            if !places.contains(place) { places.append(place) }
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

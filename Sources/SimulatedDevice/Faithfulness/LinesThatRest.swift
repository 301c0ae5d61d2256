import AudioModel
import SimulationReports

extension StoryReport {
    /// The lines that hold here and would not if one of the choices were made the other way.
    ///
    /// - Parameter run: Runs the story with a choice made the other way.
    func linesThatRest(
        on choices: [PolicyChoice], _ run: (PolicyChoice) -> StoryReport
    ) -> [RestingLine] {
        var lines: [RestingLine] = []
        for choice in choices {
            let fact = RestingFact(
                fact: choice.fact, confidence: choice.confidence, alternative: choice.alternative)
            for place in run(choice).placesThatFail(beside: self) {
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
    private func placesThatFail(beside other: StoryReport) -> [(line: Int, text: String)] {
        var places: [(line: Int, text: String)] = []
        for (here, there) in zip(expectations, other.expectations) where there.isOK && !here.isOK {
            places.append((here.line, here.text))
        }
        for failure in failures where failure.line > 0 {
            guard !other.failures.contains(where: { $0.line == failure.line }),
                !places.contains(where: { $0.line == failure.line })
            else { continue }
            places.append((failure.line, failure.action))
        }
        return places
    }
}

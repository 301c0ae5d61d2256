import AudioModel
import Simulation

extension StoryReport {
    /// Adds a warning for each expectation of silence that holds only because the app's stream
    /// starts after it: the story probably means another moment.
    mutating func warnOfLateStreams(_ scenario: Scenario) {
        for expectation in scenario.expectations {
            guard case .stream(let reference, .silent(because: nil)) = expectation.claim,
                case .app(let app, let stream) = reference,
                let result = expectations.first(where: { $0.line == expectation.location.line }),
                result.isOK, let span = result.span
            else { continue }
            let starts = streams.filter { $0.app == app && $0.name == stream }
                .compactMap(\.spans.first?.from)
            // At a moment, what starts with it is judged.
            let isMoment = span.lowerBound == span.upperBound
            guard let start = starts.min(), start >= span.upperBound,
                !isMoment || start > span.upperBound
            else { continue }
            let time = Numeral.short(start.seconds, places: 3)
            warnings.append(
                StoryWarning(
                    at: span.lowerBound, location: expectation.location,
                    message: "'\(app).\(stream) silent' says nothing: it starts only at \(time) s")
            )
        }
        warnings.sort { ($0.at, $0.location.line) < ($1.at, $1.location.line) }
    }
}

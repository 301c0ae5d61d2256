import AudioModel
import SoundPolicy

/// Source: the specification, "Routing", and its amendments: a route picked in a call ends with it,
/// and while a session records the route serves that session.
final class RoutesFollowTheSession: PremiseCounter, Checker {
    static let sentence =
        "The route is that of the call, the recording session or the latest session"

    func check(_ step: Step) -> Finding? {
        let expected = step.route.route
        if expected != Route(outputs: [.speaker]) { premiseCount += 1 }
        let route = step.after.device.route
        return route == expected
            ? nil : Finding("the route is \(words(route)), and not \(words(expected))")
    }

    private func words(_ route: Route) -> String {
        let outputs = route.outputs.map(\.description).joined(separator: ", ")
        let inputs = route.inputs.map(\.description).joined(separator: ", ")
        return "[\(outputs)] from [\(inputs)]"
    }
}

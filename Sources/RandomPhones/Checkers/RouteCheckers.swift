import AudioModel
import SoundPolicy

/// Source: the specification, "Routing", and its amendments: what is picked in a call ends with
/// it, and while a session records the route serves it.
final class RoutesFollowTheSession: Checker {
    static let sentence =
        "The route is the one that the call, the recorder or the latest session has by the table"
    var premiseCount = 0

    func check(_ step: Step) -> Breach? {
        let expected = step.route.route
        if expected != Route(outputs: [.speaker]) { premiseCount += 1 }
        let route = step.after.device.route
        return route == expected
            ? nil : Breach("the route is \(words(route)), and not \(words(expected))")
    }

    private func words(_ route: Route) -> String {
        let outputs = route.outputs.map(\.description).joined(separator: ", ")
        let inputs = route.inputs.map(\.description).joined(separator: ", ")
        return "[\(outputs)] from [\(inputs)]"
    }
}

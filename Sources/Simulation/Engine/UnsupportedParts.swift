import AudioModel

/// What of a scenario this version does not run, one line a place, by the name it has there.
func unsupportedParts(of scenario: Scenario) -> [String] {
    var lines: [String] = []
    if scenario.phone.profile != .ios17 {
        lines.append(
            "\(scenario.path): not supported yet: profile \(scenario.phone.profile.rawValue)")
    }
    for app in scenario.apps where app.policy != .default {
        lines.append("\(scenario.path): not supported yet: policy \(app.policy.rawValue)")
    }
    if scenario.phone.route.kind == .airplay {
        lines.append("\(scenario.path): not supported yet: route \(scenario.phone.route)")
    }
    for timed in scenario.timed {
        guard let name = unsupportedName(of: timed.action) else { continue }
        lines.append(
            "\(scenario.path):\(timed.location.line):\(timed.location.column): "
                + "not supported yet: \(name)")
    }
    return lines
}

private func unsupportedName(of action: Action) -> String? {
    switch action {
    case .app(_, .plays(let start)) where start.rate != 1: "rate"
    case .app(_, .setsCategory(_, _, _, let policy)) where policy != .default: "policy"
    case .app(_, .overrides), .app(_, .prefers): action.name
    case .app: nil
    case .phone(.plug(let port)) where port.kind == .airplay: "plug \(port)"
    case .phone(.route), .phone(.callArrives(asBanner: true)), .phone(.assistantBegins),
        .phone(.assistantEnds), .phone(.emergencyBegins), .phone(.emergencyEnds),
        .phone(.memoryLow), .phone(.mediaServicesReset):
        action.name
    case .phone: nil
    }
}

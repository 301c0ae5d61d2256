import AudioModel
import Simulation

/// The failing twin of a story: the same story with the contrary of each expectation added.
///
/// Where the story holds, exactly the contraries must fail: an expectation that cannot fail proves
/// nothing.
struct Twin {
    var scenario: Scenario
    /// The expectations that have a contrary, by their index in the story.
    var denied: [Int] = []

    init(of story: Scenario) {
        scenario = story
        for (index, expectation) in story.expectations.enumerated() {
            guard let contrary = expectation.contrary(duration: story.duration) else { continue }
            denied.append(index)
            scenario.expectations.append(contrary)
        }
    }

    /// The same story without the errors that its acts are to get; `nil` where there are none.
    static func withoutErrors(of story: Scenario) -> Scenario? {
        guard story.timed.contains(where: { $0.fails != nil }) else { return nil }
        var twin = story
        twin.expectations = []
        for index in twin.timed.indices { twin.timed[index].fails = nil }
        return twin
    }
}

extension Expectation {
    /// An expectation that fails where this one holds; `nil` where no story can make it hold.
    fileprivate func contrary(duration: HostTime) -> Expectation? {
        switch claim {
        case .clicks: nil
        case .notTold(let app, let event):
            Expectation(when, .told(app: app, event), location: location)
        case .doesNotVibrate: Expectation(when, .vibrates, location: location)
        default:
            if when == .never {
                Expectation(
                    .moment(at: HostTime(nanoseconds: duration.nanoseconds / 2)), claim,
                    location: location)
            } else {
                Expectation(.never, claim, location: location)
            }
        }
    }
}

package import AudioModel
package import SoundPolicy

/// Follows a phone with policies that each make one choice the other way, and tells when one of
/// them first decides otherwise.
///
/// Beyond that moment apps would act otherwise too, so such a policy is followed no further.
package struct ChoiceWatch: Sendable {
    /// The first event that two policies answer differently.
    package struct Difference: Sendable {
        package var choice: PolicyChoice
        /// What a device may do instead; see `PolicyChoice.alternative(to:)`.
        package var alternative: String
        package var time: HostTime
        package var event: PolicyEvent
        package var response: PolicyResponse
        /// The response of the policy that makes the choice the other way.
        package var otherResponse: PolicyResponse
    }

    private let configuration: PolicyConfiguration
    private var policy: PolicyMachine
    private let seesReasons: Bool
    private var others: [(choice: PolicyChoice, policy: PolicyMachine)]

    /// - Parameters:
    ///   - configuration: That of the phone.
    ///   - seesReasons: Whether a difference of reasons and deadlines alone counts.
    package init(
        _ configuration: PolicyConfiguration, _ choices: [PolicyChoice], seesReasons: Bool
    ) {
        self.configuration = configuration
        self.seesReasons = seesReasons
        policy = PolicyMachine(configuration)
        others = choices.map { choice in
            var other = configuration
            choice.change(&other)
            return (choice, PolicyMachine(other))
        }
    }

    /// Takes an event of the phone, and returns the differences that it shows.
    ///
    /// - Parameter time: The time of the event; not before the time of an earlier event.
    package mutating func take(_ event: PolicyEvent, at time: HostTime) -> [Difference] {
        let response = policy.handle(event, at: time)
        let deadline = policy.nextDeadline
        var differences: [Difference] = []
        others = others.compactMap { entry in
            var (choice, other) = entry
            let otherResponse = other.handle(event, at: time)
            let isSame =
                seesReasons
                ? otherResponse == response && other.nextDeadline == deadline
                : otherResponse.withoutReasons == response.withoutReasons
            guard !isSame else { return (choice, other) }
            differences.append(
                Difference(
                    choice: choice, alternative: choice.alternative(to: configuration),
                    time: time, event: event, response: response,
                    otherResponse: otherResponse))
            return nil
        }
        return differences
    }
}

extension PolicyResponse {
    /// What apps and the user can notice.
    fileprivate var withoutReasons: PolicyResponse {
        var response = self
        response.reason = nil
        response.effects = effects.map { effect in
            guard case .verdict(let stream, var verdict, let directive) = effect else {
                return effect
            }
            verdict.reasons = []
            return .verdict(stream, verdict, directive)
        }
        return response
    }
}

/// Why a text is not one action of the phone.
package struct PhoneActError: Error, Hashable, Sendable {
    package var message: String
}

extension PhoneAct {
    /// Most bytes of an action's text.
    package static let textBytesMax = 1_000

    /// Parses an action of the phone as it stands in a scenario after its time: `switch silent`.
    package init(parsing text: String) throws(PhoneActError) {
        guard text.utf8.count <= Self.textBytesMax, !text.contains(where: { ";\n\r".contains($0) })
        else { throw PhoneActError(message: "expected one action of the scenario language") }
        let scenario: Scenario
        do throws(ScenarioErrors) {
            scenario = try parseScenario("at 0 \(text)\nat 1 end\n", path: "action")
        } catch {
            throw PhoneActError(message: error.errors.first?.message ?? "expected an action")
        }
        guard scenario.timed.count == 1, case .phone(let act) = scenario.timed[0].action,
            scenario.timed[0].fails == nil
        else {
            throw PhoneActError(message: "expected one action of the phone: 'switch silent'")
        }
        self = act
    }
}

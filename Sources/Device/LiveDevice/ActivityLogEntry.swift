package import AudioModel

/// An event on a live device with its consequences.
package struct ActivityLogEntry: Hashable, Sendable {
    /// Time since the device was switched on.
    package var age: HostInterval
    /// A clause in the past tense: `the ring switch was moved to silent`.
    package var event: String
    /// Clauses: `Game.theme silent (ring-switch)`, `Game told willResignActive,
    /// didEnterBackground`.
    package var consequences: [String]
    /// The states that consequences begin, by the position of the consequence.
    package var states: [Int: StreamState] = [:]
    package var kind = Kind.appEvent

    package enum Kind: Hashable, Sendable {
        case deviceEvent
        case appEvent
        /// An app has crashed, or an event was refused.
        case failure
    }

    package init(age: HostInterval, event: String, consequences: [String] = []) {
        self.age = age
        self.event = event
        self.consequences = consequences
    }

    package var text: String {
        consequences.isEmpty ? event : event + ": " + consequences.joined(separator: "; ")
    }
}

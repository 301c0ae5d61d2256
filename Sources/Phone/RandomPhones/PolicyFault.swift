package import SoundPolicy

/// A fault around a policy machine, to prove that the checkers find it: it changes what goes into
/// the machine and what comes out.
package protocol PolicyFault: Sendable {
    /// Whether a replay of the events that the user and the apps caused has the fault too.
    var isInReplay: Bool { get }

    /// The settings that the machine starts from instead of `configuration`.
    func spoiled(_ configuration: PolicyConfiguration) -> PolicyConfiguration

    /// The events that the machine receives instead of `event`; the first gives the answer.
    mutating func events(for event: PolicyEvent, _ snapshot: PolicySnapshot) -> [PolicyEvent]

    /// Changes the machine's response to `event` and the snapshot after it.
    mutating func spoil(
        _ response: inout PolicyResponse, _ snapshot: inout PolicySnapshot, before: PolicySnapshot,
        _ event: PolicyEvent)
}

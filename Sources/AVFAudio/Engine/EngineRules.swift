package import AudioGraph

/// The behaviour of engines that Apple's documentation leaves open; the defaults are the usual
/// answers.
///
/// An engine and a player keep the rules of the task that makes them.
package struct EngineRules: Sendable {
    /// How a mixer places its inputs between left and right.
    package var panLaw = PanLaw.balance
    /// Whether scheduling on a player that is not attached to an engine ends the program.
    package var schedulingNeedsEngine = false

    package init() {}

    /// The rules for engines and players that the present task makes.
    @TaskLocal package static var current = EngineRules()
}

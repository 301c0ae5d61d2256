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
    /// Whether a player that plays when the app stops its engine, which renders to the hardware, is
    /// silent after the next start until the player's own `stop`; otherwise it pauses.
    package var stopStallsPlayers = true

    /// Whether an engine can start again after the media services were lost; otherwise the app has
    /// to make another one.
    package var survivesReset = false

    /// What a tap keeps for its block.
    package var tapLimits = TapLimits()

    /// What a tap keeps for its block.
    package struct TapLimits: Sendable {
        /// The number of bytes that wait for the block: 90 s in stereo.
        package var waitingBytes = 32 << 20
        /// How long an offline rendering waits for the block, which may be waiting for the caller.
        package var stallSeconds = 5.0
    }

    package init() {}

    /// The rules for engines and players that the present task makes.
    @TaskLocal package static var current = EngineRules()
}

/// The steps of ramps, so that the sound server keeps up with the writes of many streams.
///
/// Each write costs the server, the program and the session manager time: steps that come faster than
/// they are taken delay the gain that matters, the last one.
package struct RampPacing {
    /// Writes that the server takes in a millisecond, with what it reports of each. Measured:
    /// PipeWire 0.3.65 takes 200 in 24 ms on two processors.
    private static let writesPerMillisecond = 8
    /// Time between two steps, in nanoseconds, while the server keeps up.
    private static let stepMin: UInt64 = 5_000_000
    /// Time in which ramps count as begun together: those of one decision.
    private static let window: UInt64 = 20_000_000

    private var windowStart: UInt64 = 0
    private var begunCount = 0

    /// The longest ramp, in nanoseconds, that has not two steps; 0 when all ramps have.
    package private(set) var shortest: UInt64 = 0

    package init() {}

    /// The time between two steps of a number of ramps, in nanoseconds: whole milliseconds.
    package static func step(of count: Int) -> UInt64 {
        max(UInt64(count / writesPerMillisecond) * 1_000_000, stepMin)
    }

    /// Counts a ramp that begins.
    ///
    /// - Parameter running: The ramps that are under way.
    /// - Returns: Whether there are too many for short ones, which have to end at once.
    package mutating func begin(at now: UInt64, running: Int) -> Bool {
        if now >= windowStart + Self.window { (windowStart, begunCount) = (now, 0) }
        begunCount += 1
        let step = Self.step(of: max(begunCount, running + 1))
        shortest = step > Self.stepMin ? 2 * step : 0
        return shortest > 0
    }
}

package import AudioModel
import Foundation

/// A camera's zoom factor as time goes by: at rest, or on the way to another factor.
package struct CameraZoom: Hashable, Sendable {
    private var from = 1.0
    private var target = 1.0
    private var start = HostTime.zero
    /// Doublings a second; 0 at rest.
    private var rate = 0.0

    /// A zoom at rest.
    package init(factor: Double = 1) {
        from = factor
        target = factor
    }

    /// The factor at a time.
    ///
    /// On the way it doubles or halves `rate` times a second.
    package func factor(at time: HostTime) -> Double {
        guard isRamping(at: time) else { return target }
        let doublings = rate * (time - start).seconds
        return from * (target > from ? exp2(doublings) : exp2(-doublings))
    }

    /// Whether the factor changes at a time.
    package func isRamping(at time: HostTime) -> Bool {
        guard rate > 0 else { return false }
        return (time - start).seconds < duration
    }

    /// Seconds from one end of the way to the other.
    package var duration: Double { rate > 0 ? abs(log2(target / from)) / rate : 0 }

    /// Jumps to a factor.
    package mutating func jump(to factor: Double) { self = CameraZoom(factor: factor) }

    /// Goes to a factor from where it is.
    ///
    /// - Parameter rate: Doublings or halvings a second; without one above 0 it jumps.
    package mutating func ramp(to factor: Double, rate: Double, at time: HostTime) {
        guard rate > 0, rate.isFinite else { return jump(to: factor) }
        from = self.factor(at: time)
        target = factor
        start = time
        self.rate = rate
    }

    /// Stays where it is.
    package mutating func stop(at time: HostTime) { jump(to: factor(at: time)) }
}

/// A motor that vibrates. Any thread; every function returns at once.
package protocol HapticOutput: AnyObject, Sendable {
    /// Begins a pattern, in place of the one before. A single vibration that is asked for while
    /// another single one lasts is left out, as the motor runs already.
    func play(_ pattern: HapticPattern)
    /// Stops the motor.
    func cancel()
    /// Stops the motor, and releases it; nothing is played afterwards.
    func close()
}

/// The output of a machine without a motor.
package final class NoHapticOutput: HapticOutput {
    package init() {}
    package func play(_ pattern: HapticPattern) {}
    package func cancel() {}
    package func close() {}
}

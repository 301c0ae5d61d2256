package import AudioModel
import Dispatch

/// The motor of a phone, through its input device.
///
/// The kernel times the vibrations: nothing wakes up while a pattern is played.
///
/// Ownership: the private queue, on which all changes happen after `init`.
package final class ForceFeedbackOutput: HapticOutput, @unchecked Sendable {
    private let queue = DispatchQueue(label: "sori.haptics")
    private let find: @Sendable () -> (any RumbleMotor)?
    private let now: @Sendable () -> HostTime
    private let unavailable: @Sendable () -> Void
    private var motor: (any RumbleMotor)?
    private var effect: Int16?
    private var lock = HapticGate()
    private var lastSearch: HostTime?
    private var isMissingReported = false
    private var isClosed = false

    /// Interval between two searches for a motor that was not found.
    package static let searchInterval = HostInterval.seconds(10)
    /// Number of repetitions of a repeating pattern: it is cancelled long before.
    private static let repetitionsMax: Int32 = 100_000

    /// - Parameters:
    ///   - now: The present time.
    ///   - unavailable: Called once on a queue of the output when a pattern could not be played for
    ///     the lack of a motor.
    ///   - find: Opens the motor; called on a queue of the output when one is needed.
    package init(
        now: @escaping @Sendable () -> HostTime,
        unavailable: @escaping @Sendable () -> Void = {},
        find: @escaping @Sendable () -> (any RumbleMotor)? = {
            EventDeviceMotor.find(in: "/dev/input")
        }
    ) {
        self.find = find
        self.now = now
        self.unavailable = unavailable
    }

    package func play(_ pattern: HapticPattern) {
        // The time of the call: the queue may be late.
        let time = now()
        queue.async { [self] in begin(pattern.bounded, at: time) }
    }

    package func cancel() {
        queue.async { [self] in stop() }
    }

    package func close() {
        queue.async { [self] in
            stop()
            motor?.close()
            motor = nil
            isClosed = true
        }
    }

    private func begin(_ pattern: HapticPattern, at time: HostTime) {
        guard !isClosed, lock.admits(pattern, at: time) else { return }
        // A motor that has gone since is looked for once.
        for _ in 0..<2 {
            guard openMotor(at: time) else { break }
            if start(pattern) { return }
            loseMotor()
        }
        lock.cancel()
        if !isMissingReported { unavailable() }
        isMissingReported = true
    }

    private func openMotor(at time: HostTime) -> Bool {
        if motor != nil { return true }
        if let lastSearch, time < lastSearch + Self.searchInterval { return false }
        motor = find()
        if motor == nil { lastSearch = time }
        return motor != nil
    }

    private func start(_ pattern: HapticPattern) -> Bool {
        guard let motor else { return false }
        let (length, pause, repetitions): (HostInterval, HostInterval, Int32) =
            switch pattern {
            case .single(let length): (length, .zero, 1)
            case .repeating(let length, let period):
                (
                    length, HostInterval(nanoseconds: period.nanoseconds - length.nanoseconds),
                    Self.repetitionsMax
                )
            }
        guard
            let uploaded = motor.upload(
                effect, milliseconds: Self.milliseconds(length),
                delayMilliseconds: Self.milliseconds(pause))
        else { return false }
        effect = uploaded
        return motor.play(uploaded, repetitions: repetitions)
    }

    private static func milliseconds(_ interval: HostInterval) -> UInt16 {
        UInt16(clamping: interval.nanoseconds / 1_000_000)
    }

    private func stop() {
        lock.cancel()
        guard let motor, let effect else { return }
        if !motor.play(effect, repetitions: 0) { loseMotor() }
    }

    private func loseMotor() {
        motor?.close()
        motor = nil
        effect = nil
    }
}

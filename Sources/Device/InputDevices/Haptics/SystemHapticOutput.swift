package import AudioModel
package import DBus

/// The motor of this machine: through the feedback daemon where the session bus has one, otherwise
/// through its input device.
package final class SystemHapticOutput: HapticOutput {
    private let daemon: FeedbackdOutput?
    private let device: ForceFeedbackOutput

    /// - Parameters:
    ///   - connection: A connection to the session bus; `nil` where there is none.
    ///   - device: The motor where the bus has no daemon.
    ///   - now: The present time.
    package init(
        on connection: DBusConnection?, device: ForceFeedbackOutput,
        now: @escaping @Sendable () -> HostTime
    ) {
        self.device = device
        daemon = connection.map { connection in
            FeedbackdOutput(on: connection, now: now) { pattern, _ in device.play(pattern) }
        }
    }

    package func play(_ pattern: HapticPattern) {
        if let daemon { daemon.play(pattern) } else { device.play(pattern) }
    }

    package func cancel() {
        daemon?.cancel()
        device.cancel()
    }

    package func close() {
        daemon?.close()
        device.close()
    }
}

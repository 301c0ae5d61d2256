public import AudioModel
public import SoundPolicy

/// The clock and timer of a server.
public protocol ServerClock: AnyObject, Sendable {
    /// The current host time.
    var now: HostTime { get }

    /// Schedules `block` to run once at `time`, and replaces the pending block; `nil` only cancels
    /// it.
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void)
}

/// Plays the device's own sounds and vibrations, which no app renders. Called one at a time,
/// without the server's lock.
public protocol DeviceOutputs: AnyObject, Sendable {
    /// Vibrates once; `stream` is the alert sound that the vibration belongs to, or `nil`.
    func vibrate(with stream: StreamID?)
    /// Starts one of the device's own sounds.
    func begin(_ deviceSound: StreamKind)
    /// Stops one of the device's own sounds.
    func end(_ deviceSound: StreamKind)
}

/// Observes every event and the policy's response to it. Called with the server's lock held: must
/// return quickly and must not call the server.
public typealias PolicyObserver = @Sendable (HostTime, PolicyEvent, PolicyResponse) -> Void

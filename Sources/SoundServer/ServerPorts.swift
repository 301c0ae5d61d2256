import AudioModel
import SoundPolicy

/// The clock and timer of a server.
public protocol ServerClock: AnyObject, Sendable {
    var now: HostTime { get }

    /// Runs `block` once at `time` and replaces the block scheduled before. `nil` cancels it.
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void)
}

/// The device's outputs besides the apps' sound. Called without the server's lock, one call at a
/// time.
public protocol DeviceOutputs: AnyObject, Sendable {
    /// Vibrates once; `stream` is the alert sound that the vibration belongs to, or `nil`.
    func vibrate(with stream: StreamID?)
    /// Starts one of the device's own sounds.
    func begin(_ deviceSound: StreamKind)
    /// Stops one of the device's own sounds.
    func end(_ deviceSound: StreamKind)
}

/// Observes every event and the policy's response to it. Called while the server decides: must
/// return at once and must not call the server.
public typealias PolicyObserver = @Sendable (HostTime, PolicyEvent, PolicyResponse) -> Void

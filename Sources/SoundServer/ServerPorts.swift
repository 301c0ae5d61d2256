import AudioModel
import SoundPolicy

/// The clock and timer that a server runs by.
public protocol ServerClock: AnyObject, Sendable {
    var now: HostTime { get }

    /// Runs `block` once when `time` has come; replaces what was scheduled before. `nil` cancels.
    func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void)
}

/// What the server sets in motion besides sound. Called outside the server, one at a time.
public protocol DeviceOutputs: AnyObject, Sendable {
    /// One vibration; `stream` is the alert sound that it goes with.
    func vibrate(with stream: StreamID?)
    func begin(_ deviceSound: StreamKind)
    func end(_ deviceSound: StreamKind)
}

/// Sees every event and what the policy made of it. Called while the server decides: must return
/// at once and must not call the server.
public typealias PolicyObserver = @Sendable (HostTime, PolicyEvent, PolicyResponse) -> Void

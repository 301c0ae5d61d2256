import AudioModel

/// Leaves out single vibrations while another one lasts, so that a program cannot flood a motor.
struct HapticGate {
    private var busyUntil: HostTime?

    /// Whether a pattern is to be begun at a time.
    mutating func admits(_ pattern: HapticPattern, at time: HostTime) -> Bool {
        guard case .single(let length) = pattern else {
            busyUntil = nil
            return true
        }
        if let busyUntil, time < busyUntil { return false }
        busyUntil = time + length
        return true
    }

    mutating func cancel() { busyUntil = nil }
}

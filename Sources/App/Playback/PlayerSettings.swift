import AudioModel

/// The settings of a player.
struct PlayerSettings {
    /// Passes after the first; negative for loops without end.
    var loops = 0
    /// The volume that is set, or that a fade ends with: 0…1.
    var volume: Float = 1
    /// The fade in progress.
    var fade: VolumeFade?
    /// The balance: −1 left … 1 right.
    var pan: Float = 0
    /// Whether `rate` has an effect on the next start.
    var isRateEnabled = false
    /// The playback speed.
    var rate: Float = 1
    var isMetering = false
    /// For each channel of the file its output channel, from 0; `nil` for the usual ones.
    var outputChannels: [Int]?

    /// The volume at a time.
    func volume(at time: HostTime) -> Float { fade?.value(at: time) ?? volume }
}

/// A linear change of the volume over time.
struct VolumeFade {
    var from: Float
    var to: Float
    var start: HostTime
    var duration: HostInterval

    func value(at time: HostTime) -> Float {
        let remaining = remaining(at: time)
        guard remaining > .zero else { return to }
        return to - (to - from) * Float(min(remaining.seconds / duration.seconds, 1))
    }

    /// The rest of the fade; zero after its end.
    func remaining(at time: HostTime) -> HostInterval {
        max((start + duration) - time, .zero)
    }
}

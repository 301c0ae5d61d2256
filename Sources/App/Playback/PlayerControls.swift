import AudioModel
import SoundClient
import Synchronization

// The settings of a player.

extension FilePlayer {
    /// The volume, 0…1; within a fade its present value.
    package var volume: Float {
        state.withLock { $0.settings.volume(at: app.environment.now) }
    }

    /// Sets the volume, at once or with a linear fade.
    ///
    /// - Parameters:
    ///   - volume: Clamped to 0…1.
    ///   - seconds: The fade's duration; a later call ends the fade where it is.
    package func setVolume(_ volume: Float, fadeSeconds seconds: Double = 0) {
        state.withLock { state in
            let now = app.environment.now
            let volume = clamped(volume, 0...1)
            let duration = HostInterval.seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 1e6))
            let present = state.settings.volume(at: now)
            state.settings.fade =
                duration > .zero
                ? VolumeFade(from: present, to: volume, start: now, duration: duration) : nil
            state.settings.volume = volume
            followVolume(&state)
        }
    }

    /// Lets the stream follow the volume: at once, or the rest of the fade in progress.
    func followVolume(_ state: inout State) {
        let now = app.environment.now
        if let fade = state.settings.fade, fade.remaining(at: now) == .zero {
            state.settings.fade = nil
        }
        guard let stream = state.stream else { return }
        // Both fail only for a stream that has ended already.
        if let fade = state.settings.fade {
            try? app.fadeVolume(
                of: stream, from: fade.value(at: now), to: fade.to,
                during: fade.remaining(at: now))
        } else {
            try? app.setVolume(state.settings.volume, ofStream: stream)
        }
    }

    /// The balance: −1 left … 1 right.
    package var pan: Float {
        get { state.withLock { $0.settings.pan } }
        set {
            state.withLock { state in
                let pan = clamped(newValue, -1...1, or: state.settings.pan)
                state.settings.pan = pan
                if let stream = state.stream { app.setPan(pan, ofStream: stream) }
            }
        }
    }

    /// The number of passes after the first; negative for loops without end. A change while playing
    /// applies to the present pass.
    package var loops: Int {
        get { state.withLock { $0.settings.loops } }
        set {
            state.withLock { state in
                state.settings.loops = newValue
                state.run?.follow(loops: newValue)
                if state.status == .playing { schedulePump() }
            }
        }
    }

    /// Whether `rate` has an effect, from the next preparation or start on.
    package var isRateEnabled: Bool {
        get { state.withLock { $0.settings.isRateEnabled } }
        set { state.withLock { $0.settings.isRateEnabled = newValue } }
    }

    /// The playback speed, 0.5…2; the pitch does not change. Without `isRateEnabled` at the start, it
    /// is only kept.
    package var rate: Float {
        get { state.withLock { $0.settings.rate } }
        set {
            state.withLock { state in
                let former = state.settings.rate
                let rate = clamped(newValue, Self.rates, or: former)
                state.settings.rate = rate
                guard rate != former, let run = state.run, run.rate != nil else { return }
                // What was decoded ahead at the former speed is dropped.
                move(to: run.position, at: Double(rate), in: &state)
            }
        }
    }

    /// For each channel of the file its output channel, from 0, or any other number for silence;
    /// `nil` for the usual ones.
    package var outputChannels: [Int]? {
        get { state.withLock { $0.settings.outputChannels } }
        set {
            state.withLock { state in
                guard state.settings.outputChannels != newValue else { return }
                state.settings.outputChannels = newValue
                if let run = state.run { move(to: run.position, at: run.rate, in: &state) }
            }
        }
    }

    /// The playback speeds that can be set.
    package static let rates: ClosedRange<Float> = 0.5...2

    /// Whether levels are measured.
    package var isMetering: Bool {
        get { state.withLock { $0.settings.isMetering } }
        set {
            state.withLock { state in
                state.settings.isMetering = newValue
                if !newValue { state.run?.meters.reset() }
            }
        }
    }

    /// - Parameter former: The result for NaN; `nil` for the range's lower bound.
    private func clamped(
        _ value: Float, _ range: ClosedRange<Float>, or former: Float? = nil
    ) -> Float {
        value.isNaN
            ? former ?? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
    }
}

import AudioModel
import SoundClient
import Synchronization

// The settings of a player.

extension FilePlayer {
    /// The volume, 0…1; within a fade its present value.
    package var volume: Float {
        lock.withLock { _ in settings.volume(at: app.environment.now) }
    }

    /// Sets the volume, at once or with a linear fade.
    ///
    /// - Parameters:
    ///   - volume: Clamped to 0…1.
    ///   - seconds: The fade's duration; a later call ends the fade where it is.
    package func setVolume(_ volume: Float, fadeSeconds seconds: Double = 0) {
        lock.withLock { _ in
            let now = app.environment.now
            let volume = clamped(volume, 0...1)
            let duration = HostInterval.seconds(min(max(seconds.isNaN ? 0 : seconds, 0), 1e6))
            settings.fade =
                duration > .zero
                ? VolumeFade(
                    from: settings.volume(at: now), to: volume, start: now, duration: duration)
                : nil
            settings.volume = volume
            followVolume()
        }
    }

    /// Lets the stream follow the volume: at once, or the rest of the fade in progress. With the lock
    /// held.
    func followVolume() {
        let now = app.environment.now
        if let fade = settings.fade, fade.remaining(at: now) == .zero { settings.fade = nil }
        guard let stream else { return }
        // Both fail only for a stream that has ended already.
        if let fade = settings.fade {
            try? app.fadeVolume(
                of: stream, from: fade.value(at: now), to: fade.to,
                during: fade.remaining(at: now))
        } else {
            try? app.setVolume(settings.volume, ofStream: stream)
        }
    }

    /// The balance: −1 left … 1 right.
    package var pan: Float {
        get { lock.withLock { _ in settings.pan } }
        set {
            lock.withLock { _ in
                settings.pan = clamped(newValue, -1...1, or: settings.pan)
                if let stream { app.setPan(settings.pan, ofStream: stream) }
            }
        }
    }

    /// The number of passes after the first; negative for loops without end. A change while playing
    /// applies to the present pass.
    package var loops: Int {
        get { lock.withLock { _ in settings.loops } }
        set {
            lock.withLock { _ in
                settings.loops = newValue
                run?.follow(loops: newValue)
                if state == .playing { schedulePump() }
            }
        }
    }

    /// Whether `rate` has an effect, from the next preparation or start on.
    package var isRateEnabled: Bool {
        get { lock.withLock { _ in settings.isRateEnabled } }
        set { lock.withLock { _ in settings.isRateEnabled = newValue } }
    }

    /// The playback speed, 0.5…2; the pitch does not change. Without `isRateEnabled` at the start, it
    /// is only kept.
    package var rate: Float {
        get { lock.withLock { _ in settings.rate } }
        set {
            lock.withLock { _ in
                let former = settings.rate
                settings.rate = clamped(newValue, Self.rates, or: former)
                guard settings.rate != former, let run, run.rate != nil else { return }
                // What was decoded ahead at the former speed is dropped.
                move(to: run.position, at: Double(settings.rate))
            }
        }
    }

    /// For each channel of the file its output channel, from 0, or any other number for silence;
    /// `nil` for the usual ones.
    package var outputChannels: [Int]? {
        get { lock.withLock { _ in settings.outputChannels } }
        set {
            lock.withLock { _ in
                guard settings.outputChannels != newValue else { return }
                settings.outputChannels = newValue
                if let run { move(to: run.position, at: run.rate) }
            }
        }
    }

    /// The playback speeds that can be set.
    package static let rates: ClosedRange<Float> = 0.5...2

    /// Whether levels are measured.
    package var isMetering: Bool {
        get { lock.withLock { _ in settings.isMetering } }
        set {
            lock.withLock { _ in
                settings.isMetering = newValue
                if !newValue { run?.meters.reset() }
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

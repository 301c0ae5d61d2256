package import AudioModel
import MediaSources
import Playback
import SoundClient
import SoundMixer
import Synchronization

// The rate and the other settings.

extension MediaItemPlayer {
    /// The largest rate, as the engine's that changes the speed.
    private static let rateMax: Float = 32

    /// The wanted speed: 0 while paused, else up to 32; negative values and NaN are ignored.
    package var rate: Float {
        get { state.withLock { $0.rate } }
        set { call { setRate(newValue, in: &$0) } }
    }

    /// The speed of `play`.
    package var defaultRate: Float {
        get { state.withLock { $0.defaultRate } }
        set {
            state.withLock { state in
                guard newValue > 0, newValue.isFinite else { return }
                state.defaultRate = min(newValue, Self.rateMax)
                state.preparedRate = state.defaultRate
            }
        }
    }

    package func play() { call { setRate($0.defaultRate, in: &$0) } }
    package func pause() { call { setRate(0, in: &$0) } }

    /// Plays what is buffered without waiting for more, once.
    package func playImmediately(atRate rate: Float) {
        call { state in
            setRate(rate, isImmediate: true, in: &state)
        }
    }

    /// Sets the rate so that a time of the item is played at a time of the host's clock.
    ///
    /// - Parameters:
    ///   - time: `nil` for the present position.
    ///   - hostTime: `nil` for at once.
    package func setRate(_ rate: Float, at time: MediaTime?, hostTime: HostTime?) {
        call { state in
            guard rate >= 0 else { return setRate(rate, in: &state) }
            let wait = hostTime.map { $0 - environment.now } ?? .zero
            if let current = state.current, time != nil || wait != .zero {
                keepPosition(&state)
                let missed = wait < .zero ? -wait.seconds * Double(rate) : 0
                current.item.state.withLock { item in
                    if let time { item.position = time }
                    guard missed > 0 else { return }
                    let frame = item.frame + Int64((missed * item.sampleRate).rounded())
                    let end = item.endFrame ?? .max
                    item.position = MediaTime(
                        frame: min(frame, end), sampleRate: item.sampleRate)
                }
                moved(&state)
            }
            if wait > .zero {
                let frames = (wait.seconds * app.mixer.outputRate).rounded()
                state.startFrame = app.nextSchedulableFrame + Int(min(frames, 0x1p48))
            }
            setRate(rate, isImmediate: true, in: &state)
        }
    }

    /// Follows a call that sets the rate: it is reported, also where nothing changes.
    private func setRate(
        _ wanted: Float, isImmediate: Bool = false, in state: inout State
    ) {
        state.isImmediate = isImmediate && wanted > 0
        let former = state.rate
        let formerStatus = state.timeControlStatus
        if wanted >= 0 { state.rate = min(wanted, Self.rateMax) }
        // At its end an item goes on by a seek only.
        if state.isAtEnd, state.endAction == .pause { state.rate = 0 }
        if state.rate > 0, former == 0, state.wishTime == nil { state.wishTime = environment.now }
        if state.rate != former, state.rate > 0, state.isSounding { respeed(&state) }
        state.current?.item.source.setPlaying(state.rate > 0)
        // What the system has paused resumes, as after the app has deactivated its session.
        if state.rate > 0, let stream = state.stream, app.transport(ofStream: stream) == .held {
            state.isSounding = false
        }
        settle(&state)
        let isRefused = state.reports.contains { $0.isRefusal }
        state.reports.removeAll { $0.isRate }
        state.report(.rate)
        state.report(.timeControlStatus)
        if isRefused {
            state.report(.rateChanged(.setRateFailed))
        } else if state.rate != former {
            state.report(.rateChanged(.setRateCalled))
        }
        if formerStatus != state.timeControlStatus { schedulePump() }
    }

    /// Goes on at another speed.
    private func respeed(_ state: inout State) {
        guard let run = state.run, let current = state.current,
            speed(of: current.item, in: state) != run.speed
        else { return }
        rebuild(&state)
    }

    /// The speed at which an item sounds.
    func speed(of item: MediaItem, in state: State) -> PlaybackSpeed {
        let rate = Double(state.rate > 0 ? state.rate : state.preparedRate)
        switch item.pitchAlgorithm {
        case .varispeed: return PlaybackSpeed(rate: rate, isVarispeed: rate != 1)
        case .timeDomain, .spectral: return PlaybackSpeed(rate: rate)
        case .lowQualityZeroLatency:
            let snapped = [0.5, 2.0 / 3, 0.8, 1, 1.25, 1.5, 2].min {
                abs($0 - rate) < abs($1 - rate)
            }
            return PlaybackSpeed(rate: snapped ?? 1)
        }
    }

    // MARK: Prerolls

    /// Prepares the current item, so that it starts without delay.
    ///
    /// - Parameter completion: Called once, on the main thread: `false` when it was cancelled.
    package func preroll(atRate rate: Float, completion: (@Sendable (Bool) -> Void)?) {
        call { state in
            if rate > 0, rate <= Self.rateMax { state.preparedRate = rate }
            state.prerolls.append(completion ?? { _ in })
            if state.current == nil { endPrerolls(false, in: &state) }
        }
        schedulePump()
    }

    package func cancelPendingPrerolls() {
        call { endPrerolls(false, in: &$0) }
    }

    func endPrerolls(_ isDone: Bool, in state: inout State) {
        for completion in state.prerolls { state.reports.append(.call { completion(isDone) }) }
        state.prerolls = []
    }

    // MARK: Other settings

    /// Whether playback waits until it is likely to go on without a stall, and goes on by itself
    /// after one.
    package var waitsToMinimizeStalling: Bool {
        get { state.withLock { $0.waitsToMinimizeStalling } }
        set {
            call { state in
                state.waitsToMinimizeStalling = newValue
                settle(&state)
            }
        }
    }

    /// What the player does at the end of an item.
    package var endAction: MediaEndAction {
        get { state.withLock { $0.endAction } }
        set {
            call { state in
                guard state.endAction != newValue else { return }
                state.endAction = newValue
                followersChanged(&state)
            }
        }
    }

    /// The volume, clamped to 0…1.
    package var volume: Float {
        get { state.withLock { $0.volume } }
        set {
            state.withLock { state in
                guard !newValue.isNaN else { return }
                state.volume = min(max(newValue, 0), 1)
                followVolume(state)
            }
        }
    }

    /// Whether the player is silent; the session and the position follow it as if it were not.
    package var isMuted: Bool {
        get { state.withLock { $0.isMuted } }
        set {
            state.withLock { state in
                state.isMuted = newValue
                followVolume(state)
            }
        }
    }

    private func followVolume(_ state: State) {
        guard let stream = state.stream else { return }
        // Fails only for a stream that has ended already.
        try? app.setVolume(state.streamVolume, ofStream: stream)
    }
}

extension MediaReport {
    /// Whether it reports that the session has refused to play.
    fileprivate var isRefusal: Bool {
        switch self {
        case .player(.rateChanged(.setRateFailed)): true
        case .player, .item, .call: false
        }
    }

    /// Whether it reports the rate or what follows from it.
    fileprivate var isRate: Bool {
        switch self {
        case .player(.rate), .player(.timeControlStatus), .player(.rateChanged): true
        case .player, .item, .call: false
        }
    }
}

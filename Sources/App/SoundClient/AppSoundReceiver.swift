public import AudioModel
import SoundMixer
public import SoundServer
import Synchronization

extension AppSound: AppReceiver {
    public func apply(_ directive: StreamDirective, toStream number: Int) {
        let (isRecording, after) = recordings.apply(directive, toStream: number)
        if let after {
            // Deferred: the server is waiting for this call.
            environment.onQueue { [recordings] in
                after()
                recordings.stopDeviceIfUnused()
            }
        }
        guard !isRecording else { return }
        notePlayingChange()
        state.withLock { state in
            guard let stream = state.streams[number] else { return }
            state.streams[number]?.directive = directive
            if directive.transport != stream.directive.transport {
                stream.watcher?.transportChanged(directive.transport)
            }
            if let voice = state.voices[number] {
                follow(
                    directive, after: stream.directive, with: voice,
                    lowered: state.gain(ofOther: stream, number))
            } else if stream.isVoiceless, directive.transport == .ended {
                state.remove(number)
                state.activity += 1
                // Deferred: the server is waiting for this call.
                environment.onQueue { [weak self] in
                    stream.ended(false)
                    self?.stopDeviceWhenIdle()
                }
            }
        }
    }

    private func follow(
        _ directive: StreamDirective, after before: StreamDirective, with voice: Mixer.VoiceID,
        lowered: Float
    ) {
        guard directive.transport != .ended else { return mixer.stop(voice) }
        if directive.sessionGain != before.sessionGain {
            mixer.setGain(voice, .session, to: directive.sessionGain, ramp: Verdict.rampDuration)
        }
        if directive.duckGain != before.duckGain {
            mixer.setGain(
                voice, .duck, to: directive.duckGain * lowered, ramp: directive.duckRamp)
        }
        guard directive.transport != before.transport else { return }
        if directive.transport == .held {
            mixer.hold(voice)
        } else {
            mixer.resume(voice)
        }
    }

    public func receive(_ notification: AppNotification) {
        if notification == .mediaServicesReset {
            let handlers = state.withLock { $0.resetHandlers.sorted { $0.key < $1.key } }
            for (_, handler) in handlers { handler() }
        }
        notificationHandler(notification)
        if notification.isForApplication { life.add(notification, at: environment.now) }
        for observer in observers.withLock({ $0 }) { observer(notification) }
    }

    public func follow(_ state: AppState) {
        guard state == .notRunning, let playerApps else { return }
        playerApps.end(playersOf: self)
        playerApps.forget(self)
    }
}

extension AppSound {
    /// Handles the events that the render thread has reported.
    func service() {
        let (over, progressed) = state.withLock { state in
            var over: [(number: Int, byItself: Bool, ended: @Sendable (Bool) -> Void)] = []
            for event in mixer.collectEvents() {
                let (voice, byItself) =
                    switch event {
                    case .ended(let voice): (voice, true)
                    case .stopped(let voice): (voice, false)
                    }
                guard let number = state.numbers[voice], let stream = state.remove(number)
                else { continue }
                over.append((number, byItself, stream.ended))
            }
            // Sorted by start, so that the partition into blocks does not matter.
            over.sort { $0.number < $1.number }
            state.activity += over.count
            let progressed = state.watchers.compactMap { number in
                let stream = state.streams[number]
                return stream?.feed?.takeRefillRequest() == true ? stream?.watcher : nil
            }
            return (over, progressed)
        }
        for watcher in progressed { watcher.progressed() }
        guard !over.isEmpty else { return }
        notePlayingChange()
        for (number, byItself, ended) in over {
            if byItself { try? connection.request(.streamEnded(number: number)) }
            ended(byItself)
        }
        stopDeviceWhenIdle()
    }

    private func stopDeviceWhenIdle() {
        guard let device, let activity = idleActivity() else { return }
        environment.after(AppSound.idleDelay) { [weak self] in
            guard let self else { return }
            deviceUse.withLock {
                if self.idleActivity() == activity { device.stop() }
            }
        }
    }

    private func idleActivity() -> Int? {
        state.withLock { $0.streams.isEmpty ? $0.activity : nil }
    }
}

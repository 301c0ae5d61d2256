package import AudioModel
package import SoundPolicy
import SoundServer

/// The visible state of a live device at one moment.
package struct LiveSnapshot: Sendable {
    /// Time since the device was switched on.
    package var age = HostInterval.zero
    package var profile = PhoneProfile.ios17
    package var device = DeviceSnapshot()
    /// How the device is held.
    package var orientation = DeviceOrientation.portrait
    /// The built-in apps in order, then the external ones.
    package var apps: [App] = []
    /// The streams that have not ended, in the order of starting.
    package var streams: [Stream] = []
    /// Number of recorded actions.
    package var recordedActCount = 0
    /// Number of actions beyond the limit of the recording.
    package var lostActCount = 0
    package var nowPlaying: NowPlaying?
    /// The VoIP calls of apps.
    package var calls: [Call] = []

    package init() {}

    /// What the lock screen shows of the now-playing app.
    package struct NowPlaying: Hashable, Sendable {
        package var app: String
        package var title: String?
        package var artist: String?
        /// The position and the length, in seconds.
        package var elapsed: Double?
        package var duration: Double?

        package init(
            app: String, title: String? = nil, artist: String? = nil, elapsed: Double? = nil,
            duration: Double? = nil
        ) {
            self.app = app
            self.title = title
            self.artist = artist
            self.elapsed = elapsed
            self.duration = duration
        }
    }

    /// The VoIP call of an app.
    package struct Call: Hashable, Sendable {
        package var app: String
        package var state: AppCallState
        /// How the app describes the other end; `nil` when it does not.
        package var shown: AppCallDescription?
    }

    /// An installed or external app.
    package struct App: Hashable, Sendable {
        package var name: String
        package var state: AppState
        package var category: SessionCategory?
        package var isSessionActive: Bool
        /// The app or the part of the system that interrupts the app, in words; `nil` if it is not
        /// interrupted.
        package var interruptedBy: String?

        package init(
            name: String, state: AppState = .notRunning, category: SessionCategory? = nil,
            isSessionActive: Bool = false, interruptedBy: String? = nil
        ) {
            self.name = name
            self.state = state
            self.category = category
            self.isSessionActive = isSessionActive
            self.interruptedBy = interruptedBy
        }
    }

    /// A stream that has not ended.
    package struct Stream: Hashable, Sendable {
        /// The stream's name with its app's: `Music.song`.
        package var name: String
        package var kind: StreamKind
        package var verdict: Verdict
        /// The app or the part of the system that interrupts, pauses or ducks the stream, in words;
        /// `nil` for none.
        package var by: String?
        /// Linear peak of the last rendered samples; 0 for none.
        package var level: Float

        package init(
            name: String, kind: StreamKind, verdict: Verdict, by: String? = nil, level: Float = 0
        ) {
            self.name = name
            self.kind = kind
            self.verdict = verdict
            self.by = by
            self.level = level
        }

        /// Whether the stream is audible, or receives sound from the input.
        package var isAudible: Bool { verdict.isAudible }

        /// The stream's state in words, and why.
        package var why: String { SoundExplanation(name, kind, verdict, by: by).clause }
    }

    /// The foreground app; `nil` for none.
    package var front: App? {
        apps.first { $0.state == .active } ?? apps.first { $0.state == .inactive }
    }
}

extension LiveDevice {
    /// The device's current state.
    package var snapshot: LiveSnapshot {
        var live = LiveSnapshot()
        let policy = server.inspect { machine in
            var snapshot = PolicySnapshot()
            machine.writeSnapshot(to: &snapshot)
            return snapshot
        }
        live.age = age
        live.profile = profile
        live.device = policy.device
        live.orientation = server.inspect { $0.orientation }
        if let app = policy.device.nowPlayingApp, let info = server.nowPlayingInfo(of: app) {
            live.nowPlaying = LiveSnapshot.NowPlaying(
                app: name(of: app), title: info.title, artist: info.artist,
                elapsed: info.elapsed(at: clock.now), duration: info.duration)
        }
        if let call = server.inspect({ $0.appCall }) {
            live.calls = [
                LiveSnapshot.Call(
                    app: name(of: call.app), state: call.state,
                    shown: server.callDescription(of: call.app))
            ]
        }
        let known =
            (builtInApps?.builtInApps ?? [])
            + namedApps.map { ($0.name, Optional($0.externalApp.app)) }
        live.apps = known.map { name, id in
            guard let record = policy.apps.first(where: { $0.app == id }) else {
                return LiveSnapshot.App(name: name)
            }
            return LiveSnapshot.App(
                name: name, state: record.state, category: record.category,
                isSessionActive: record.isActive,
                interruptedBy: record.isInterrupted
                    ? record.interruptedBy.map { self.name(of: $0) } ?? "a lost route" : nil)
        }
        live.streams = policy.streams.map { stream in
            LiveSnapshot.Stream(
                name: name(of: stream.stream), kind: stream.kind, verdict: stream.verdict,
                by: stream.verdict.by.map { name(of: $0) }, level: level(of: stream))
        }
        return live
    }

    /// The level measured in the last rendered or recorded samples.
    private func level(of stream: StreamSnapshot) -> Float {
        let (id, isHeld) = (stream.stream, stream.isHeld)
        let externalApp = namedApps.first { $0.externalApp.app == id.app }?.externalApp
        if let externalApp { return isHeld ? 0 : externalApp.level(ofStream: id.number) }
        return builtInApps?.level(of: id, isHeld: isHeld) ?? 0
    }
}

package import AudioModel
package import DeviceActions
import LiveDevice
package import SoundPolicy
import Synchronization

/// Records what happens on a live device as a scenario. Any thread.
package final class LiveRecorder: SessionRecorder {
    fileprivate struct State {
        /// Time at which the device was switched on.
        var start = HostTime.zero
        var scenario: Scenario
        var acts: [Act] = []
        /// Number of actions after the limit was reached.
        var lostActCount = 0
        /// External apps with their recordings.
        var externalApps: [AppID: RecordedExternalApp] = [:]
        /// Callbacks that an external app hung in, by name; its next process returns from them.
        var hangs: [String: [WatchedCallback]] = [:]
        /// Time at which the server began to decide on the user's present action.
        var actTime: HostTime?
        /// Whether the server has not decided anything about the action yet.
        var isActNew = false
    }

    fileprivate struct Act {
        var place: Place
        var action: Action
        var fails: ExpectedFailure?
    }

    /// The position of an action in the scenario.
    struct Place: Comparable {
        /// Time since the device was switched on.
        var time: HostTime
        /// Order among the actions of the same time.
        var order: Int

        static func < (left: Place, right: Place) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }
    }

    private let state: Mutex<State>

    /// Limit of recorded actions; further ones are carried out and not recorded.
    package static let actsMax = 20_000

    /// Limit of apps in the recording.
    private static let appsMax = 1_000

    /// - Parameters:
    ///   - path: Path of the scenario; sound files are relative to its folder.
    ///   - setup: What the device begins with.
    ///   - apps: The apps that it has before external ones connect.
    package init(path: String, setup: PhoneSetup, apps: [AppDeclaration] = []) {
        var scenario = Scenario(path: path, phone: setup, apps: apps, duration: .zero)
        scenario.title = "A phone in the hand"
        state = Mutex(State(scenario: scenario))
    }

    package func begin(at start: HostTime) { state.withLock { $0.start = start } }

    package func begin(with device: DeviceSnapshot) {
        func stored(_ volume: Float) -> Double { (Double(volume) * 10_000).rounded() / 10_000 }
        state.withLock { state in
            state.scenario.phone.mediaVolume = stored(device.mediaVolume)
            state.scenario.phone.ringerVolume = stored(device.ringerVolume)
            for setting in device.settingsOff { state.scenario.settings[setting] = false }
        }
    }

    /// Number of recorded actions.
    package var actCount: Int { state.withLock { $0.acts.count } }

    /// Number of actions after the limit was reached.
    package var lostActCount: Int { state.withLock { $0.lostActCount } }

    package func beginAct(at time: HostTime) {
        state.withLock { ($0.actTime, $0.isActNew) = (time, true) }
    }

    package func add(_ act: PhoneAct, refusal: SessionError?) {
        add(.phone(act), refusal: refusal)
    }

    /// Adds the action that has begun.
    package func add(_ action: Action, refusal: SessionError?) {
        state.withLock { state in
            let time = state.actTime ?? state.lastTime
            state.add(action, at: time, refusal: refusal)
        }
    }

    package func follow(
        _ app: AppID, _ description: AppDescription, at time: HostTime,
        hasQuit: @escaping @Sendable () -> Bool
    ) {
        var declaration = AppDeclaration(
            name: description.name,
            backgroundModes: description.backgroundModes.filter {
                Words.backgroundModes.words.contains($0)
            },
            reaction: .ignores)
        declaration.exitsOnSuspend = description.exitsOnSuspend
        let name = declaration.name
        state.withLock { state in
            for callback in state.hangs.removeValue(forKey: name) ?? [] {
                // The shortest time that the language can express.
                let returns = AppAct.hangs(callback, seconds: 0.001)
                state.add(.app(name, returns), at: time, refusal: nil)
            }
            state.externalApps[app] = RecordedExternalApp(
                script: ExternalAppScript(name: name), launched: state.place(at: time),
                hasQuit: hasQuit)
            guard !state.scenario.apps.contains(where: { $0.name == name }),
                state.scenario.apps.count < Self.appsMax
            else { return }
            state.scenario.apps.append(declaration)
        }
    }

    package func note(_ time: HostTime, _ event: PolicyEvent, _ response: PolicyResponse) {
        state.withLock { state in
            let time = HostTime.zero + (time - state.start)
            let place = state.place(at: time)
            if let (app, what) = event.ofApp {
                let actions = state.externalApps[app]?.actions(for: what, response.refusal) ?? []
                for action in actions { state.add(action, at: time, refusal: response.refusal) }
            }
            for effect in response.effects { state.follow(effect, place) }
            if state.isActNew, event != .deadlineReached {
                (state.actTime, state.isActNew) = (time, false)
            }
        }
    }

    /// The scenario recorded so far.
    ///
    /// - Parameter time: Time since the device was switched on.
    package func scenario(endingAt time: HostTime) -> Scenario {
        var (whole, acts) = state.withLock { ($0.scenario, $0.acts) }
        acts.sort { $0.place < $1.place }
        whole.timed = acts.map {
            TimedAction(time: $0.place.time, action: $0.action, fails: $0.fails)
        }
        whole.duration = max(time, whole.timed.last?.time ?? .zero) + .milliseconds(1)
        let acting = Set(whole.timed.compactMap(\.action.appName))
        whole.apps.removeAll { !acting.contains($0.name) }
        return whole
    }
}

extension LiveRecorder.State {
    fileprivate var lastTime: HostTime { acts.last?.place.time ?? .zero }

    /// A position after everything recorded so far.
    fileprivate func place(at time: HostTime) -> LiveRecorder.Place {
        LiveRecorder.Place(time: time, order: 2 * acts.count - 1)
    }

    fileprivate mutating func add(_ action: Action, at time: HostTime, refusal: SessionError?) {
        guard acts.count < LiveRecorder.actsMax else { return lostActCount += 1 }
        let place = LiveRecorder.Place(time: time, order: 2 * acts.count)
        acts.append(
            LiveRecorder.Act(
                place: place, action: action, fails: refusal.map { ExpectedFailure($0) }))
    }

    /// - Parameter place: Position of the action that had the effect.
    fileprivate mutating func follow(_ effect: PolicyEffect, _ place: LiveRecorder.Place) {
        switch effect {
        case .notify(let app, let notification):
            guard let callback = notification.watchedCallback else { return }
            externalApps[app]?.told[callback] = place
            if callback == .willTerminate { externalApps[app]?.isEnding = true }
        case .appKilled(let app, .hung(let callback)):
            guard let externalApp = externalApps[app], acts.count < LiveRecorder.actsMax else {
                return
            }
            let name = externalApp.script.name
            acts.append(
                LiveRecorder.Act(
                    place: externalApp.told[callback] ?? externalApp.launched,
                    action: .app(name, .hangs(callback, seconds: nil))))
            hangs[name, default: []].append(callback)
        // The app has ended, whatever its process still sends.
        case .appChanged(let app, .notRunning): externalApps[app] = nil
        case .appChanged(let app, let state): externalApps[app]?.isAsleep = state == .suspended
        default: break
        }
    }
}

extension PolicyEvent {
    /// The app's event, if a scenario can express it.
    fileprivate var ofApp: (AppID, PolicyEventOfApp)? {
        switch self {
        case .appOpened(let app): (app, .opened)
        case .appLeft(let app): (app, .left)
        case .appRunInBackground(let app, let work): (app, .woken(work))
        case .appEnded(let app, let termination): (app, .ended(termination))
        case .app(let app, let request): (app, .asked(request))
        case .appLaunched, .appOpenedByURL, .appCall, .appSystemChanged, .device,
            .deadlineReached:
            nil
        }
    }
}

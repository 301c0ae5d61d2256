package import AudioModel

/// The observable state of the policy, without the rules that led to it.
///
/// For checkers that must not rely on the rules: all that the specification refers to, as plain
/// values.
package struct PolicySnapshot: Hashable, Sendable {
    /// The running apps, in the order of their numbers.
    package var apps: [AppSnapshot] = []
    /// The streams that have not ended, in the order of their start.
    package var streams: [StreamSnapshot] = []
    package var device = DeviceSnapshot()

    package init() {}
}

/// One running app and its session.
package struct AppSnapshot: Hashable, Sendable {
    package var app: AppID
    package var state: AppState
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var isActive: Bool
    package var isInterrupted: Bool
    /// The interrupter; `nil` without an interruption, and for an interruption by a lost route.
    package var interruptedBy: Actor?
    /// The time of its suspension, unless something keeps it running.
    package var suspendsAt: HostTime?
    /// The number of notifications that are pending until it runs again.
    package var pendingCount: Int
    package var openTaskCount = 0
    /// The end of its background time; `nil` when it is unlimited.
    package var backgroundUntil: HostTime?
    /// The time until which the system runs it for some work.
    package var wokenUntil: HostTime?
    /// Whether it is terminating: it has been notified and has not returned.
    package var isEnding = false
    /// The number of callbacks that it has not returned from.
    package var awaitedCount = 0
}

/// One stream and its present verdict.
package struct StreamSnapshot: Hashable, Sendable {
    package var stream: StreamID
    package var kind: StreamKind
    /// Whether its app has paused it.
    package var isHeldByApp: Bool
    /// Whether the system has paused it.
    package var isHeldBySystem: Bool
    package var verdict: Verdict
    /// The product of the verdict's factors.
    package var gain: Float

    package var isHeld: Bool { isHeldByApp || isHeldBySystem }
    package var isAudible: Bool { verdict.state == .audible || verdict.state == .ducked }
}

/// The device itself.
package struct DeviceSnapshot: Hashable, Sendable {
    package var ringSwitch = RingSwitch.ring
    package var isLocked = false
    package var call = CallState.none
    package var isRingSilenced = false
    package var isDataProtected = false
    /// The app that remote commands go to.
    package var nowPlayingApp: AppID?
    /// The present interrupters, including a call.
    package var interrupters: [Interrupter] = []
    package var snoozedUntil: HostTime?
    package var areMediaServicesLost = false
    package var foregroundApp: AppID?
    /// The overlays over the foreground app, in the order of opening.
    package var overlays: [Overlay] = []
    package var route = Route(outputs: [])
    /// The accessories, in the order of plugging.
    package var accessories: [Port] = []
    package var settingsOff: [DeviceSetting] = []
    package var ringerVolume: Float = 0
    /// The media volume of each output used so far, in the order of first use.
    package var mediaVolumes: [RouteVolume] = []
    package var callVolumes: [RouteVolume] = []
    /// The volumes of the present output.
    package var mediaVolume: Float = 0
    package var callVolume: Float = 0

    package init() {}
}

extension PolicyMachine {
    /// Writes the present observable state into `snapshot`, replacing its contents.
    package func writeSnapshot(to snapshot: inout PolicySnapshot) {
        writeApps(to: &snapshot.apps)
        snapshot.streams.removeAll(keepingCapacity: true)
        for (id, stream) in zip(streams.ids, streams.values) {
            guard let verdict = stream.verdict else { continue }
            snapshot.streams.append(
                StreamSnapshot(
                    stream: id, kind: stream.kind, isHeldByApp: stream.isHeldByApp,
                    isHeldBySystem: stream.systemHold != nil, verdict: verdict, gain: verdict.gain))
        }
        writeDevice(to: &snapshot.device)
    }

    private func writeApps(to snapshots: inout [AppSnapshot]) {
        snapshots.removeAll(keepingCapacity: true)
        for (app, record) in zip(apps.ids, apps.values) {
            snapshots.append(
                AppSnapshot(
                    app: app, state: record.state, category: record.session.category,
                    mode: record.session.mode, options: record.session.options,
                    isActive: record.session.isActive,
                    isInterrupted: record.session.interruption != nil,
                    interruptedBy: record.session.interruption?.by,
                    suspendsAt: record.suspendsAt, pendingCount: record.pending.count,
                    openTaskCount: record.life.tasks.count,
                    backgroundUntil: record.backgroundUntil, wokenUntil: record.wokenUntil,
                    isEnding: record.life.ending != nil,
                    awaitedCount: record.life.awaited.count))
        }
    }

    private func writeDevice(to snapshot: inout DeviceSnapshot) {
        snapshot.ringSwitch = device.ringSwitch
        snapshot.isLocked = device.isLocked
        snapshot.call = device.shownCall
        snapshot.isRingSilenced = device.isRingSilenced
        snapshot.isDataProtected = device.isDataProtected
        snapshot.nowPlayingApp = nowPlayingApp
        snapshot.interrupters.removeAll(keepingCapacity: true)
        appendInterrupters(to: &snapshot.interrupters)
        snapshot.snoozedUntil = device.snoozedUntil
        snapshot.areMediaServicesLost = device.areMediaServicesLost
        snapshot.foregroundApp = device.foregroundApp
        snapshot.overlays = device.overlays
        snapshot.route = currentRoute
        snapshot.accessories = device.accessories
        snapshot.settingsOff = device.settingsOff
        snapshot.ringerVolume = device.ringerVolume
        snapshot.mediaVolumes = device.mediaVolumes
        snapshot.callVolumes = device.callVolumes
        snapshot.mediaVolume = currentVolume(.media)
        snapshot.callVolume = currentVolume(.call)
    }

    /// Returns the verdicts of all streams, in the order of their start, as they would be with one
    /// more rule disabled; changes nothing.
    package func verdicts(without rule: Rule) -> [Verdict] {
        var other = self
        other.rules = RuleSet(
            off: configuration.disabledRules + [rule], ambientMixes: configuration.ambientMixes)
        for index in other.streams.values.indices { other.streams.values[index].facts = nil }
        var effects: [PolicyEffect] = []
        other.refreshVerdicts(&effects, appIndices)
        return other.streams.values.compactMap(\.verdict)
    }
}

extension PolicyMachine {
    /// Returns an event as a clause: `Game activated its session`.
    package func words(for event: PolicyEvent) -> String {
        event.sentence(about: subject(of: event))
    }
}

import AudioModel
import RandomPhones
import SoundPolicy

// Faults in notifications and answers to apps.

extension Mutation {
    /// The rule to disable, for a fault that is a missing rule.
    var missingRule: Rule? {
        switch self {
        case .alarmEndsWithoutGivingBack: .interrupterGivesBack
        case .silencedSystemSoundsGoOn: .silencedSystemSoundsEnd
        case .recorderLetsOthersSound: .recordSilencesOthers
        case .lockForgetsAmbient: .lockSilences
        case .resetKeepsTheCategory: .mediaResetEndsSessions
        case .hangIsForgiven: .watchdogKills
        case .startDoesNotActivate: .startActivates
        case .deniedMicrophoneRecords: .microphoneNeedsPermission
        case .soundKeepsNothingAwake: .backgroundAudioKeepsRunning
        case .vibrationIgnoresSettings: .vibrateSettingsGovern
        case .recordingIsShaken: .recordingForbidsVibration
        case .endIsNotTold: .endIsTold
        case .alertLeavesTheAppActive: .alertsResignActive
        case .overlayLeavesTheAppActive: .overlaysResignActive
        case .answerLeavesTheAppInFront: .answeringSendsToBackground
        case .musicPlayerLetsResume: .musicPlayerGivesBackWithoutResume
        case .volumeIsNotTold: .volumeIsToldToApps
        case .hintIsNotTold: .hintIsTold
        case .backgroundMayInterrupt: .backgroundMayNotInterrupt
        case .inputNeedsNoCategory: .inputNeedsCategory
        case .pickOutlivesTheCall: .callPickEndsWithCall
        case .promptTakesTheRoute: .recordingKeepsRoute
        case .overrideOutlivesPlug: .routeChangeEndsOverride
        case .chatIsWithoutBluetooth: .chatTakesBluetooth
        case .alarmIsNotFelt: .alarmsVibrate
        default: nil
        }
    }
}

extension FaultInjector {
    func spoilRefusal(_ refusal: inout SessionError?) {
        if bug == .refusalHasTheWrongCode, refusal == .cannotInterruptOthers {
            refusal = .insufficientPriority
        }
    }

    func spoilNotifications(
        _ effects: inout [PolicyEffect], _ snapshot: PolicySnapshot, _ before: PolicySnapshot,
        _ event: PolicyEvent
    ) {
        switch (bug, event) {
        case (.beganIsLost, .device(.alarmFired)):
            effects.removeAll { $0.notification?.isBeginning == true }
        case (.beganIsToldTwice, .device(.timerFired)):
            effects += effects.filter { $0.notification?.isBeginning == true }
        case (.callIsNotFelt, .device(.callArrived)):
            effects.removeAll { $0 == .vibrate(nil) }
        case (.resignIsLost, .device(.alarmFired)):
            effects.removeAll { $0.notification == .willResignActive }
        case (.foregroundIsEnteredLate, .appOpened):
            let entered = effects.filter { $0.notification == .willEnterForeground }
            effects = effects.filter { $0.notification != .willEnterForeground } + entered
        case (.categoryChangeIsNotTold, .app(let app, .setCategory)):
            effects.removeAll { effect in
                guard case .notify(app, .routeChanged) = effect else { return false }
                return true
            }
        case (.hintsEndIsLost, _):
            effects.removeAll { $0.notification == .secondaryAudioHint(begins: false) }
        case (.hiddenLossIsNotTold, .device(.portUnplugged(let port)))
        where !before.device.route.outputs.contains(port):
            effects.removeAll { effect in
                guard case .notify(_, .routeChanged(.oldDeviceUnavailable, _)) = effect else {
                    return false
                }
                return true
            }
        case (.hiddenLossLetsResume, .device(.callEnded)),
            (.hiddenLossLetsResume, .device(.callEndedByRemoteParty)):
            for (index, effect) in effects.enumerated() {
                guard case .notify(let app, .interruptionEnded) = effect else { continue }
                effects[index] = .notify(app, .interruptionEnded(shouldResume: true))
            }
        case (.commandIsToldTwice, _):
            effects += effects.filter(\.isRemoteCommand)
        case (.commandReachesTheAppInFront, _):
            guard let front = snapshot.device.foregroundApp else { break }
            for (index, effect) in effects.enumerated() {
                guard case .notify(_, .remoteCommand(let command)) = effect else { continue }
                effects[index] = .notify(front, .remoteCommand(command))
            }
        case (.disconnectHasNoReason, _), (.deathOfRivalLetsNobodyResume, .appEnded),
            (.routeIsToldWithTheNewOne, _), (.volumeOfTheOldRouteIsTold, .device(.portPlugged)):
            for (index, effect) in effects.enumerated() {
                guard case .notify(let app, let notification) = effect else { continue }
                effects[index] = .notify(app, spoiled(notification, snapshot, before))
            }
        default: break
        }
    }

    private func spoiled(
        _ notification: AppNotification, _ snapshot: PolicySnapshot, _ before: PolicySnapshot
    ) -> AppNotification {
        switch (bug, notification) {
        case (.disconnectHasNoReason, .interruptionBegan(.routeDisconnected)):
            .interruptionBegan(reason: .default)
        case (.deathOfRivalLetsNobodyResume, .interruptionEnded(true)):
            .interruptionEnded(shouldResume: false)
        case (.routeIsToldWithTheNewOne, .routeChanged(.categoryChange, _)):
            .routeChanged(.categoryChange, previous: snapshot.device.route)
        case (.volumeOfTheOldRouteIsTold, .outputVolumeChanged):
            .outputVolumeChanged(before.device.mediaVolume)
        default: notification
        }
    }
}

extension PolicyEffect {
    fileprivate var isRemoteCommand: Bool {
        if case .notify(_, .remoteCommand) = self { true } else { false }
    }

    fileprivate var notification: AppNotification? {
        if case .notify(_, let notification) = self { notification } else { nil }
    }
}

/// Silences streams against the policy's decision, consistently in snapshots and effects.
struct VerdictRewriter {
    private var told: [StreamID: Verdict] = [:]

    mutating func silence(
        _ effects: inout [PolicyEffect], _ snapshot: inout PolicySnapshot, _ reason: ReasonKind,
        _ isSilenced: (StreamSnapshot) -> Bool
    ) {
        effects.removeAll { effect in
            guard case .verdict(let stream, let verdict, _) = effect else { return false }
            if verdict.state == .stopped { told[stream] = nil }
            return verdict.state != .stopped
        }
        for (index, stream) in snapshot.streams.enumerated() {
            var verdict = stream.verdict
            if stream.isAudible, isSilenced(stream) {
                verdict.state = .silent
                verdict.factors.append(GainFactor(.mute, 0))
                verdict.by = nil
                verdict.reasons = [
                    Reason(
                        reason, rule: Rule.lockSilences.rawValue, sentence: "it must be silent",
                        cause: "a mistake")
                ]
                snapshot.streams[index].verdict = verdict
                snapshot.streams[index].gain = 0
            }
            guard told[stream.stream] != verdict else { continue }
            told[stream.stream] = verdict
            effects.append(.verdict(stream.stream, verdict, directive(for: verdict)))
        }
    }

    private func directive(for verdict: Verdict) -> StreamDirective {
        var directive = StreamDirective(transport: .running, sessionGain: 1)
        if verdict.state == .paused || verdict.state == .interrupted { directive.transport = .held }
        for factor in verdict.factors {
            switch factor.kind {
            case .appVolume: break
            case .duck: directive.duckGain = factor.gain
            case .mediaVolume, .ringerVolume, .callVolume, .mute:
                directive.sessionGain *= factor.gain
            }
        }
        return directive
    }
}

import AudioModel
import SoundPolicy

/// The answer to an app's request that the specification demands.
enum ExpectedAnswer: Equatable {
    case granted
    case refused(SessionError)
    /// Any answer: the specification does not say.
    case any
}

extension SessionModel {
    /// The expected answer to a request, from the state before it.
    func expectedAnswer(
        to request: AppRequest, from app: AppID, _ step: Step
    ) -> ExpectedAnswer {
        guard app != .phone else { return .any }
        guard let state = step.before.app(app)?.state else {
            if case .streamEnded = request { return .granted }
            return .refused(.expiredSession)
        }
        let asked = step.ledger.asked(by: app)
        switch request {
        case .activate, .startStream, .prepareStream, .resumeStream:
            return answerToSound(request, app, state, step)
        case .vibrate: return state == .suspended ? .refused(.cannotStartPlaying) : .granted
        case .setCategory(let category, let mode, let options, let sharing):
            guard SessionValidity.takes(options, category, step.configuration),
                SessionValidity.takes(mode, category, step.configuration),
                SessionValidity.takes(sharing, category, mode, options)
            else { return .refused(.badParam) }
            return answerToChange(to: category, options, of: app, step)
        case .setMode(let mode):
            let isTaken = SessionValidity.takes(mode, asked.category, step.configuration)
            return isTaken ? .granted : .refused(.badParam)
        case .deactivate: return answerToDeactivation(of: app, step)
        case .overrideOutput:
            return asked.category == .playAndRecord ? .granted : .refused(.badParam)
        case .setPreferredInput(let port):
            guard let port else { return .granted }
            return RouteModel.inputs(of: asked, step.before.device, step.configuration)
                .contains(port) ? .granted : .refused(.badParam)
        case .beginBackgroundTask:
            let isInFront = state == .active || state == .inactive
            guard isInFront else { return .any }
            return step.configuration.profile.rawValue < 6
                ? .refused(.resourceNotAvailable) : .granted
        case .pauseStream, .stopStream, .streamEnded, .setStreamVolume, .letStreamOutliveApp,
            .setMediaVolume, .allowHapticsAndSystemSoundsDuringRecording, .prefer,
            .endBackgroundTask, .returned, .enableRemoteCommands, .startPlayer,
            .openPlayer:
            return .granted
        case .call, .prepareCall: return .any
        case .openURL:
            return state == .active && step.before.device.foregroundApp == app
                ? .granted : .refused(.resourceNotAvailable)
        }
    }

    private func answerToSound(
        _ request: AppRequest, _ app: AppID, _ state: AppState, _ step: Step
    ) -> ExpectedAnswer {
        if state == .suspended { return .refused(.cannotStartPlaying) }
        let asked = step.ledger.asked(by: app)
        switch request {
        case .startStream(_, let kind, _), .prepareStream(_, let kind, _):
            if kind.isDeviceSound { return .refused(.badParam) }
            if kind == .recorder, !CategoryFacts.of(asked.category).hasInput {
                return .refused(.cannotStartRecording)
            }
            guard kind.isSessionSound else { return .granted }
        case .resumeStream(let number):
            let stream = stream(StreamID(app: app, number: number))
            guard let stream, stream.kind.isSessionSound else { return .granted }
            if stream.kind == .recorder, !stream.runs,
                !CategoryFacts.of(asked.category).hasInput
            {
                return .refused(.cannotStartRecording)
            }
        default: break
        }
        return answerToActivation(
            of: app, mixes: asked.mixes, records: CategoryFacts.of(asked.category).hasInput, step)
    }

    /// Source: the specification, "`setActive(true)` result rules", from the top down.
    private func answerToActivation(
        of app: AppID, mixes: Bool, records: Bool, _ step: Step
    ) -> ExpectedAnswer {
        let device = step.before.device
        if device.areMediaServicesLost { return .refused(.mediaServicesFailed) }
        guard let session = session(of: app), !session.isActive else { return .granted }
        return answerToSounding(of: session, mixes: mixes, records: records, step)
    }

    private func answerToSounding(
        of session: ModelSession, mixes: Bool, records: Bool, _ step: Step
    ) -> ExpectedAnswer {
        let device = step.before.device
        let app = session.app
        let waits =
            device.call == .ringing && step.ringsAsBanner
            && step.ledger.asked(by: app).waitsForBanners
        let sounding = device.interrupters.filter { $0 != .call || !waits }
        if records, sounding.contains(.call) { return .refused(.insufficientPriority) }
        if records, sounding.contains(.assistant) { return .refused(.siriIsRecording) }
        if !mixes, !sounding.isEmpty { return .refused(.insufficientPriority) }
        guard let before = step.before.app(app) else { return .any }
        let isInFront = before.state == .active || before.state == .inactive
        let isWoken = session.mayResumeUntil.map { step.now <= $0 } ?? false
        guard !isInFront, !isWoken else { return .granted }
        let hasAudioMode = step.ledger.asked(by: app).hasAudioMode
        if mixes { return hasAudioMode ? .granted : .refused(.cannotStartPlaying) }
        let hasRival = sessions.contains {
            $0.isActive && $0.app != app && !step.ledger.asked(by: $0.app).mixes
        }
        let mayBegin = hasAudioMode && !hasRival && step.configuration.backgroundMayBeginAlone
        return mayBegin ? .granted : .refused(.cannotInterruptOthers)
    }

    /// The error for a change that would give an active session a state it could not be activated
    /// in.
    ///
    /// Source: `docs/facts.md`, "Sessions and interruptions".
    private func answerToChange(
        to category: SessionCategory, _ options: SessionOptions, of app: AppID, _ step: Step
    ) -> ExpectedAnswer {
        guard let session = session(of: app), session.isActive else { return .granted }
        let asked = step.ledger.asked(by: app)
        let isMixing = options.contains(.mixWithOthers) || options.contains(.duckOthers)
        let mixes = RandomPhones.mixes(category, isMixing ? .mixWithOthers : [])
        let records = CategoryFacts.of(category).hasInput
        let wasRecording = CategoryFacts.of(asked.category).hasInput
        guard asked.mixes && !mixes || records && !wasRecording else { return .granted }
        return answerToSounding(of: session, mixes: mixes, records: records, step)
    }

    private func answerToDeactivation(of app: AppID, _ step: Step) -> ExpectedAnswer {
        let isBusy = session(of: app)?.isActive == true && isAnythingRunning(in: app)
        return isBusy && step.configuration.profile.rawValue < 26 ? .refused(.isBusy) : .granted
    }
}

/// The combinations of category, mode, options and policy that the specification allows.
///
/// Source: the specification, "Modes", "Category options", "Route sharing policy".
enum SessionValidity {
    static func takes(
        _ options: SessionOptions, _ category: SessionCategory, _ configuration: PolicyConfiguration
    ) -> Bool {
        var allowed: SessionOptions = []
        switch category {
        case .userInterfaceSoundEffects, .ambient:
            allowed = [.mixWithOthers, .duckOthers, .allowBluetoothA2DP]
        case .soloAmbient: allowed = .allowBluetoothA2DP
        case .playback, .liveAudio:
            allowed = [
                .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
                .allowBluetoothA2DP,
            ]
        case .record:
            allowed = [.duckOthers, .allowBluetooth, .overrideMutedMicrophoneInterruption]
        case .playAndRecord: allowed = SessionOptions(rawValue: 0xff)
        case .multiRoute:
            allowed = [
                .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
                .overrideMutedMicrophoneInterruption,
            ]
        case .audioProcessing: break
        }
        let facts = CategoryFacts.of(category)
        let playsOnly = facts.hasOutput && !facts.hasInput
        if configuration.outputCategoriesTakeAirPlayOption, playsOnly {
            allowed.insert(.allowAirPlay)
        }
        // The bit beside the mix bit has no meaning of its own.
        let isWhole =
            options.rawValue & 0x10 == 0 || options.contains(.interruptSpokenAudioAndMixWithOthers)
        return isWhole && allowed.isSuperset(of: options)
    }

    static func takes(
        _ mode: SessionMode, _ category: SessionCategory, _ configuration: PolicyConfiguration
    ) -> Bool {
        guard configuration.profile.rawValue >= firstGeneration(of: mode) else { return false }
        if configuration.acceptsUnsupportedModes { return true }
        let isPlayback = category == .playback || category == .liveAudio
        let isTalk = category == .playAndRecord
        return switch mode {
        case .default: true
        case .voiceChat, .gameChat, .videoChat: isTalk
        case .videoRecording: isTalk || category == .record
        case .measurement: isPlayback || isTalk || category == .record
        case .moviePlayback: isPlayback
        case .spokenAudio: isPlayback || isTalk || category == .soloAmbient
        case .voicePrompt: isPlayback || isTalk
        }
    }

    private static func firstGeneration(of mode: SessionMode) -> Int {
        switch mode {
        case .default: 3
        case .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback: 6
        case .videoChat: 8
        case .spokenAudio, .voicePrompt: 13
        }
    }

    static func takes(
        _ sharing: RouteSharingPolicy, _ category: SessionCategory, _ mode: SessionMode,
        _ options: SessionOptions
    ) -> Bool {
        switch sharing {
        case .default: true
        case .independent: false
        case .longFormAudio, .longFormVideo:
            category == .playback && options.isEmpty
                && [.default, .moviePlayback, .spokenAudio].contains(mode)
        }
    }
}

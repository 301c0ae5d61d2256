import AudioModel
import Foundation

// Names, types and raw values are Apple's: the public AVAudioSession headers of iOS 13 and later.

extension AVAudioSession {
    /// The purpose of the app's sound, which decides how it behaves.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Incidental sound: silenced by the ring/silent switch and screen lock; mixes with others.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// The default category: like ambient, but interrupts other apps.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that is central to the app: plays with the switch on silent, and in the
        /// background.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording without playback; silences other apps.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Simultaneous recording and playback.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Offline processing, without playback or recording.
        public static let audioProcessing = Category(
            rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Playback to several outputs at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// A specialisation of the category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No specialisation.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Two-way voice communication.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Voice communication in a game.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording of video.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Measurement, with minimal signal processing.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playback of video.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Video communication.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Continuous spoken audio, which other apps' prompts pause rather than duck.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Short spoken prompts.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// Options of a category.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Mixes with other apps instead of interrupting them.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Ducks other apps while the session is active; implies mixing.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Allows Bluetooth hands-free devices as input and output.
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The newer name of `allowBluetooth`.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// Routes playAndRecord to the speaker instead of the receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Interrupts apps with spoken audio and mixes with the others.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Allows Bluetooth A2DP outputs with playAndRecord.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Allows AirPlay outputs with playAndRecord.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// Does not interrupt the session when the built-in microphone is muted.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// Options of `setActive(_:options:)`.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Lets the sessions that this one interrupted resume. Only for deactivation.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Options of the end of an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The app should resume playback by itself.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        /// The interruption ended.
        case ended = 0
        /// The interruption began; the session is no longer active.
        case began = 1
    }

    /// Why a session was interrupted.
    public enum InterruptionReason: UInt, Sendable {
        /// Another session was activated.
        case `default` = 0
        /// The app was suspended.
        case appWasSuspended = 1
        /// The built-in microphone was muted.
        case builtInMicMuted = 2
        /// The output in use was disconnected.
        case routeDisconnected = 4
    }

    /// Why a route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// The reason is unknown.
        case unknown = 0
        /// A device was connected.
        case newDeviceAvailable = 1
        /// The device in use was disconnected.
        case oldDeviceUnavailable = 2
        /// The category changed.
        case categoryChange = 3
        /// The output was overridden.
        case override = 4
        /// The device woke from sleep.
        case wakeFromSleep = 6
        /// No route suits the category.
        case noSuitableRouteForCategory = 7
        /// Ports are the same, but their configuration changed.
        case routeConfigurationChange = 8
    }

    /// Where long-form audio is routed.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// The route of the app's other audio.
        case `default` = 0
        /// Long-form audio, such as music and podcasts.
        case longFormAudio = 1
        /// A route picker has chosen another route; set by the system only.
        case independent = 2
        /// Long-form video.
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        public static let longForm = RouteSharingPolicy.longFormAudio
    }

    /// An override of the output port.
    public enum PortOverride: UInt, Sendable {
        /// No override.
        case none = 0
        /// The built-in speaker.
        case speaker = 0x7370_6B72
    }

    /// Whether other apps' primary audio begins or ends.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// Another app's main audio ended; secondary audio may resume.
        case end = 0
        /// Another app's main audio began; secondary audio should be silent.
        case begin = 1
    }

    /// The user's answer to the app's request to record.
    public enum RecordPermission: UInt, Sendable {
        /// The user has not been asked.
        case undetermined = 0x756E_6474
        /// The user refused.
        case denied = 0x6465_6E79
        /// The user agreed.
        case granted = 0x6772_6E74
    }

    /// Whether audio units see input and output as one device.
    public enum IOType: UInt, Sendable {
        /// The system decides.
        case notSpecified = 0
        /// Input and output are one aggregate device.
        case aggregated = 1
    }

    /// The preferred style of spoken prompts, for navigation apps.
    public enum PromptStyle: UInt, Sendable {
        /// No prompts, or only sounds.
        case none = 0x6E6F_6E65
        /// Short prompts.
        case short = 0x7368_7274
        /// Full prompts.
        case normal = 0x6E72_6D6C
    }

    /// Error codes of a session, in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Error, Sendable {
        /// No error.
        case none = 0
        /// The media services have failed.
        case mediaServicesFailed = 0x6D73_7276
        /// Sound was running at the deactivation.
        case isBusy = 0x2161_6374
        /// The category does not allow the operation.
        case incompatibleCategory = 0x2163_6174
        /// A background app cannot interrupt others.
        case cannotInterruptOthers = 0x2169_6E74
        /// The app lacks an entitlement.
        case missingEntitlement = 0x656E_743F
        /// Siri is recording.
        case siriIsRecording = 0x7369_7269
        /// The app may not start playback now.
        case cannotStartPlaying = 0x2170_6C61
        /// The app may not start recording now.
        case cannotStartRecording = 0x2172_6563
        /// An argument is invalid.
        case badParam = -50
        /// A session of higher priority, such as a call, is active.
        case insufficientPriority = 0x2170_7269
        /// The hardware is not available.
        case resourceNotAvailable = 0x2172_6573
        /// Any other error.
        case unspecified = 0x7768_6174
        /// The session's app has ended.
        case expiredSession = 0x2173_6573
        /// The session is not active.
        case sessionNotActive = 0x696E_6163
    }
}

// MARK: Conversion to and from the model

extension AVAudioSession.Category {
    /// The categories that `AVAudioSession` knows: all but those that only the C interface can set.
    private static let known = SessionCategory.allCases.filter {
        $0 != .userInterfaceSoundEffects && $0 != .liveAudio
    }

    static let all = known.map(Self.init)

    init(_ category: SessionCategory) {
        self =
            switch category {
            case .ambient, .userInterfaceSoundEffects: .ambient
            case .soloAmbient: .soloAmbient
            case .playback, .liveAudio: .playback
            case .record: .record
            case .playAndRecord: .playAndRecord
            case .audioProcessing: .audioProcessing
            case .multiRoute: .multiRoute
            }
    }

    /// `nil` for an unknown category.
    var model: SessionCategory? { Self.known.first { Self($0) == self } }
}

extension AVAudioSession.Mode {
    static let all = SessionMode.allCases.map(Self.init)

    init(_ mode: SessionMode) {
        self =
            switch mode {
            case .default: .default
            case .voiceChat: .voiceChat
            case .gameChat: .gameChat
            case .videoRecording: .videoRecording
            case .measurement: .measurement
            case .moviePlayback: .moviePlayback
            case .videoChat: .videoChat
            case .spokenAudio: .spokenAudio
            case .voicePrompt: .voicePrompt
            }
    }

    /// `nil` for an unknown mode.
    var model: SessionMode? { SessionMode.allCases.first { Self($0) == self } }
}

extension AVAudioSession.RouteSharingPolicy {
    init(_ policy: AudioModel.RouteSharingPolicy) {
        switch policy {
        case .default: self = .default
        case .longFormAudio: self = .longFormAudio
        case .independent: self = .independent
        case .longFormVideo: self = .longFormVideo
        }
    }

    var model: AudioModel.RouteSharingPolicy {
        switch self {
        case .default: .default
        case .longFormAudio: .longFormAudio
        case .independent: .independent
        case .longFormVideo: .longFormVideo
        }
    }
}

extension AVAudioSession.RecordPermission {
    init(_ permission: MicrophonePermission) {
        switch permission {
        case .undetermined: self = .undetermined
        case .denied: self = .denied
        case .granted: self = .granted
        }
    }
}

/// The key in an error's `userInfo` under which a session's refusal names the policy's rule, such
/// as `options-must-fit`. Apple's errors have no such key; `docs/testing-your-app.md` names it.
private let refusingRuleKey = "SoriRefusingRule"

extension NSError {
    /// Makes the error that Apple's functions throw for a refusal.
    ///
    /// - Parameter reason: Why it was refused, for the descriptions of the error; `nil` where that
    ///   is not known.
    convenience init(_ refusal: SessionError, _ reason: RefusalReason? = nil) {
        self.init(
            domain: NSOSStatusErrorDomain, code: Int(refusal.rawValue),
            userInfo: reason.map { NSError.userInfo(of: $0) } ?? [:])
    }

    /// The descriptions of an error, and the rule, for a refusal of the session.
    static func userInfo(of reason: RefusalReason) -> [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: "\(reason.sentence) (\(reason.error))",
            NSLocalizedFailureReasonErrorKey: reason.sentence,
        ]
        if !reason.rule.isEmpty { info[refusingRuleKey] = reason.rule }
        return info
    }
}

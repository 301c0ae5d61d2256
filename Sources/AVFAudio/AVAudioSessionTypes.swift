import AudioModel
import Foundation

// Names, types and raw values are Apple's: the public AVAudioSession headers of iOS 13 and later.

extension AVAudioSession {
    /// What the app's sound is for.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Incidental sound: silenced by the switch and the lock, mixing with others.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// What an app has that never asks: as ambient, but silencing others.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// What the user asked to hear.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Input alone; silences other sound.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Input and output at once.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Neither: conversion without sound.
        public static let audioProcessing = Category(
            rawValue: "AVAudioSessionCategoryAudioProcessing")
        /// Several outputs at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// A refinement of the category.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// Choices within a category.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Lowers others while the session is active; mixes with them.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The newer name of `allowBluetooth`.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Lets those go on whom this session has interrupted. Only when it becomes inactive.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    public enum InterruptionType: UInt, Sendable {
        case ended = 0
        case began = 1
    }

    public enum InterruptionReason: UInt, Sendable {
        case `default` = 0
        case appWasSuspended = 1
        case builtInMicMuted = 2
        case routeDisconnected = 4
    }

    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        case newDeviceAvailable = 1
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        case override = 4
        case wakeFromSleep = 6
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange = 8
    }

    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0
        case longFormAudio = 1
        /// Set by the system alone.
        case independent = 2
        case longFormVideo = 3

        /// The older name of `longFormAudio`.
        public static let longForm = RouteSharingPolicy.longFormAudio
    }

    public enum PortOverride: UInt, Sendable {
        case none = 0
        case speaker = 0x7370_6B72
    }

    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end = 0
        case begin = 1
    }

    public enum RecordPermission: UInt, Sendable {
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    public enum IOType: UInt, Sendable {
        case notSpecified = 0
        case aggregated = 1
    }

    /// How a prompt should be spoken, for apps that give directions.
    public enum PromptStyle: UInt, Sendable {
        case none = 0x6E6F_6E65
        case short = 0x7368_7274
        case normal = 0x6E72_6D6C
    }

    /// Codes of the errors that a session throws, in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Error, Sendable {
        case none = 0
        case mediaServicesFailed = 0x6D73_7276
        case isBusy = 0x2161_6374
        case incompatibleCategory = 0x2163_6174
        case cannotInterruptOthers = 0x2169_6E74
        case missingEntitlement = 0x656E_743F
        case siriIsRecording = 0x7369_7269
        case cannotStartPlaying = 0x2170_6C61
        case cannotStartRecording = 0x2172_6563
        case badParam = -50
        case insufficientPriority = 0x2170_7269
        case resourceNotAvailable = 0x2172_6573
        case unspecified = 0x7768_6174
        case expiredSession = 0x2173_6573
        case sessionNotActive = 0x696E_6163
    }
}

// MARK: To the model and back

extension AVAudioSession.Category {
    private static let known: [(AVAudioSession.Category, SessionCategory)] = [
        (.ambient, .ambient), (.soloAmbient, .soloAmbient), (.playback, .playback),
        (.record, .record), (.playAndRecord, .playAndRecord),
        (.audioProcessing, .audioProcessing), (.multiRoute, .multiRoute),
        // Only the first iPhones had these: the C interface still sets them.
        (.ambient, .userInterfaceSoundEffects), (.playback, .liveAudio),
    ]

    static let all = known.prefix(7).map(\.0)

    init(_ category: SessionCategory) {
        self = Self.known.first { $0.1 == category }?.0 ?? .soloAmbient
    }

    /// nil for a category that does not exist.
    var model: SessionCategory? { Self.known.first { $0.0 == self }?.1 }
}

extension AVAudioSession.Mode {
    private static let known: [(AVAudioSession.Mode, SessionMode)] = [
        (.default, .default), (.voiceChat, .voiceChat), (.gameChat, .gameChat),
        (.videoRecording, .videoRecording), (.measurement, .measurement),
        (.moviePlayback, .moviePlayback), (.videoChat, .videoChat),
        (.spokenAudio, .spokenAudio), (.voicePrompt, .voicePrompt),
    ]

    static let all = known.map(\.0)

    init(_ mode: SessionMode) {
        self = Self.known.first { $0.1 == mode }?.0 ?? .default
    }

    /// nil for a mode that does not exist.
    var model: SessionMode? { Self.known.first { $0.0 == self }?.1 }
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

extension NSError {
    /// A refusal as Apple's functions throw it.
    convenience init(_ refusal: SessionError) {
        self.init(domain: NSOSStatusErrorDomain, code: Int(refusal.rawValue))
    }
}

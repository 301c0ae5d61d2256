import AudioModel
import DeviceActions

/// The error names that `fails` accepts, with their status codes.
enum FailureNames {
    static let vocabulary = KeywordTable<Int32>(
        "an error's name",
        SessionError.allCases.map { ($0.word, $0.rawValue) },
        aliases: services + queue + general)

    /// Every name, as candidates for near misses.
    static let allWords = vocabulary.words + vocabulary.aliases.map(\.word)

    /// Source: Apple's `AudioServices.h`.
    private static let services: [(word: String, value: Int32)] = [
        ("kAudioServicesUnsupportedPropertyError", 1_886_681_407),
        ("kAudioServicesBadPropertySizeError", 561_211_770),
        ("kAudioServicesBadSpecifierSizeError", 561_213_539),
        ("kAudioServicesSystemSoundUnspecifiedError", -1500),
        ("kAudioServicesSystemSoundClientTimedOutError", -1501),
        ("kAudioServicesSystemSoundExceededMaximumDurationError", -1502),
    ]

    /// Errors of starting, resuming and preparing a queue. Source: Apple's `AudioQueue.h`.
    private static let queue: [(word: String, value: Int32)] = [
        ("kAudioQueueErr_DisposalPending", -66685),
        ("kAudioQueueErr_CannotStart", -66681),
        ("kAudioQueueErr_InvalidDevice", -66680),
        ("kAudioQueueErr_InvalidRunState", -66678),
        ("kAudioQueueErr_Permissions", -66676),
        ("kAudioQueueErr_PrimeTimedOut", -66674),
        ("kAudioQueueErr_CodecNotFound", -66673),
        ("kAudioQueueErr_InvalidCodecAccess", -66672),
        ("kAudioQueueErr_QueueInvalidated", -66671),
        ("kAudioQueueErr_CannotStartYet", -66665),
    ]

    private static let general: [(word: String, value: Int32)] = [
        ("kAudio_FileNotFoundError", -43),
        ("kAudio_ParamError", -50),
    ]
}

extension SessionError {
    /// Apple's case name.
    var word: String {
        switch self {
        case .mediaServicesFailed: "mediaServicesFailed"
        case .isBusy: "isBusy"
        case .incompatibleCategory: "incompatibleCategory"
        case .cannotInterruptOthers: "cannotInterruptOthers"
        case .missingEntitlement: "missingEntitlement"
        case .siriIsRecording: "siriIsRecording"
        case .cannotStartPlaying: "cannotStartPlaying"
        case .cannotStartRecording: "cannotStartRecording"
        case .badParam: "badParam"
        case .insufficientPriority: "insufficientPriority"
        case .resourceNotAvailable: "resourceNotAvailable"
        case .unspecified: "unspecified"
        case .expiredSession: "expiredSession"
        case .sessionNotActive: "sessionNotActive"
        }
    }
}

extension ExpectedFailure: CustomStringConvertible {
    /// Apple's case name if the session has one, else the number.
    public var description: String {
        SessionError(rawValue: status)?.word ?? String(status)
    }
}

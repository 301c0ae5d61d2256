import Foundation

// Names of systems since iOS 15. Of these only `availableInputsChangeNotification` is posted here:
// there is no spatial sound, no rendering mode, no injected sound and no muted output to report.

/// The key of `AVAudioSession.spatialPlaybackCapabilitiesChangedNotification`: a truth value.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// The key of `AVAudioSession.renderingModeChangeNotification`: the new mode's number.
public let AVAudioSessionRenderingModeNewRenderingModeKey =
    "AVAudioSessionRenderingModeNewRenderingModeKey"
/// The key of `AVAudioSession.microphoneInjectionCapabilitiesChangeNotification`: a truth value.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey =
    "AVAudioSessionMicrophoneInjectionIsAvailableKey"

extension AVAudioSession {
    public static let spatialPlaybackCapabilitiesChangedNotification = Notification.Name(
        "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
    public static let renderingModeChangeNotification = Notification.Name(
        "AVAudioSessionRenderingModeChangeNotification")
    public static let renderingCapabilitiesChangeNotification = Notification.Name(
        "AVAudioSessionRenderingCapabilitiesChangeNotification")
    public static let microphoneInjectionCapabilitiesChangeNotification = Notification.Name(
        "AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
    public static let outputMuteStateChangeNotification = Notification.Name(
        "AVAudioSessionOutputMuteStateChangeNotification")
    public static let userIntentToUnmuteOutputNotification = Notification.Name(
        "AVAudioSessionUserIntentToUnmuteOutputNotification")
    /// Posted on the main thread when an accessory with a microphone comes or goes; from iOS 26 on.
    public static let availableInputsChangeNotification = Notification.Name(
        "AVAudioSessionAvailableInputsChangeNotification")

    /// The key of `outputMuteStateChangeNotification`: a truth value.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"

    /// How sound of several channels is rendered.
    public enum RenderingMode: Int, Sendable {
        case notApplicable = 0
        case monoStereo = 1
        case surround = 2
        case spatialAudio = 3
        case dolbyAudio = 4
        case dolbyAtmos = 5
    }

    /// `.notApplicable`, as for every output but a car's or an AirPlay receiver's.
    public var renderingMode: RenderingMode { .notApplicable }

    /// `false`: no app can add sound to another one's input here.
    public var isMicrophoneInjectionAvailable: Bool { false }
}

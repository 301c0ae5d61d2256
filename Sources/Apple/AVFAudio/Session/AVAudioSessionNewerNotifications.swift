public import Foundation

// Notification names of iOS 15 and later. Only `availableInputsChangeNotification` is posted here:
// there is no spatial audio, no rendering mode, no microphone injection and no output mute.

/// Key of `AVAudioSession.spatialPlaybackCapabilitiesChangedNotification`: a Boolean.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// Key of `AVAudioSession.renderingModeChangeNotification`: the raw value of the new mode.
public let AVAudioSessionRenderingModeNewRenderingModeKey =
    "AVAudioSessionRenderingModeNewRenderingModeKey"
/// Key of `AVAudioSession.microphoneInjectionCapabilitiesChangeNotification`: a Boolean.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey =
    "AVAudioSessionMicrophoneInjectionIsAvailableKey"

extension AVAudioSession {
    /// Reports a change of the spatial audio capabilities. Never posted here.
    public static let spatialPlaybackCapabilitiesChangedNotification = Notification.Name(
        "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification")
    /// Reports a change of the rendering mode. Never posted here.
    public static let renderingModeChangeNotification = Notification.Name(
        "AVAudioSessionRenderingModeChangeNotification")
    /// Reports a change of the rendering capabilities. Never posted here.
    public static let renderingCapabilitiesChangeNotification = Notification.Name(
        "AVAudioSessionRenderingCapabilitiesChangeNotification")
    /// Reports a change of the availability of microphone injection. Never posted here.
    public static let microphoneInjectionCapabilitiesChangeNotification = Notification.Name(
        "AVAudioSessionMicrophoneInjectionCapabilitiesChangeNotification")
    /// Reports that the output was muted or unmuted. Never posted here.
    public static let outputMuteStateChangeNotification = Notification.Name(
        "AVAudioSessionOutputMuteStateChangeNotification")
    /// Reports that the user wants to unmute the output. Never posted here.
    public static let userIntentToUnmuteOutputNotification = Notification.Name(
        "AVAudioSessionUserIntentToUnmuteOutputNotification")
    /// Posted on the main thread when an accessory with a microphone is connected or disconnected;
    /// since iOS 26.
    public static let availableInputsChangeNotification = Notification.Name(
        "AVAudioSessionAvailableInputsChangeNotification")

    /// Key of `outputMuteStateChangeNotification`: a Boolean.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"

    /// How multichannel content is rendered.
    public enum RenderingMode: Int, Sendable {
        /// Rendering modes do not apply, for example because nothing is playing.
        case notApplicable = 0
        /// One or two channels.
        case monoStereo = 1
        /// More than two channels to matching speakers.
        case surround = 2
        /// Spatialized audio.
        case spatialAudio = 3
        /// Dolby audio.
        case dolbyAudio = 4
        /// Dolby Atmos.
        case dolbyAtmos = 5
    }

    /// `.notApplicable`, as for every output except car and AirPlay outputs.
    public var renderingMode: RenderingMode { .notApplicable }

    /// `false`: microphone injection is not supported here.
    public var isMicrophoneInjectionAvailable: Bool { false }
}

import AudioModel

/// The numbers and choices that the policy starts from.
///
/// Those that Apple does not publish are listed with their source in `docs/facts.md`.
public struct PolicyConfiguration: Hashable, Sendable {
    public var ringSwitch = RingSwitch.ring
    /// 0…1.
    public var mediaVolume: Float = 0.8
    /// 0…1.
    public var ringerVolume: Float = 0.6
    /// 0…1.
    public var callVolume: Float = 0.8
    /// What is plugged in at the start, in the order of plugging.
    public var accessories: [Port] = []
    public var settingsOff: [DeviceSetting] = []
    public var microphone = MicrophonePermission.granted

    /// What a ducked stream is multiplied by.
    public var duckGain: Float = 0.25
    /// How long ducking takes, down and up.
    public var duckRamp = HostInterval.milliseconds(500)
    /// One press of a volume button.
    public var volumeStep: Float = 1 / 16
    /// From the last thing that kept an app running to its suspension.
    public var suspensionDelay = HostInterval.seconds(5)
    /// How long an app woken by the end of an interruption may activate from the background.
    public var resumeWindow = HostInterval.seconds(10)
    /// From snoozing an alarm to its next firing.
    public var snooze = HostInterval.seconds(540)

    /// Rules that do not hold; empty but in tests that prove that each rule matters.
    public var rulesOff: [Rule] = []

    public init() {}
}

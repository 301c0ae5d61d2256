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
    /// The user's choice of output, for sessions of the default route-sharing policy.
    public var pickedOutput: Port?
    public var settingsOff: [DeviceSetting] = []
    /// What the device remembers from before; comes before the volumes and settings above.
    public var memory: DeviceMemory?
    public var microphone = MicrophonePermission.granted
    /// The generation of system whose rules hold.
    public var profile = PhoneProfile.ios17
    /// Whether the device has an ear piece; without one calls use the speaker.
    public var hasReceiver = true
    public var hasBuiltInMicrophone = true

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
    /// How long an app is run to obey a remote command, and may begin to sound meanwhile.
    public var remoteCommandWindow = HostInterval.seconds(10)
    /// Whether the user has a passcode, without which a locked phone protects nothing.
    public var hasPasscode = false
    /// From the lock to the moment from which protected files cannot be read.
    public var dataProtectionDelay = HostInterval.seconds(10)
    /// How long an app may take from its launch until it can handle events, in place of what the
    /// profile has.
    public var launchLimitOverride: HostInterval?
    /// How long an app may take to return from `didEnterBackground`.
    public var enterBackgroundLimit = HostInterval.seconds(5)
    /// How long an app may take to return from `willTerminate`.
    public var terminateLimit = HostInterval.seconds(5)
    /// How long an app is run for its accessory and the like.
    public var accessoryWindow = HostInterval.seconds(10)
    /// How long an app is run to fetch what is new.
    public var fetchWindow = HostInterval.seconds(30)
    /// How long before the end of its background time an app is told.
    public var expirationNotice = HostInterval.seconds(5)
    /// In place of what the profile has.
    public var backgroundTaskLimitOverride: HostInterval?
    /// From snoozing an alarm to its next firing.
    public var snooze = HostInterval.seconds(540)
    /// From one vibration of a ringing call, an alarm or a timer's end to the next; zero for one
    /// vibration in all.
    public var ringVibrationPeriod = HostInterval.seconds(2)

    // Where sources disagree or are silent; `docs/facts.md` says what speaks for each.

    /// The idle volume buttons move the media volume while the app in front has an active session.
    public var idleButtonsFollowActiveSession = false
    /// A volume button snoozes a sounding alarm, and moves nothing.
    public var buttonsSnoozeAlarm = false
    /// Silent mode counts with something plugged in, too.
    public var switchCountsEverywhere = true
    /// An app whose rival deactivates without notifying is told that it is over, and not to resume.
    public var endIsToldWithoutNotifying = false
    /// Whatever its app has not paused is held when its output is unplugged.
    public var unplugHoldsEverything = false
    /// Spoken audio that mixes is interrupted by those who interrupt spoken audio, as any.
    public var mixingSpokenAudioIsInterrupted = true
    /// Of two sessions that duck others, each lowers the other.
    public var duckersDuckEachOther = true
    /// A call comes before an emergency alert that sounds at the same time, not after it.
    public var callsOutrankEmergencies = false
    /// An alarm that fires while somebody talks is lowered as ducked sound is.
    public var alarmsAreSoftInCalls = false
    /// A session for recording only interrupts those that mix, too, and they are told.
    public var recordingInterruptsMixing = false
    /// An interrupted music player says that it is paused, not interrupted.
    public var interruptedMusicPlayerIsPaused = false
    /// Of several sessions that one has interrupted, all are woken when it lets go, not the last.
    public var givingBackWakesAll = false

    /// A headset's button plays and pauses an app that takes `play` and `pause` without the toggle.
    public var togglesBecomePlayOrPause = true
    /// The end of a rival's process notifies those whom it interrupted.
    public var endOfRivalNotifies = true
    /// With the audio background mode, a session that does not mix may begin in the background as
    /// long as no other such session is active; else it never may, unless woken to resume.
    public var backgroundMayBeginAlone = true
    /// An idle volume button in silent mode moves the ringer volume all the same.
    public var idleButtonsWorkInSilentMode = true
    /// An app launched in the background is told that it has entered it, after the launch.
    public var backgroundLaunchTellsEntering = false
    /// An app that exits on suspension is told that it enters the background before it ends.
    public var exitTellsEntering = true
    /// Where there is no background, an app that is left is told that it resigns before it ends.
    public var endTellsResigning = true
    /// A mode that the category does not support is taken and behaves as the default one, not
    /// refused with −50.
    public var acceptsUnsupportedModes = true
    /// Categories that only play, and imply AirPlay, take its option, in place of refusing it
    /// with −50.
    public var outputCategoriesTakeAirPlayOption = false
    /// The ringer volume governs an emergency alert, and the buttons move it, as for other sounds.
    public var buttonsLowerEmergencies = false
    /// From a volume, 0…1, to what samples are multiplied by.
    public var volumeCurve = VolumeCurve.linear

    /// Rules that do not hold; empty but in tests that prove that each rule matters.
    public var rulesOff: [Rule] = []

    public init() {}

    package var launchLimit: HostInterval { launchLimitOverride ?? profile.launchLimit }

    /// What the open background tasks of one stay in the background have together.
    package var backgroundTaskLimit: HostInterval {
        backgroundTaskLimitOverride ?? profile.backgroundTaskLimit
    }
}

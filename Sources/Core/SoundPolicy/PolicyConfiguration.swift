public import AudioModel

/// The initial state, the parameters and the options of the policy.
///
/// `docs/facts.md` lists the values that Apple does not publish, with their sources.
public struct PolicyConfiguration: Hashable, Sendable {
    /// The initial position of the ring/silent switch.
    public var ringSwitch = RingSwitch.ring
    /// The initial media volume, 0…1.
    public var mediaVolume: Float = 0.8
    /// The initial ringer volume, 0…1.
    public var ringerVolume: Float = 0.6
    /// The initial call volume, 0…1.
    public var callVolume: Float = 0.8
    /// The accessories that are plugged in at the start, in the order of plugging.
    public var accessories: [Port] = []
    /// The output that the user has picked for sessions of the default route-sharing policy.
    public var pickedOutput: Port?
    /// The settings that are initially off.
    public var settingsOff: [DeviceSetting] = []
    /// The stored state of the device; overrides the volumes and settings above.
    public var memory: DeviceMemory?
    /// The user's decision on the use of the microphone, for all apps.
    public var microphone = MicrophonePermission.granted
    /// The generation of the operating system that the phone follows.
    public var profile = PhoneProfile.ios17
    /// Whether the device has a receiver (ear piece); without one calls use the speaker.
    public var hasReceiver = true
    /// Whether the device has a microphone of its own.
    public var hasBuiltInMicrophone = true
    /// Whether the output is the one that was picked last, for all sessions and calls: a machine's
    /// sound server decides the route, and reports it as a pick. A plugged accessory is then only
    /// available, and no session, override or call moves the output.
    public var outputFollowsPicks = false

    /// The gain of a ducked stream.
    public var duckGain: Float = 0.25
    /// The duration of the duck ramp, down and up.
    public var duckRamp = HostInterval.milliseconds(500)
    /// The change of the volume by one press of a volume button.
    public var volumeStep: Float = 1 / 16
    /// The delay from the end of an app's last reason to run to its suspension.
    public var suspensionDelay = HostInterval.seconds(5)
    /// How long an app may activate its session from the background after the end of an
    /// interruption.
    public var resumeWindow = HostInterval.seconds(10)
    /// How long an app is run to handle a remote command, and may begin to play meanwhile.
    public var remoteCommandWindow = HostInterval.seconds(10)
    /// Whether a passcode is set; without one a locked phone protects no files.
    public var hasPasscode = false
    /// Whether the user has locked the rotation: the interface stays as it is when the device is
    /// turned.
    public var isRotationLocked = false
    /// Whether a visible window generates orientation notifications, without a call of the app's.
    public var windowGeneratesOrientation = true
    /// The delay from the lock until protected files cannot be read.
    public var dataProtectionDelay = HostInterval.seconds(10)
    /// The time limit from an app's launch until it handles events; overrides the profile's.
    public var launchLimitOverride: HostInterval?
    /// The time limit for an app to return from `didEnterBackground`.
    public var enterBackgroundLimit = HostInterval.seconds(5)
    /// The time limit for an app to return from `willTerminate`.
    public var terminateLimit = HostInterval.seconds(5)
    /// How long an app is run for work on an accessory, its location or the like.
    public var accessoryWindow = HostInterval.seconds(10)
    /// How long an app is run for a background fetch.
    public var fetchWindow = HostInterval.seconds(30)
    /// How long before the end of its background time an app is notified.
    public var expirationNotice = HostInterval.seconds(5)
    /// The limit of the background time; overrides the profile's.
    public var backgroundTaskLimitOverride: HostInterval?
    /// The delay from snoozing an alarm to its next firing.
    public var snooze = HostInterval.seconds(540)
    /// The period of vibrations of a ringing call, an alarm or a finished timer; zero for a single
    /// vibration.
    public var ringVibrationPeriod = HostInterval.seconds(2)

    // Options where sources disagree or are silent; `docs/facts.md` gives the evidence for each.

    /// Whether idle volume buttons change the media volume while the foreground app has an active
    /// session.
    public var idleButtonsFollowActiveSession = false
    /// Whether a volume button snoozes a sounding alarm and changes no volume.
    public var buttonsSnoozeAlarm = true
    /// Whether silent mode applies to accessories too, and not only to the device's own speaker and
    /// receiver.
    public var switchCountsEverywhere = false
    /// Whether a deactivation without notifying ends the interruptions by the session, without
    /// `shouldResume`.
    public var endIsToldWithoutNotifying = false
    /// Whether all streams that are not paused are paused when their output is unplugged.
    public var unplugHoldsEverything = false
    /// Whether mixable spoken audio is interrupted by sessions that interrupt spoken audio.
    public var mixingSpokenAudioIsInterrupted = true
    /// Whether sessions that duck others duck each other.
    public var duckersDuckEachOther = true
    /// Whether a call takes precedence over a simultaneous emergency alert.
    public var callsOutrankEmergencies = true
    /// Whether a call ends the sound and the vibration of an alarm and a timer that ring when it
    /// begins; they stay, silent, until they are dismissed.
    public var callsCutAlarms = true
    /// Whether a VoIP call that a telephone call has put on hold stays there when the remote party
    /// ends the telephone call.
    public var remoteEndKeepsHold = true
    /// Whether an alarm during a call is ducked.
    public var alarmsAreSoftInCalls = false
    /// Whether a record-only session interrupts mixable sessions too.
    public var recordingInterruptsMixing = false
    /// Whether an interrupted music player is reported as paused.
    public var interruptedMusicPlayerIsPaused = false
    /// Whether all sessions that one has interrupted resume when it deactivates, and not only the
    /// last.
    public var givingBackWakesAll = false

    /// Whether a headset's button plays and pauses an app that takes `play` and `pause` but not the
    /// toggle.
    public var togglesBecomePlayOrPause = true
    /// Whether the end of an interrupter's process ends the interruptions with `shouldResume`.
    public var endOfRivalNotifies = true
    /// Whether a non-mixable session with the audio background mode may become active in the
    /// background while no other such session is active, and not only to resume; overrides the
    /// profile's.
    public var backgroundMayBeginAloneOverride: Bool?
    /// Whether an app that returns to the foreground while another app has interrupted it receives
    /// the end of its interruption then, without `shouldResume`; overrides the profile's.
    public var lateEndOnReturnOverride: Bool?
    /// Whether no app is notified of the end of an interruption, as now and then on devices.
    public var losesInterruptionEnds = false
    /// Whether idle volume buttons change the ringer volume in silent mode too.
    public var idleButtonsWorkInSilentMode = true
    /// Whether an app launched in the background receives `didEnterBackground` after the launch.
    public var backgroundLaunchTellsEntering = false
    /// Whether an app that exits on suspension receives `didEnterBackground` before it ends.
    public var exitTellsEntering = true
    /// Whether, without background apps, an app that the user leaves receives `willResignActive`
    /// before it ends.
    public var endTellsResigning = true
    /// Whether a mode that the category does not support is accepted and behaves as the default
    /// one, instead of failing with −50.
    public var acceptsUnsupportedModes = true
    /// Whether output-only categories, which imply AirPlay, accept its option instead of failing
    /// with −50.
    public var outputCategoriesTakeAirPlayOption = false
    /// Whether the app that an answered call has covered returns to the foreground after it;
    /// overrides the profile's.
    public var returnsToAppAfterCallOverride: Bool?
    /// What the buttons do to the sound of an emergency alert.
    public var emergencyButtons = EmergencyButtons.silence
    /// Whether the category ambient mixes with other sessions.
    public var ambientMixes = true
    /// Whether a session with a category that was never set lets an input start, and is otherwise
    /// one of category soloAmbient.
    public var untouchedSessionRecords = false
    /// The curve from a volume, 0…1, to an amplitude.
    public var volumeCurve = VolumeCurve.linear

    /// The disabled rules; empty except in tests that prove that each rule matters.
    public var disabledRules: [Rule] = []

    /// Creates the default configuration.
    public init() {}

    /// Whether the app that an answered call has covered returns to the foreground after it.
    package var returnsToAppAfterCall: Bool {
        returnsToAppAfterCallOverride ?? profile.returnsToAppAfterCall
    }

    /// Whether a non-mixable session may become active in the background while it is alone.
    package var backgroundMayBeginAlone: Bool {
        backgroundMayBeginAloneOverride ?? profile.backgroundMayBeginAlone
    }

    /// Whether an interrupted app receives the end of its interruption when it returns to the
    /// foreground.
    package var lateEndOnReturn: Bool { lateEndOnReturnOverride ?? profile.lateEndOnReturn }

    package var launchLimit: HostInterval { launchLimitOverride ?? profile.launchLimit }

    /// The total time of the background tasks of one period in the background.
    package var backgroundTaskLimit: HostInterval {
        backgroundTaskLimitOverride ?? profile.backgroundTaskLimit
    }
}

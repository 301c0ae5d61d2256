public import AudioModel
public import Foundation
import SoundPolicy

extension SimulatedPhone {
    /// An output port: `.headphones`, `.speaker`, `Output(.bluetoothA2DP, name: "Car")`.
    public typealias Output = AudioModel.Port

    /// The state of a phone when it is switched on.
    public struct Settings: Sendable {
        /// The position of the ring/silent switch.
        public var ringSwitch = RingSwitch.ring
        /// The media volume, 0…1.
        public var mediaVolume: Double = 0.8
        /// The ringer volume, 0…1.
        public var ringerVolume: Double = 0.6
        /// The accessories that are plugged in.
        public var accessories: [Output] = []
        /// The sample rates of outputs with hardware of another than the phone's 48,000 Hz, by their
        /// kinds: `[.airplay: 44_100, .bluetoothHFP: 16_000]`. While one of them is in use, apps see
        /// that rate, and their units and engines render at it.
        public var outputRates: [PortKind: Double] = [:]
        /// The user's answer to the request for microphone access.
        public var microphone = MicrophonePermission.granted
        /// The permission of apps to use the music library: given or refused before, or asked for when
        /// the app does; then `answerLibraryRequest` answers.
        public var mediaLibrary = MediaLibraryPermission.granted
        /// The permission of apps to use the cameras: given or refused before, or asked for when the app
        /// does; then `answerCameraRequest` answers.
        public var camera = CameraPermission.granted
        /// Which files system sounds are made from: those that the guideline names, or, as reports
        /// from devices have it, everything that decodes.
        public var systemSounds = SystemSoundRule.documented
        /// Whether the guideline's endings of names count, too: `caf`, `aif`, `aiff`, `aifc`, `wav` and
        /// `wave`; off, the content alone does, as always where `systemSounds` is lenient.
        public var systemSoundNames = true
        /// What an `AVAudioRecorder` keeps of the sound before an interruption when it records again:
        /// nothing, as reports from devices have it, or everything. A recorder that its app has
        /// paused keeps it in any case; one that was stopped overwrites its file, as always.
        public var interruptedRecordings = InterruptedRecordingRule.discarded
        /// The user's language and region: `ko_KR`.
        public var locale = "en_US"
        /// Whether the user has a passcode, so that a locked phone protects files.
        public var hasPasscode = false
        /// Whether the user has locked the rotation: interfaces stay as they are when the phone is
        /// turned.
        public var isRotationLocked = false
        /// Whether a visible window of an app generates orientation notifications, as reports from
        /// devices have it; otherwise only `beginGeneratingDeviceOrientationNotifications()` does.
        public var windowGeneratesOrientation = true
        /// Whether apps receive no end of an interruption, as now and then on devices: a robust app
        /// sounds again when its user wants it to.
        public var losesInterruptionEnds = false
        /// How access groups of the keychain are handled: as on a device, or as in Apple's
        /// simulator.
        public var keychainGroups = KeychainGroupRule.device
        /// What the buttons do to the sound of an emergency alert.
        public var emergencyButtons = EmergencyButtons.silence
        /// Whether the category ambient mixes with other sessions; one early text says that it does
        /// not.
        public var ambientMixes = true
        /// Whether a session with a category that was never set lets an input start, as listings of
        /// the first systems assume; it is otherwise one of category soloAmbient.
        public var untouchedSessionRecords = false
        /// The time in seconds from an app's launch until the phone ends it, unless it handles events
        /// by then, at most 600; `nil` for that of the profile.
        public var launchLimit: TimeInterval?
        /// The generation of iOS that the phone simulates.
        public var profile = PhoneProfile.ios17
        /// Which behaviour of the phone becomes a finding when it first decides something: what no
        /// document of Apple's says, what devices do not show either, or all of it; `nil` for none.
        ///
        ///     settings.faithfulness = .observed
        ///
        /// Each finding names a row of `docs/facts.md` and what a device may do instead.
        public var faithfulness: Faithfulness?
        /// The date at the start, which apps read; `nil` for the machine's date.
        public var date: Date?

        public init() {}

        var configuration: PolicyConfiguration {
            var configuration = PolicyConfiguration()
            configuration.ringSwitch = ringSwitch
            configuration.mediaVolume = Float(mediaVolume)
            configuration.ringerVolume = Float(ringerVolume)
            configuration.accessories = accessories
            configuration.microphone = microphone
            configuration.hasPasscode = hasPasscode
            configuration.isRotationLocked = isRotationLocked
            configuration.windowGeneratesOrientation = windowGeneratesOrientation
            configuration.losesInterruptionEnds = losesInterruptionEnds
            configuration.emergencyButtons = emergencyButtons
            configuration.ambientMixes = ambientMixes
            configuration.untouchedSessionRecords = untouchedSessionRecords
            if let launchLimit, launchLimit > 0 {
                configuration.launchLimitOverride = .seconds(min(launchLimit, 600))
            }
            configuration.profile = profile
            return configuration
        }
    }
}

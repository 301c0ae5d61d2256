// Words of Sori's own that the phone's functions take and give; nobody needs another import for
// them. `Port` and `Actor`, which other modules have too, go by the names below.
@_exported import enum AudioModel.AppNotification
@_exported import enum AudioModel.AppState
@_exported import enum AudioModel.BackgroundWork
@_exported import enum AudioModel.DeviceSetting
@_exported import enum AudioModel.InterruptionReason
@_exported import enum AudioModel.Launch
@_exported import enum AudioModel.MicrophonePermission
@_exported import enum AudioModel.Overlay
@_exported import enum AudioModel.PhoneProfile
@_exported import enum AudioModel.PortKind
@_exported import enum AudioModel.ReasonKind
@_exported import enum AudioModel.RemoteCommand
@_exported import enum AudioModel.RingSwitch
@_exported import enum AudioModel.SessionCategory
@_exported import enum AudioModel.StreamState
@_exported import enum AudioModel.SystemChange
@_exported import enum AudioModel.VolumeButton
@_exported import enum AudioModel.VolumeKind
@_exported import struct AudioModel.Verdict

import AudioModel
import SoundPolicy

extension SimulatedPhone {
    /// Something that sound goes to: `.headphones`, `.speaker`, `Output(.bluetoothA2DP, name: "Car")`.
    public typealias Output = AudioModel.Port

    /// What a phone is like when it is switched on.
    public struct Settings: Sendable {
        public var ringSwitch = RingSwitch.ring
        /// 0…1.
        public var mediaVolume: Double = 0.8
        /// 0…1.
        public var ringerVolume: Double = 0.6
        /// What is plugged in.
        public var accessories: [Output] = []
        /// Whether the user has let apps use the microphone.
        public var microphone = MicrophonePermission.granted
        /// Whether the user has a passcode, so that a locked phone protects files.
        public var hasPasscode = false
        /// The generation of iOS whose rules hold.
        public var profile = PhoneProfile.ios17

        public init() {}

        var configuration: PolicyConfiguration {
            var configuration = PolicyConfiguration()
            configuration.ringSwitch = ringSwitch
            configuration.mediaVolume = Float(mediaVolume)
            configuration.ringerVolume = Float(ringerVolume)
            configuration.accessories = accessories
            configuration.microphone = microphone
            configuration.hasPasscode = hasPasscode
            configuration.profile = profile
            return configuration
        }
    }

    /// Something that cannot be as it was asked for, or not as it was measured.
    ///
    /// It is an error so that a test can record it as it is.
    public struct Problem: Error, CustomStringConvertible {
        /// The phone's time.
        public let time: Duration
        /// What is wrong, in a sentence.
        public let description: String
    }
}

extension HostTime {
    /// From the phone's start.
    var duration: Duration { .nanoseconds(nanoseconds) }
}

extension HostInterval {
    /// Saturates at the end of the clock's range.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongYet) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: isTooLong || isTooLongYet ? (seconds < 0 ? .min : .max) : sum)
    }
}

// Types of AudioModel in the signatures of `SimulatedPhone`: users need no other import. `Port` and
// `Actor`, names that other modules have too, are not exported.
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
    /// An output port: `.headphones`, `.speaker`, `Output(.bluetoothA2DP, name: "Car")`.
    public typealias Output = AudioModel.Port

    /// The state of a phone when it is switched on.
    public struct Settings: Sendable {
        public var ringSwitch = RingSwitch.ring
        /// The media volume, 0…1.
        public var mediaVolume: Double = 0.8
        /// The ringer volume, 0…1.
        public var ringerVolume: Double = 0.6
        /// The accessories that are plugged in.
        public var accessories: [Output] = []
        /// The user's answer to the request for microphone access.
        public var microphone = MicrophonePermission.granted
        /// Whether the user has a passcode, so that a locked phone protects files.
        public var hasPasscode = false
        /// The generation of iOS that the phone simulates.
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

    /// A request that the phone cannot fulfil, or a contradiction between samples and policy.
    ///
    /// It conforms to `Error` so that a test can record it directly.
    public struct Problem: Error, CustomStringConvertible {
        /// Time since the phone was switched on.
        public let time: Duration
        /// The problem as a sentence.
        public let description: String
    }
}

extension HostTime {
    /// The time since the phone was switched on.
    var duration: Duration { .nanoseconds(nanoseconds) }
}

extension HostInterval {
    /// Converts a duration; values beyond the clock's range saturate.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLongYet) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        self.init(nanoseconds: isTooLong || isTooLongYet ? (seconds < 0 ? .min : .max) : sum)
    }
}

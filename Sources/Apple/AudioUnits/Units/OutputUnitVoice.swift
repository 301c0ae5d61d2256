package import SoundClient
import Synchronization

// The voice processing of a VoiceProcessingIO.

extension OutputUnit {
    /// The numbers of the properties; see `kAUVoiceIOProperty_…`.
    private enum Property {
        static let bypass: UInt32 = 2100
        static let gainControl: UInt32 = 2101
        static let ducksOthers: UInt32 = 2102
        static let mutesOutput: UInt32 = 2104
    }

    /// How the device processes what the unit records; `nil` for a RemoteIO.
    package var voiceProcessing: VoiceProcessing? {
        guard component == .voiceProcessingIO else { return nil }
        return VoiceProcessing(
            isBypassed: keptNumber(Property.bypass) != 0,
            adjustsGain: keptNumber(Property.gainControl) != 0)
    }

    /// Whether the app has muted the voice that it records.
    var isVoiceMuted: Bool {
        component == .voiceProcessingIO && keptNumber(Property.mutesOutput) != 0
    }

    /// Applies changed settings to the running recording.
    func followVoiceSettings() {
        ducking?.settings.isEnabled = keptNumber(Property.ducksOthers) != 0
        guard let voiceProcessing, let input = device.withLock({ $0.input }) else { return }
        app.setVoiceProcessing(voiceProcessing, ofStream: input)
    }
}

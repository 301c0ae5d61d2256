import AudioModel
import CAudioToolbox
import Foundation
import SoundClient
import SoundServer

// The properties of Audio Session Services, from <AudioToolbox/AudioSession.h>.

/// The type of a property and its allowed uses.
struct SessionProperty {
    enum ValueType {
        /// `UInt32`.
        case number
        /// `Float32`.
        case single
        /// `Float64`.
        case double
        /// A pointer to an object.
        case object
    }

    struct Uses: OptionSet {
        let rawValue: UInt8

        static let get = Uses(rawValue: 1)
        static let set = Uses(rawValue: 2)
        static let listen = Uses(rawValue: 4)
    }

    var type: ValueType
    var uses: Uses

    var byteCount: UInt32 {
        switch type {
        case .number, .single: 4
        case .double, .object: 8
        }
    }

    private static func number(_ uses: Uses) -> Self { Self(type: .number, uses: uses) }
    private static func single(_ uses: Uses) -> Self { Self(type: .single, uses: uses) }
    private static func double(_ uses: Uses) -> Self { Self(type: .double, uses: uses) }
    private static func object(_ uses: Uses) -> Self { Self(type: .object, uses: uses) }

    static func of(_ id: AudioSessionPropertyID) throws(SessionCallError) -> SessionProperty {
        guard let property = table[id] else { throw .unsupportedProperty }
        return property
    }

    /// Source: the public header AudioSession.h, comments of the property codes; the name of a
    /// route from the Audio Session Services Reference.
    private static let table: [AudioSessionPropertyID: SessionProperty] = [
        kAudioSessionProperty_PreferredHardwareSampleRate: .double([.get, .set]),
        kAudioSessionProperty_PreferredHardwareIOBufferDuration: .single([.get, .set]),
        kAudioSessionProperty_AudioCategory: .number([.get, .set]),
        kAudioSessionProperty_AudioRoute: .object([.get, .listen]),
        kAudioSessionProperty_AudioRouteChange: .object(.listen),
        kAudioSessionProperty_CurrentHardwareSampleRate: .double(.get),
        kAudioSessionProperty_CurrentHardwareInputNumberChannels: .number([.get, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputNumberChannels: .number([.get, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputVolume: .single([.get, .listen]),
        kAudioSessionProperty_CurrentHardwareInputLatency: .single(.get),
        kAudioSessionProperty_CurrentHardwareOutputLatency: .single(.get),
        kAudioSessionProperty_CurrentHardwareIOBufferDuration: .single(.get),
        kAudioSessionProperty_OtherAudioIsPlaying: .number(.get),
        kAudioSessionProperty_AudioInputAvailable: .number([.get, .listen]),
        kAudioSessionProperty_OverrideAudioRoute: .number(.set),
        kAudioSessionProperty_ServerDied: .number(.listen),
        kAudioSessionProperty_OtherMixableAudioShouldDuck: .number([.get, .set]),
        kAudioSessionProperty_OverrideCategoryMixWithOthers: .number([.get, .set]),
        kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: .number([.get, .set]),
        kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: .number([.get, .set]),
        kAudioSessionProperty_InterruptionType: .number(.get),
        kAudioSessionProperty_Mode: .number([.get, .set]),
        kAudioSessionProperty_InputSources: .object([.get, .listen]),
        kAudioSessionProperty_OutputDestinations: .object([.get, .listen]),
        kAudioSessionProperty_InputSource: .object([.get, .set]),
        kAudioSessionProperty_OutputDestination: .object([.get, .set]),
        kAudioSessionProperty_InputGainAvailable: .number([.get, .listen]),
        kAudioSessionProperty_InputGainScalar: .single([.get, .set, .listen]),
        kAudioSessionProperty_AudioRouteDescription: .object(.get),
    ]
}

extension SessionCategory {
    /// The number of Audio Session Services; `nil` for a category that is newer than that interface.
    var sessionServicesNumber: UInt32? {
        switch self {
        case .userInterfaceSoundEffects: kAudioSessionCategory_UserInterfaceSoundEffects
        case .ambient: kAudioSessionCategory_AmbientSound
        case .soloAmbient: kAudioSessionCategory_SoloAmbientSound
        case .playback: kAudioSessionCategory_MediaPlayback
        case .liveAudio: kAudioSessionCategory_LiveAudio
        case .record: kAudioSessionCategory_RecordAudio
        case .playAndRecord: kAudioSessionCategory_PlayAndRecord
        case .audioProcessing: kAudioSessionCategory_AudioProcessing
        case .multiRoute: nil
        }
    }
}

extension SessionMode {
    /// The number of Audio Session Services; `nil` for a mode that is newer than that interface.
    var sessionServicesNumber: UInt32? {
        switch self {
        case .default: kAudioSessionMode_Default
        case .voiceChat: kAudioSessionMode_VoiceChat
        case .videoRecording: kAudioSessionMode_VideoRecording
        case .measurement: kAudioSessionMode_Measurement
        case .gameChat: kAudioSessionMode_GameChat
        case .moviePlayback, .videoChat, .spokenAudio, .voicePrompt: nil
        }
    }
}

/// The option that an override property stands for; `nil` for other properties.
func sessionOption(of id: AudioSessionPropertyID) -> SessionOptions? {
    switch id {
    case kAudioSessionProperty_OtherMixableAudioShouldDuck: .duckOthers
    case kAudioSessionProperty_OverrideCategoryMixWithOthers: .mixWithOthers
    case kAudioSessionProperty_OverrideCategoryDefaultToSpeaker: .defaultToSpeaker
    case kAudioSessionProperty_OverrideCategoryEnableBluetoothInput: .allowBluetooth
    default: nil
    }
}

/// The current value of a readable property.
func sessionValue(
    of id: AudioSessionPropertyID, _ app: AppSound
) throws(SessionCallError) -> PropertyValue {
    let session = app.connection.session
    if let option = sessionOption(of: id) { return .flag(session.options.contains(option)) }
    switch id {
    case kAudioSessionProperty_AudioCategory:
        return .of(session.category.sessionServicesNumber ?? kAudioSessionCategory_PlayAndRecord)
    case kAudioSessionProperty_Mode:
        return .of(session.mode.sessionServicesNumber ?? kAudioSessionMode_Default)
    case kAudioSessionProperty_AudioRoute: return .text(legacyName(of: session.route))
    case kAudioSessionProperty_AudioRouteDescription:
        return .object(legacyDescription(of: session.route))
    case kAudioSessionProperty_OtherAudioIsPlaying: return .flag(session.isOtherAudioPlaying)
    case kAudioSessionProperty_AudioInputAvailable: return .flag(session.isMicrophoneAvailable)
    case kAudioSessionProperty_InterruptionType:
        guard let type = LegacySession.interruptionType else { throw .unsupportedProperty }
        return .of(type)
    case kAudioSessionProperty_InputSources, kAudioSessionProperty_OutputDestinations:
        return .texts([])
    case kAudioSessionProperty_InputGainAvailable: return .flag(false)
    case kAudioSessionProperty_InputGainScalar: return .of(Float32(1))
    default: return try hardwareValue(of: id, SessionHardware.of(app), session)
    }
}

private func hardwareValue(
    of id: AudioSessionPropertyID, _ hardware: SessionHardware, _ session: SessionSnapshot
) throws(SessionCallError) -> PropertyValue {
    switch id {
    case kAudioSessionProperty_PreferredHardwareSampleRate:
        return .of(hardware.preferences.sampleRate)
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
        return .of(Float32(hardware.preferences.ioBufferDuration))
    case kAudioSessionProperty_CurrentHardwareSampleRate: return .of(hardware.sampleRate)
    case kAudioSessionProperty_CurrentHardwareInputNumberChannels:
        return .of(UInt32(hardware.inputChannelCount(of: session)))
    case kAudioSessionProperty_CurrentHardwareOutputNumberChannels:
        return .of(UInt32(hardware.outputChannelCount(of: session)))
    case kAudioSessionProperty_CurrentHardwareOutputVolume: return .of(session.outputVolume)
    case kAudioSessionProperty_CurrentHardwareInputLatency:
        return .of(Float32(hardware.inputLatency(of: session)))
    case kAudioSessionProperty_CurrentHardwareOutputLatency:
        return .of(Float32(hardware.outputLatency))
    case kAudioSessionProperty_CurrentHardwareIOBufferDuration:
        return .of(Float32(hardware.ioBufferDuration))
    // There is no input source or output destination in use.
    default: throw .unsupportedProperty
    }
}

extension PropertyValue {
    static func flag(_ isOn: Bool) -> PropertyValue { .of(UInt32(isOn ? 1 : 0)) }
}

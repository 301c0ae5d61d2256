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

    static func of(_ id: AudioSessionPropertyID) throws(SessionCallError) -> SessionProperty {
        guard let property = table[id] else { throw .unsupportedProperty }
        return property
    }

    /// Source: the public header AudioSession.h, comments of the property codes; the name of a
    /// route from the Audio Session Services Reference.
    private static let table: [AudioSessionPropertyID: SessionProperty] = [
        kAudioSessionProperty_PreferredHardwareSampleRate: .init(
            type: .double, uses: [.get, .set]),
        kAudioSessionProperty_PreferredHardwareIOBufferDuration:
            .init(type: .single, uses: [.get, .set]),
        kAudioSessionProperty_AudioCategory: .init(type: .number, uses: [.get, .set]),
        kAudioSessionProperty_AudioRoute: .init(type: .object, uses: [.get, .listen]),
        kAudioSessionProperty_AudioRouteChange: .init(type: .object, uses: .listen),
        kAudioSessionProperty_CurrentHardwareSampleRate: .init(type: .double, uses: .get),
        kAudioSessionProperty_CurrentHardwareInputNumberChannels:
            .init(type: .number, uses: [.get, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputNumberChannels:
            .init(type: .number, uses: [.get, .listen]),
        kAudioSessionProperty_CurrentHardwareOutputVolume:
            .init(type: .single, uses: [.get, .listen]),
        kAudioSessionProperty_CurrentHardwareInputLatency: .init(type: .single, uses: .get),
        kAudioSessionProperty_CurrentHardwareOutputLatency: .init(type: .single, uses: .get),
        kAudioSessionProperty_CurrentHardwareIOBufferDuration: .init(type: .single, uses: .get),
        kAudioSessionProperty_OtherAudioIsPlaying: .init(type: .number, uses: .get),
        kAudioSessionProperty_AudioInputAvailable: .init(type: .number, uses: [.get, .listen]),
        kAudioSessionProperty_OverrideAudioRoute: .init(type: .number, uses: .set),
        kAudioSessionProperty_ServerDied: .init(type: .number, uses: .listen),
        kAudioSessionProperty_OtherMixableAudioShouldDuck: .init(
            type: .number, uses: [.get, .set]),
        kAudioSessionProperty_OverrideCategoryMixWithOthers:
            .init(type: .number, uses: [.get, .set]),
        kAudioSessionProperty_OverrideCategoryDefaultToSpeaker:
            .init(type: .number, uses: [.get, .set]),
        kAudioSessionProperty_OverrideCategoryEnableBluetoothInput:
            .init(type: .number, uses: [.get, .set]),
        kAudioSessionProperty_InterruptionType: .init(type: .number, uses: .get),
        kAudioSessionProperty_Mode: .init(type: .number, uses: [.get, .set]),
        kAudioSessionProperty_InputSources: .init(type: .object, uses: [.get, .listen]),
        kAudioSessionProperty_OutputDestinations: .init(type: .object, uses: [.get, .listen]),
        kAudioSessionProperty_InputSource: .init(type: .object, uses: [.get, .set]),
        kAudioSessionProperty_OutputDestination: .init(type: .object, uses: [.get, .set]),
        kAudioSessionProperty_InputGainAvailable: .init(type: .number, uses: [.get, .listen]),
        kAudioSessionProperty_InputGainScalar: .init(type: .single, uses: [.get, .set, .listen]),
        kAudioSessionProperty_AudioRouteDescription: .init(type: .object, uses: .get),
    ]
}

let sessionCategories: [(number: UInt32, category: SessionCategory)] = [
    (kAudioSessionCategory_UserInterfaceSoundEffects, .userInterfaceSoundEffects),
    (kAudioSessionCategory_AmbientSound, .ambient),
    (kAudioSessionCategory_SoloAmbientSound, .soloAmbient),
    (kAudioSessionCategory_MediaPlayback, .playback),
    (kAudioSessionCategory_LiveAudio, .liveAudio),
    (kAudioSessionCategory_RecordAudio, .record),
    (kAudioSessionCategory_PlayAndRecord, .playAndRecord),
    (kAudioSessionCategory_AudioProcessing, .audioProcessing),
]

let sessionModes: [(number: UInt32, mode: SessionMode)] = [
    (kAudioSessionMode_Default, .default), (kAudioSessionMode_VoiceChat, .voiceChat),
    (kAudioSessionMode_VideoRecording, .videoRecording),
    (kAudioSessionMode_Measurement, .measurement), (kAudioSessionMode_GameChat, .gameChat),
]

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
        let known = sessionCategories.first { $0.category == session.category }
        // A newer category without a number in this interface.
        return .of(known?.number ?? kAudioSessionCategory_PlayAndRecord)
    case kAudioSessionProperty_Mode:
        let known = sessionModes.first { $0.mode == session.mode }
        return .of(known?.number ?? kAudioSessionMode_Default)
    case kAudioSessionProperty_AudioRoute: return .text(legacyName(of: session.route))
    case kAudioSessionProperty_AudioRouteDescription:
        return .object(legacyDescription(of: session.route))
    case kAudioSessionProperty_OtherAudioIsPlaying: return .flag(session.isOtherAudioPlaying)
    case kAudioSessionProperty_AudioInputAvailable: return .flag(session.isMicrophoneThere)
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
    case kAudioSessionProperty_PreferredHardwareSampleRate: return .of(hardware.wishes.sampleRate)
    case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
        return .of(Float32(hardware.wishes.ioBufferDuration))
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

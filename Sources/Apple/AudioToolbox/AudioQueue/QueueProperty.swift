import AudioQueues
import CAudioToolbox

/// A property of an output or input queue: every constant of `AudioQueuePropertyID`.
enum QueueProperty: CaseIterable {
    case isRunning
    case deviceSampleRate
    case deviceChannelCount
    case currentDevice
    case magicCookie
    case maximumOutputPacketSize
    case streamDescription
    case channelLayout
    case enableLevelMetering
    case currentLevelMeter
    case currentLevelMeterDB
    case decodeBufferSizeFrames
    case converterError
    case enableTimePitch
    case timePitchAlgorithm
    case timePitchBypass
    case hardwareCodecPolicy
    case channelAssignments

    /// - Throws: `invalidProperty` for an identifier that is no queue's.
    init(_ id: AudioQueuePropertyID) throws(AudioQueueError) {
        guard let property = Self.allCases.first(where: { $0.id == id }) else {
            throw .invalidProperty
        }
        self = property
    }

    /// The identifier in `<AudioToolbox/AudioQueue.h>`.
    var id: AudioQueuePropertyID {
        switch self {
        case .isRunning: kAudioQueueProperty_IsRunning
        case .deviceSampleRate: kAudioQueueDeviceProperty_SampleRate
        case .deviceChannelCount: kAudioQueueDeviceProperty_NumberChannels
        case .currentDevice: kAudioQueueProperty_CurrentDevice
        case .magicCookie: kAudioQueueProperty_MagicCookie
        case .maximumOutputPacketSize: kAudioQueueProperty_MaximumOutputPacketSize
        case .streamDescription: kAudioQueueProperty_StreamDescription
        case .channelLayout: kAudioQueueProperty_ChannelLayout
        case .enableLevelMetering: kAudioQueueProperty_EnableLevelMetering
        case .currentLevelMeter: kAudioQueueProperty_CurrentLevelMeter
        case .currentLevelMeterDB: kAudioQueueProperty_CurrentLevelMeterDB
        case .decodeBufferSizeFrames: kAudioQueueProperty_DecodeBufferSizeFrames
        case .converterError: kAudioQueueProperty_ConverterError
        case .enableTimePitch: kAudioQueueProperty_EnableTimePitch
        case .timePitchAlgorithm: kAudioQueueProperty_TimePitchAlgorithm
        case .timePitchBypass: kAudioQueueProperty_TimePitchBypass
        case .hardwareCodecPolicy: kAudioQueueProperty_HardwareCodecPolicy
        case .channelAssignments: kAudioQueueProperty_ChannelAssignments
        }
    }

    /// Whether the value has one size for every queue.
    var hasFixedSize: Bool {
        switch self {
        case .magicCookie, .channelLayout, .currentLevelMeter, .currentLevelMeterDB,
            .channelAssignments:
            false
        case .isRunning, .deviceSampleRate, .deviceChannelCount, .currentDevice,
            .maximumOutputPacketSize, .streamDescription, .enableLevelMetering,
            .decodeBufferSizeFrames, .converterError, .enableTimePitch, .timePitchAlgorithm,
            .timePitchBypass, .hardwareCodecPolicy:
            true
        }
    }
}

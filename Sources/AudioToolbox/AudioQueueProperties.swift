import AudioFormats
import AudioModel
import AudioQueues
import CAudioToolbox
import CoreAudioTypes
import Foundation

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: properties.

/// The properties of output or input queues.
let queueProperties: Set<AudioQueuePropertyID> = [
    kAudioQueueProperty_IsRunning, kAudioQueueDeviceProperty_SampleRate,
    kAudioQueueDeviceProperty_NumberChannels, kAudioQueueProperty_CurrentDevice,
    kAudioQueueProperty_MagicCookie, kAudioQueueProperty_MaximumOutputPacketSize,
    kAudioQueueProperty_StreamDescription, kAudioQueueProperty_ChannelLayout,
    kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_CurrentLevelMeter,
    kAudioQueueProperty_CurrentLevelMeterDB, kAudioQueueProperty_DecodeBufferSizeFrames,
    kAudioQueueProperty_ConverterError, kAudioQueueProperty_EnableTimePitch,
    kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueProperty_TimePitchBypass,
    kAudioQueueProperty_HardwareCodecPolicy, kAudioQueueProperty_ChannelAssignments,
]

/// The properties with a value of fixed size.
private let fixedSizeProperties: Set<AudioQueuePropertyID> = queueProperties.subtracting([
    kAudioQueueProperty_MagicCookie, kAudioQueueProperty_ChannelLayout,
    kAudioQueueProperty_CurrentLevelMeter, kAudioQueueProperty_CurrentLevelMeterDB,
    kAudioQueueProperty_ChannelAssignments,
])

@c @implementation
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef!, _ inID: AudioQueuePropertyID,
    _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let outDataSize else { throw .missingArgument }
        outDataSize.pointee = UInt32(try value(of: inID, queue).byteCount)
    }
}

@c @implementation
public func AudioQueueGetProperty(
    _ inAQ: AudioQueueRef!, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer!,
    _ ioDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let outData, let ioDataSize else { throw .missingArgument }
        let value = try value(of: inID, queue)
        var room = Int(ioDataSize.pointee)
        // A size of zero from a client means the property's own.
        if room == 0, fixedSizeProperties.contains(inID) { room = value.byteCount }
        guard room >= value.byteCount else { throw .invalidPropertySize }
        value.write(to: UnsafeMutableRawBufferPointer(start: outData, count: room))
        ioDataSize.pointee = UInt32(value.byteCount)
    }
}

@c @implementation
public func AudioQueueSetProperty(
    _ inAQ: AudioQueueRef!, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer!,
    _ inDataSize: UInt32
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let inData else { throw .missingArgument }
        guard inDataSize <= propertyBytesMax else { throw .invalidPropertySize }
        let data = UnsafeRawBufferPointer(start: inData, count: Int(inDataSize))
        if let input = queue as? InputQueue {
            try setInputProperty(inID, of: input, data)
        } else if let output = queue as? OutputQueue {
            try setOutputProperty(inID, of: output, data)
        } else {
            throw .invalidProperty
        }
    }
}

/// Largest accepted magic cookie or channel layout, in bytes.
private let propertyBytesMax: UInt32 = 1 << 20

// MARK: Values

private func value(
    of id: AudioQueuePropertyID, _ queue: AudioQueueCore
) throws(AudioQueueError) -> PropertyValue {
    switch id {
    case kAudioQueueProperty_IsRunning:
        return .of(UInt32(try queue.checkedIsRunning() ? 1 : 0))
    case kAudioQueueDeviceProperty_SampleRate: return .of(queue.deviceSampleRate)
    case kAudioQueueDeviceProperty_NumberChannels: return .of(UInt32(queue.deviceChannelCount))
    case kAudioQueueProperty_CurrentDevice: return .text(queue.deviceName)
    case kAudioQueueProperty_StreamDescription:
        return .of(AudioStreamBasicDescription(queue.format))
    default: break
    }
    if let input = queue as? InputQueue { return try inputValue(of: id, input) }
    guard let output = queue as? OutputQueue else { throw .invalidProperty }
    return try outputValue(of: id, output)
}

private func outputValue(
    of id: AudioQueuePropertyID, _ queue: OutputQueue
) throws(AudioQueueError) -> PropertyValue {
    switch id {
    case kAudioQueueProperty_MagicCookie:
        guard let cookie = queue.magicCookie else { throw .invalidProperty }
        return .bytes(cookie)
    case kAudioQueueProperty_ChannelLayout:
        guard let layout = queue.channelLayout else { throw .invalidProperty }
        return .bytes(layout)
    case kAudioQueueProperty_EnableLevelMetering: return .of(UInt32(queue.isMetering ? 1 : 0))
    case kAudioQueueProperty_CurrentLevelMeter:
        return .list(try queue.levels().map(linearLevel))
    case kAudioQueueProperty_CurrentLevelMeterDB:
        return .list(try queue.levels().map(decibelLevel))
    case kAudioQueueProperty_DecodeBufferSizeFrames: return .of(queue.decodeBufferFrames)
    case kAudioQueueProperty_ConverterError: return converterError(try queue.errorSinceStart())
    case kAudioQueueProperty_EnableTimePitch:
        return .of(UInt32(queue.isTimePitchEnabled ? 1 : 0))
    case kAudioQueueProperty_TimePitchAlgorithm: return .of(queue.timePitchAlgorithm.rawValue)
    case kAudioQueueProperty_TimePitchBypass:
        return .of(UInt32(queue.isTimePitchBypassed ? 1 : 0))
    case kAudioQueueProperty_HardwareCodecPolicy: return .of(queue.codecPolicy.rawValue)
    default: throw .invalidProperty
    }
}

func linearLevel(_ level: ChannelLevel) -> AudioQueueLevelMeterState {
    AudioQueueLevelMeterState(mAveragePower: level.average, mPeakPower: level.peak)
}

func decibelLevel(_ level: ChannelLevel) -> AudioQueueLevelMeterState {
    AudioQueueLevelMeterState(
        mAveragePower: decibels(level.average), mPeakPower: decibels(level.peak))
}

/// Level of silence in dB. Undocumented; Apple's documented meters stop at −160.
private let silenceDecibels: Float = -120

private func decibels(_ level: Float) -> Float {
    level > 0 ? max(20 * log10(level), silenceDecibels) : silenceDecibels
}

// MARK: Setting

private func setOutputProperty(
    _ id: AudioQueuePropertyID, of queue: OutputQueue, _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) {
    switch id {
    case kAudioQueueProperty_MagicCookie: try queue.setMagicCookie(Array(data))
    case kAudioQueueProperty_ChannelLayout:
        try queue.setChannelLayout(try channelLayout(data), bytes: Array(data))
    case kAudioQueueProperty_EnableLevelMetering: try queue.setMetering(try number(data) != 0)
    case kAudioQueueProperty_DecodeBufferSizeFrames:
        try queue.setDecodeBufferFrames(try number(data))
    case kAudioQueueProperty_EnableTimePitch: try queue.enableTimePitch(try number(data) != 0)
    case kAudioQueueProperty_TimePitchAlgorithm:
        guard let algorithm = TimePitchAlgorithm(rawValue: try number(data)) else {
            throw .invalidPropertyValue
        }
        try queue.setTimePitchAlgorithm(algorithm)
    case kAudioQueueProperty_TimePitchBypass: try queue.bypassTimePitch(try number(data) != 0)
    case kAudioQueueProperty_HardwareCodecPolicy:
        try queue.setCodecPolicy(try codecPolicy(data))
    case kAudioQueueProperty_CurrentDevice: try setDevice(of: queue, data)
    case kAudioQueueProperty_ChannelAssignments: try checkAssignments(queue, data)
    default: throw .invalidProperty
    }
}

private func channelLayout(
    _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) -> ChannelLayout {
    do throws(LayoutDataError) {
        return try ChannelLayout(bytesForApps: data)
    } catch {
        switch error {
        case .tooShort: throw .invalidPropertySize
        case .tooManyChannels: throw .invalidPropertyValue
        }
    }
}

func number(_ data: UnsafeRawBufferPointer) throws(AudioQueueError) -> UInt32 {
    guard data.count == MemoryLayout<UInt32>.size else { throw .invalidPropertySize }
    return data.loadUnaligned(as: UInt32.self)
}

func codecPolicy(
    _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) -> HardwareCodecPolicy {
    guard let policy = HardwareCodecPolicy(rawValue: try number(data)) else {
        throw .invalidPropertyValue
    }
    return policy
}

/// Checks the device: the user chooses the route, so a queue can only confirm the current one.
private func setDevice(
    of queue: OutputQueue, _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) {
    guard data.count == MemoryLayout<UnsafeRawPointer>.size else { throw .invalidPropertySize }
    guard let name = data.loadUnaligned(as: UnsafeRawPointer?.self) else { return }
    guard string(ofCFString: name) == queue.deviceName else { throw .invalidDevice }
}

/// Sets the channel assignments. A phone's port has two channels; other assignments are refused, as
/// on a device without those channels.
private func checkAssignments(
    _ queue: OutputQueue, _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) {
    let stride = MemoryLayout<AudioQueueChannelAssignment>.stride
    guard data.count > 0, data.count % stride == 0 else { throw .invalidPropertySize }
    for index in 0..<data.count / stride {
        let assignment = data.loadUnaligned(
            fromByteOffset: index * stride, as: AudioQueueChannelAssignment.self)
        if let port = assignment.mDeviceUID, string(ofCFString: port) != queue.deviceName {
            throw .invalidDevice
        }
        guard (1...2).contains(assignment.mChannelNumber) else { throw .invalidPropertyValue }
    }
    try queue.setChannelAssignments(
        (0..<data.count / stride).map {
            Int(
                data.loadUnaligned(
                    fromByteOffset: $0 * stride, as: AudioQueueChannelAssignment.self
                ).mChannelNumber)
        })
}

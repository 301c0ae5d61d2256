import SoundClient
import AudioModel
import AudioQueues
public import CAudioToolbox
import ChannelLayouts
public import CoreAudioTypes
import Foundation

// Audio Queue Services, which <AudioToolbox/AudioQueue.h> declares and documents: properties.

@c @implementation
public func AudioQueueGetPropertySize(
    _ inAQ: AudioQueueRef!, _ inID: AudioQueuePropertyID,
    _ outDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        let queue = try queue(inAQ)
        guard let outDataSize else { throw .missingArgument }
        outDataSize.pointee = UInt32(try value(of: QueueProperty(inID), queue).byteCount)
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
        let property = try QueueProperty(inID)
        let value = try value(of: property, queue)
        var room = Int(ioDataSize.pointee)
        // A size of zero from a client means the property's own.
        if room == 0, property.hasFixedSize { room = value.byteCount }
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
        let property = try QueueProperty(inID)
        if let input = queue as? InputQueue {
            try setInputProperty(property, of: input, data)
        } else if let output = queue as? OutputQueue {
            try setOutputProperty(property, of: output, data)
        } else {
            throw .invalidProperty
        }
    }
}

/// Largest accepted magic cookie or channel layout, in bytes.
private let propertyBytesMax: UInt32 = 1 << 20

// MARK: Values

/// What queues of both directions tell about their coding and their levels.
private protocol CodingQueue: AudioQueueCore {
    var magicCookie: [UInt8]? { get }
    var codecPolicy: HardwareCodecPolicy { get }
    var isMetering: Bool { get }
    func levels() throws(AudioQueueError) -> [ChannelLevel]
    func errorSinceStart() throws(AudioQueueError) -> AudioQueueError?
}

extension InputQueue: CodingQueue {}
extension OutputQueue: CodingQueue {}

private func value(
    of property: QueueProperty, _ queue: AudioQueueCore
) throws(AudioQueueError) -> PropertyValue {
    guard let queue = queue as? any CodingQueue else { throw .invalidProperty }
    let output = queue as? OutputQueue
    let input = queue as? InputQueue
    switch property {
    case .isRunning: return .of(UInt32(try queue.checkedIsRunning() ? 1 : 0))
    case .deviceSampleRate: return .of(queue.deviceSampleRate)
    case .deviceChannelCount: return .of(UInt32(queue.deviceChannelCount))
    case .currentDevice: return .text(queue.deviceName)
    case .streamDescription: return .of(AudioStreamBasicDescription(queue.format))
    case .converterError: return converterError(try queue.errorSinceStart())
    case .currentLevelMeter: return .list(try queue.levels().map(linearLevel))
    case .currentLevelMeterDB: return .list(try queue.levels().map(decibelLevel))
    case .enableLevelMetering: return .of(UInt32(queue.isMetering ? 1 : 0))
    case .hardwareCodecPolicy: return .of(queue.codecPolicy.rawValue)
    case .magicCookie: if let cookie = queue.magicCookie { return .bytes(cookie) }
    case .maximumOutputPacketSize:
        if let input { return .of(UInt32(clamping: input.maximumPacketSize)) }
    case .channelLayout: if let layout = output?.channelLayout { return .bytes(layout) }
    case .decodeBufferSizeFrames: if let output { return .of(output.decodeBufferFrames) }
    case .enableTimePitch: if let output { return .of(UInt32(output.isTimePitchEnabled ? 1 : 0)) }
    case .timePitchAlgorithm: if let output { return .of(output.timePitchAlgorithm.rawValue) }
    case .timePitchBypass:
        if let output { return .of(UInt32(output.isTimePitchBypassed ? 1 : 0)) }
    case .channelAssignments: break
    }
    throw .invalidProperty
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
    _ property: QueueProperty, of queue: OutputQueue, _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) {
    switch property {
    case .magicCookie: try queue.setMagicCookie(Array(data))
    case .channelLayout:
        try queue.setChannelLayout(try channelLayout(data), bytes: Array(data))
    case .enableLevelMetering: try queue.setMetering(try number(data) != 0)
    case .decodeBufferSizeFrames:
        try queue.setDecodeBufferFrames(try number(data))
    case .enableTimePitch: try queue.enableTimePitch(try number(data) != 0)
    case .timePitchAlgorithm:
        guard let algorithm = TimePitchAlgorithm(rawValue: try number(data)) else {
            throw .invalidPropertyValue
        }
        try queue.setTimePitchAlgorithm(algorithm)
    case .timePitchBypass: try queue.bypassTimePitch(try number(data) != 0)
    case .hardwareCodecPolicy:
        try queue.setCodecPolicy(try codecPolicy(data))
    case .currentDevice: try setDevice(of: queue, data)
    case .channelAssignments: try checkAssignments(queue, data)
    case .isRunning, .deviceSampleRate, .deviceChannelCount, .maximumOutputPacketSize,
        .streamDescription, .currentLevelMeter, .currentLevelMeterDB, .converterError:
        throw .invalidProperty
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
        if let port = assignment.__mDeviceUID, string(ofCFString: port) != queue.deviceName {
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

public import AudioCallbacks
import AudioModel
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioQueue.h> that make an audio queue for recording, with the
// types that Swift sees on Apple's systems, and their shared implementation.

/// Makes an audio queue for recording.
///
/// - Parameters:
///   - inFormat: The format of the buffers: interleaved linear PCM, or an encoding with an encoder.
///     A sample rate of zero means the microphone's.
///   - inCallbackRunLoop: The run loop of the callback, which must run; `nil` for a thread of the
///     queue's own.
///   - inCallbackRunLoopMode: `nil` for the common modes.
///   - inFlags: Reserved; zero.
/// - Returns: `'fmt?'` for a format that contradicts itself, −66673 without an encoder for it.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc: @escaping AudioQueueInputCallback, _ inUserData: UnsafeMutableRawPointer?,
    _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    newInput(
        inFormat, inCallbackProc, inUserData, inCallbackRunLoop,
        mode: inCallbackRunLoopMode as String?, outAQ)
}

/// Makes an audio queue for recording with a callback block on a dispatch queue.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueNewInputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
    _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
    makeInputQueue(inFormat, outAQ, callbackSchedule(inCallbackDispatchQueue), inCallbackBlock)
}

// MARK: Shared by Swift and C

func newInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ callback: @escaping AudioQueueInputCallback, _ userData: UnsafeMutableRawPointer?,
    _ runLoop: CFRunLoop?, mode: String?, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
    // Passed back unchanged; its ownership is the app's.
    nonisolated(unsafe) let userData = userData
    return makeInputQueue(inFormat, outAQ, callbackSchedule(runLoop, mode: mode)) {
        callback(userData, $0, $1, $2, $3, $4)
    }
}

private func makeInputQueue(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?, _ schedule: CallbackSchedule?,
    _ bufferFilled: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        guard let inFormat, let outAQ else { throw .missingArgument }
        let handle = QueueHandle()
        let queue = try InputQueue(
            currentApp(), queueFormat(inFormat.pointee), schedule: schedule
        ) { recorded in
            guard let reference = handle.reference else { return }
            tell(bufferFilled, of: recorded, by: reference)
        }
        outAQ.pointee = register(queue, handle)
    }
}

private func tell(
    _ bufferFilled: AudioQueueInputCallbackBlock, of recorded: RecordedBuffer,
    by reference: AudioQueueRef
) {
    var start = timeStamp(Double(recorded.startFrame), at: recorded.startTime)
    let buffer = recorded.address.assumingMemoryBound(to: AudioQueueBuffer.self)
    let count = UInt32(clamping: recorded.packetCount)
    guard !recorded.descriptions.isEmpty else {
        bufferFilled(reference, buffer, &start, count, nil)
        return
    }
    // The two structures have the same layout.
    recorded.descriptions.withUnsafeBytes { bytes in
        bufferFilled(
            reference, buffer, &start, count,
            bytes.baseAddress?.assumingMemoryBound(to: AudioStreamPacketDescription.self))
    }
}

// MARK: Properties

func setInputProperty(
    _ property: QueueProperty, of queue: InputQueue, _ data: UnsafeRawBufferPointer
) throws(AudioQueueError) {
    switch property {
    case .enableLevelMetering: try queue.setMetering(try number(data) != 0)
    case .hardwareCodecPolicy: try queue.setCodecPolicy(try codecPolicy(data))
    case .isRunning, .deviceSampleRate, .deviceChannelCount, .currentDevice, .magicCookie,
        .maximumOutputPacketSize, .streamDescription, .channelLayout, .currentLevelMeter,
        .currentLevelMeterDB, .decodeBufferSizeFrames, .converterError, .enableTimePitch,
        .timePitchAlgorithm, .timePitchBypass, .channelAssignments:
        throw .invalidProperty
    }
}

public import AudioCallbacks
import AudioQueues
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioQueue.h> that C declares with Core Foundation types or
// callbacks, with the types that Swift sees on Apple's systems.

/// Makes an audio queue for playback.
///
/// - Parameters:
///   - inFormat: The format of the buffers: interleaved linear PCM, or packets of an encoding that
///     can be decoded.
///   - inCallbackRunLoop: The run loop of the callback, which must run; `nil` for a thread of the
///     queue's own.
///   - inCallbackRunLoopMode: `nil` for the common modes.
///   - inFlags: Reserved; zero.
/// - Returns: `'fmt?'` for a format that contradicts itself, −66673 without a decoder for it.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc: @escaping AudioQueueOutputCallback, _ inUserData: UnsafeMutableRawPointer?,
    _ inCallbackRunLoop: CFRunLoop?, _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    newOutput(
        inFormat, inCallbackProc, inUserData, inCallbackRunLoop,
        mode: inCallbackRunLoopMode as String?, outAQ)
}

/// Makes an audio queue for playback with a callback block on a dispatch queue.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
    _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
    makeOutputQueue(
        inFormat, outAQ, callbackSchedule(inCallbackDispatchQueue)
    ) { queue, buffer in
        inCallbackBlock(queue, buffer)
    }
}

/// Adds a listener that is called after each change of the property, where the queue's callback
/// runs.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    addListener(inAQ, inID, inProc, inUserData)
}

/// Removes a listener that was added with the same user data.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeListener(inAQ, inID, inProc, inUserData)
}

/// Gets the queue's time: frames since its start, gaps included. It does not advance while the
/// queue is paused.
///
/// - Parameters:
///   - outTimelineDiscontinuity: Receives whether there was a gap on `inTimeline` since the last
///     call.
/// - Returns: −66678 before the start and after the stop.
@discardableResult
public func AudioQueueGetCurrentTime(
    _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?,
    _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    currentQueueTime(inAQ, inTimeline, outTimeStamp) {
        outTimelineDiscontinuity?.pointee = DarwinBoolean($0)
    }
}

// MARK: Shared by Swift and C

func newOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ callback: @escaping AudioQueueOutputCallback, _ userData: UnsafeMutableRawPointer?,
    _ runLoop: CFRunLoop?, mode: String?, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
    // Passed back unchanged; its ownership is the app's.
    nonisolated(unsafe) let userData = userData
    return makeOutputQueue(inFormat, outAQ, callbackSchedule(runLoop, mode: mode)) {
        callback(userData, $0, $1)
    }
}

/// - Parameters:
///   - runLoop: `nil` for a thread of the queue's own.
///   - mode: `nil` for the common modes.
func callbackSchedule(_ runLoop: CFRunLoop?, mode: String?) -> CallbackSchedule? {
    guard let runLoop else { return nil }
    let place = CallbackRunLoop(
        currentApp(), runLoop, mode: mode ?? CFRunLoopMode.commonModes.rawValue as String)
    return { block in place.schedule(block) }
}

/// Schedules callbacks on a dispatch queue. A simulated app has no dispatch queues of its own; its
/// callbacks run as if it had passed none.
func callbackSchedule(_ queue: DispatchQueue) -> CallbackSchedule? {
    guard CurrentApp.simulated == nil else { return nil }
    // The app's queue may be concurrent; calls are serial and in order.
    let serial = DispatchQueue(label: "sori.audioqueue.callback", target: queue)
    return { block in serial.async(execute: block) }
}

func addListener(
    _ inAQ: AudioQueueRef?, _ id: AudioQueuePropertyID,
    _ proc: @escaping AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer?
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        nonisolated(unsafe) let userData = userData
        let queue = try queue(inAQ)
        _ = try QueueProperty(id)
        let number = queue.handle
        try queue.addListener(of: id, identity(proc, userData)) {
            guard let reference = reference(to: number) else { return }
            proc(userData, reference, id)
        }
    }
}

func removeListener(
    _ inAQ: AudioQueueRef?, _ id: AudioQueuePropertyID,
    _ proc: @escaping AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer?
) -> OSStatus {
    queueStatus { () throws(AudioQueueError) in
        try queue(inAQ).removeListener(of: id, identity(proc, userData))
    }
}

private func identity(
    _ proc: AudioQueuePropertyListenerProc, _ userData: UnsafeMutableRawPointer?
) -> AudioQueueCore.ListenerIdentity {
    .init(procedure: unsafeBitCast(proc, to: UInt.self), clientData: UInt(bitPattern: userData))
}

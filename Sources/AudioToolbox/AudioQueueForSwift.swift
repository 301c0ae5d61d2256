import AudioCallbacks
import AudioQueues
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation
import SoundClient
import SoundRuntime

// The functions of <AudioToolbox/AudioQueue.h> that C declares with Core Foundation's types or with
// callbacks, as Swift on Apple's systems sees them.

/// Makes a queue that plays.
///
/// - Parameters:
///   - inFormat: Of what is enqueued: linear PCM, interleaved, or packets of any coding that can
///     be decoded.
///   - inCallbackRunLoop: Where the callback comes, and only while it runs; `nil` for a thread of
///     the queue's own.
///   - inCallbackRunLoopMode: `nil` for the common modes.
///   - inFlags: Zero.
/// - Returns: `'fmt?'` for a format whose fields contradict each other, −66673 for a coding that
///   cannot be decoded.
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

/// Makes a queue that plays and calls a block on a dispatch queue.
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

/// Has `inProc` called after each change of the property, where the queue's callback comes.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    addListener(inAQ, inID, inProc, inUserData)
}

@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioQueuePropertyListenerProc, _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeListener(inAQ, inID, inProc, inUserData)
}

/// The queue's time: frames since its start, gaps included; it stands still while paused.
///
/// - Parameters:
///   - outTimelineDiscontinuity: Whether there was a gap on `inTimeline` since it was last asked.
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

// MARK: What Swift and C share

func newOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ callback: @escaping AudioQueueOutputCallback, _ userData: UnsafeMutableRawPointer?,
    _ runLoop: CFRunLoop?, mode: String?, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
    // Handed back as it came; what it points to is the app's own business.
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

/// A simulated app has no queues of its own: what it wants on one comes where the audio queue's own
/// callbacks come.
func callbackSchedule(_ queue: DispatchQueue) -> CallbackSchedule? {
    guard CurrentApp.simulated == nil else { return nil }
    // A queue of the app's may be concurrent; calls come one at a time and in order.
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
        guard queueProperties.contains(id) else { throw .invalidProperty }
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
    .init(
        procedure: unsafeBitCast(proc, to: UInt.self), clientData: UInt(bitPattern: userData))
}

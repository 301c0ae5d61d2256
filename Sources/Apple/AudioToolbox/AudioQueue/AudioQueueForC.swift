public import AudioCallbacks
import CAudioToolbox
public import CoreAudioTypes
import CoreFoundation

// C entry points of the functions of <AudioToolbox/AudioQueue.h> that take Core Foundation types or
// callbacks. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioQueueNewOutput)
@usableFromInline
func newOutputForC(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inCallbackProc: AudioQueueOutputCallback?,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: UnsafeRawPointer?,
    _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inCallbackProc else { return kAudio_ParamError }
    let runLoop = inCallbackRunLoop.map(cfRunLoop(at:))
    return newOutput(
        inFormat, inCallbackProc, inUserData, runLoop,
        mode: inCallbackRunLoopMode.map(string(ofCFString:)), outAQ)
}

@c(AudioQueueNewInput)
@usableFromInline
func newInputForC(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
    _ inCallbackProc: AudioQueueInputCallback?,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: UnsafeRawPointer?,
    _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inCallbackProc else { return kAudio_ParamError }
    let runLoop = inCallbackRunLoop.map(cfRunLoop(at:))
    return newInput(
        inFormat, inCallbackProc, inUserData, runLoop,
        mode: inCallbackRunLoopMode.map(string(ofCFString:)), outAQ)
}

@c(AudioQueueAddPropertyListener)
@usableFromInline
func addListenerForC(
    _ inAQ: OpaquePointer?, _ inID: UInt32,
    _ inProc: AudioQueuePropertyListenerProc?,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return addListener(inAQ, inID, inProc, inUserData)
}

@c(AudioQueueRemovePropertyListener)
@usableFromInline
func removeListenerForC(
    _ inAQ: OpaquePointer?, _ inID: UInt32,
    _ inProc: AudioQueuePropertyListenerProc?,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return removeListener(inAQ, inID, inProc, inUserData)
}

@c(AudioQueueGetCurrentTime)
@usableFromInline
func getCurrentTimeForC(
    _ inAQ: OpaquePointer?, _ inTimeline: OpaquePointer?,
    _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
    _ outTimelineDiscontinuity: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    currentQueueTime(inAQ, inTimeline, outTimeStamp) { outTimelineDiscontinuity?.pointee = $0 }
}

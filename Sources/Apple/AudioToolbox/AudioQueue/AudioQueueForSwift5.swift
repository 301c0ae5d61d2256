import AudioCallbacks
public import AudioCallbacksSwift5
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation

// The functions with callbacks for clients in language modes before Swift 6: as on Apple's systems
// a callback need not be `@Sendable`, so one that a main-actor class keeps in a property is
// accepted without a warning. Each calls the function of its name for Swift 6, from which its
// symbol must differ; closures inside would share symbols with the other's closures, so there are
// none. The types have the same representation with and without `@Sendable`.

/// Makes an audio queue for playback.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueNewOutput")
@discardableResult
public func AudioQueueNewOutput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc: @escaping AudioCallbacksSwift5.AudioQueueOutputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?,
    _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    AudioQueueNewOutput(
        inFormat, unsafeBitCast(inCallbackProc, to: AudioCallbacks.AudioQueueOutputCallback.self),
        inUserData, inCallbackRunLoop, inCallbackRunLoopMode, inFlags, outAQ)
}

/// Makes an audio queue for playback with a callback block on a dispatch queue.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueNewOutputWithDispatchQueue")
@discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
    _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioCallbacksSwift5.AudioQueueOutputCallbackBlock
) -> OSStatus {
    AudioQueueNewOutputWithDispatchQueue(
        outAQ, inFormat, inFlags, inCallbackDispatchQueue,
        unsafeBitCast(inCallbackBlock, to: AudioCallbacks.AudioQueueOutputCallbackBlock.self))
}

/// Makes an audio queue for recording.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueNewInput")
@discardableResult
public func AudioQueueNewInput(
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inCallbackProc: @escaping AudioCallbacksSwift5.AudioQueueInputCallback,
    _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: CFRunLoop?,
    _ inCallbackRunLoopMode: CFString?, _ inFlags: UInt32,
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>
) -> OSStatus {
    AudioQueueNewInput(
        inFormat, unsafeBitCast(inCallbackProc, to: AudioCallbacks.AudioQueueInputCallback.self),
        inUserData, inCallbackRunLoop, inCallbackRunLoopMode, inFlags, outAQ)
}

/// Makes an audio queue for recording with a callback block on a dispatch queue.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueNewInputWithDispatchQueue")
@discardableResult
public func AudioQueueNewInputWithDispatchQueue(
    _ outAQ: UnsafeMutablePointer<AudioQueueRef?>,
    _ inFormat: UnsafePointer<AudioStreamBasicDescription>, _ inFlags: UInt32,
    _ inCallbackDispatchQueue: DispatchQueue,
    _ inCallbackBlock: @escaping AudioCallbacksSwift5.AudioQueueInputCallbackBlock
) -> OSStatus {
    AudioQueueNewInputWithDispatchQueue(
        outAQ, inFormat, inFlags, inCallbackDispatchQueue,
        unsafeBitCast(inCallbackBlock, to: AudioCallbacks.AudioQueueInputCallbackBlock.self))
}

/// Adds a listener that is called after each change of the property.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueAddPropertyListener")
@discardableResult
public func AudioQueueAddPropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioQueueAddPropertyListener(
        inAQ, inID, unsafeBitCast(inProc, to: AudioCallbacks.AudioQueuePropertyListenerProc.self),
        inUserData)
}

/// Removes a listener that was added with the same user data.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueRemovePropertyListener")
@discardableResult
public func AudioQueueRemovePropertyListener(
    _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioQueuePropertyListenerProc,
    _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioQueueRemovePropertyListener(
        inAQ, inID, unsafeBitCast(inProc, to: AudioCallbacks.AudioQueuePropertyListenerProc.self),
        inUserData)
}

/// Makes a processing tap, which inspects or changes the queue's audio.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioQueueProcessingTapNew")
@discardableResult
public func AudioQueueProcessingTapNew(
    _ inAQ: AudioQueueRef,
    _ inCallback: @escaping AudioCallbacksSwift5.AudioQueueProcessingTapCallback,
    _ inClientData: UnsafeMutableRawPointer?, _ inFlags: AudioQueueProcessingTapFlags,
    _ outMaxFrames: UnsafeMutablePointer<UInt32>,
    _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
    _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
    AudioQueueProcessingTapNew(
        inAQ, unsafeBitCast(inCallback, to: AudioCallbacks.AudioQueueProcessingTapCallback.self),
        inClientData, inFlags, outMaxFrames, outProcessingFormat, outAQTap)
}

import AudioCallbacks
public import AudioCallbacksSwift5
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation

// The functions of <AudioToolbox/AudioUnitUtilities.h> with callbacks for clients in language modes
// before Swift 6; see AudioQueueForSwift5.swift.

/// Makes a listener of parameters, which is called on a run loop.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUListenerCreate")
@discardableResult
public func AUListenerCreate(
    _ inProc: @escaping AudioCallbacksSwift5.AUParameterListenerProc,
    _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inNotificationInterval: Float32,
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>
) -> OSStatus {
    AUListenerCreate(
        unsafeBitCast(inProc, to: AudioCallbacks.AUParameterListenerProc.self), inUserData,
        inRunLoop, inRunLoopMode, inNotificationInterval, outListener)
}

/// Makes a listener of parameters, which is called on a dispatch queue.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUListenerCreateWithDispatchQueue")
@discardableResult
public func AUListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>,
    _ inNotificationInterval: Float32, _ inDispatchQueue: DispatchQueue,
    _ inBlock: @escaping AudioCallbacksSwift5.AUParameterListenerBlock
) -> OSStatus {
    AUListenerCreateWithDispatchQueue(
        outListener, inNotificationInterval, inDispatchQueue,
        unsafeBitCast(inBlock, to: AudioCallbacks.AUParameterListenerBlock.self))
}

/// Makes a listener of events, which is called on a run loop.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUEventListenerCreate")
@discardableResult
public func AUEventListenerCreate(
    _ inProc: @escaping AudioCallbacksSwift5.AUEventListenerProc,
    _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inNotificationInterval: Float32, _ inValueChangeGranularity: Float32,
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>
) -> OSStatus {
    AUEventListenerCreate(
        unsafeBitCast(inProc, to: AudioCallbacks.AUEventListenerProc.self), inUserData, inRunLoop,
        inRunLoopMode, inNotificationInterval, inValueChangeGranularity, outListener)
}

/// Makes a listener of events, which is called on a dispatch queue.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUEventListenerCreateWithDispatchQueue")
@discardableResult
public func AUEventListenerCreateWithDispatchQueue(
    _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
    _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue,
    _ inBlock: @escaping AudioCallbacksSwift5.AUEventListenerBlock
) -> OSStatus {
    AUEventListenerCreateWithDispatchQueue(
        outListener, inNotificationInterval, inValueChangeGranularity, inDispatchQueue,
        unsafeBitCast(inBlock, to: AudioCallbacks.AUEventListenerBlock.self))
}

public import AudioCallbacks
import CAudioToolbox
public import CoreAudioTypes
import CoreFoundation

// C entry points of the functions of <AudioToolbox/AudioUnitUtilities.h> that take Core Foundation
// types or callbacks. `@usableFromInline` keeps their symbols in a shared library.

@c(AUListenerCreate)
@usableFromInline
func createParameterListenerForC(
    _ inProc: AUParameterListenerProc?, _ inUserData: UnsafeMutableRawPointer?,
    _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
    _ inNotificationInterval: Float, _ outListener: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return makeParameterListener(
        inProc, inUserData, inRunLoop.map(cfRunLoop(at:)),
        mode: inRunLoopMode.map(string(ofCFString:)), inNotificationInterval, outListener)
}

@c(AUEventListenerCreate)
@usableFromInline
func createEventListenerForC(
    _ inProc: AUEventListenerProc?, _ inUserData: UnsafeMutableRawPointer?,
    _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
    _ inNotificationInterval: Float, _ inValueChangeGranularity: Float,
    _ outListener: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return makeEventListener(
        inProc, inUserData, inRunLoop.map(cfRunLoop(at:)),
        mode: inRunLoopMode.map(string(ofCFString:)), inNotificationInterval, outListener)
}

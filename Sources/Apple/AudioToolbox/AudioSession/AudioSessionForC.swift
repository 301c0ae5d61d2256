import CAudioToolbox
public import CoreAudioTypes
import CoreFoundation

// C entry points of the functions of <AudioToolbox/AudioSession.h> that take Core Foundation types
// or callbacks. `@usableFromInline` keeps their symbols in a shared library.

@c(AudioSessionInitialize)
@usableFromInline
func initializeSessionForC(
    _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
    _ inInterruptionListener: AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    initializeSession(
        inRunLoop.map(cfRunLoop(at:)), mode: inRunLoopMode.map(string(ofCFString:)),
        inInterruptionListener, inClientData)
}

@c(AudioSessionAddPropertyListener)
@usableFromInline
func addSessionListenerForC(
    _ inID: UInt32,
    _ inProc: AudioSessionPropertyListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return addSessionListener(inID, inProc, inClientData)
}

@c(AudioSessionRemovePropertyListenerWithUserData)
@usableFromInline
func removeSessionListenerForC(
    _ inID: UInt32,
    _ inProc: AudioSessionPropertyListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return removeSessionListener(inID, inProc, inClientData)
}

import CAudioToolbox
import CoreAudioTypes
import CoreFoundation

// The functions of <AudioToolbox/AudioSession.h> that take Core Foundation's types or callbacks,
// for C. They are usable from inlined code only so that a shared library keeps them.

@c(AudioSessionInitialize)
@usableFromInline
func initializeSessionForC(
    _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
    _ inInterruptionListener: AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    initializeSession(
        inRunLoop.map { Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() },
        mode: inRunLoopMode.map(string(ofCFString:)), inInterruptionListener, inClientData)
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

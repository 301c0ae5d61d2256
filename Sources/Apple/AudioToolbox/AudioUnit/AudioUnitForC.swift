public import AudioCallbacks
import AudioUnits
import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AUComponent.h> that take Booleans or callbacks.
// `@usableFromInline` keeps their symbols in a shared library.

@c(AudioUnitGetPropertyInfo)
@usableFromInline
func getPropertyInfoForC(
    _ inUnit: OpaquePointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32,
    _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    unitPropertyInfo(inUnit, inID, inScope, inElement, outDataSize) { outWritable?.pointee = $0 }
}

@c(AudioUnitAddPropertyListener)
@usableFromInline
func addPropertyListenerForC(
    _ inUnit: OpaquePointer?, _ inID: UInt32, _ inProc: AudioUnitPropertyListenerProc?,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return addUnitListener(inUnit, inID, inProc, inProcUserData)
}

@c(AudioUnitRemovePropertyListenerWithUserData)
@usableFromInline
func removePropertyListenerWithUserDataForC(
    _ inUnit: OpaquePointer?, _ inID: UInt32, _ inProc: AudioUnitPropertyListenerProc?,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return removeUnitListener(inUnit, inID, inProc, argument: UInt(bitPattern: inProcUserData))
}

@c(AudioUnitRemovePropertyListener)
@usableFromInline
func removePropertyListenerForC(
    _ inUnit: OpaquePointer?, _ inID: UInt32, _ inProc: AudioUnitPropertyListenerProc?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return removeUnitListener(inUnit, inID, inProc, argument: nil)
}

@c(AudioUnitAddRenderNotify)
@usableFromInline
func addRenderNotifyForC(
    _ inUnit: OpaquePointer?, _ inProc: AURenderCallback?,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    addUnitNotify(inUnit, inProc, inProcUserData)
}

@c(AudioUnitRemoveRenderNotify)
@usableFromInline
func removeRenderNotifyForC(
    _ inUnit: OpaquePointer?, _ inProc: AURenderCallback?,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inProc else { return kAudio_ParamError }
    return removeUnitNotify(inUnit, inProc, inProcUserData)
}

/// Apps do not share units here.
@c(AudioOutputUnitPublish)
@usableFromInline
func publishOutputUnitForC(
    _ inDesc: UnsafePointer<AudioComponentDescription>?, _ inName: UnsafeRawPointer?,
    _ inVersion: UInt32, _ inOutputUnit: OpaquePointer?
) -> OSStatus { kAudioComponentErr_UnsupportedType }

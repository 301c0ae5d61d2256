import AudioCallbacks
public import AudioCallbacksSwift5
public import CAudioToolbox
public import CoreAudioTypes

// The functions of audio units with callbacks for clients in language modes before Swift 6; see
// AudioQueueForSwift5.swift.

/// Adds a listener that is called after each change of a property, on the thread of the change.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioUnitAddPropertyListener")
@discardableResult
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioUnitAddPropertyListener(
        inUnit, inID,
        unsafeBitCast(inProc, to: AudioCallbacks.AudioUnitPropertyListenerProc.self),
        inProcUserData)
}

/// Removes a listener that was added with the same user data.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioUnitRemovePropertyListenerWithUserData")
@discardableResult
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioUnitRemovePropertyListenerWithUserData(
        inUnit, inID,
        unsafeBitCast(inProc, to: AudioCallbacks.AudioUnitPropertyListenerProc.self),
        inProcUserData)
}

/// Adds a callback that is called before and after each slice that is requested of the unit.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioUnitAddRenderNotify")
@discardableResult
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AudioCallbacksSwift5.AURenderCallback,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioUnitAddRenderNotify(
        inUnit, unsafeBitCast(inProc, to: AudioCallbacks.AURenderCallback.self), inProcUserData)
}

/// Removes a callback that was added with the same user data.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioUnitRemoveRenderNotify")
@discardableResult
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AudioCallbacksSwift5.AURenderCallback,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioUnitRemoveRenderNotify(
        inUnit, unsafeBitCast(inProc, to: AudioCallbacks.AURenderCallback.self), inProcUserData)
}

/// Registers a component of the app's own, for this process.
///
/// - Returns: The component; `nil` for a description that is taken.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioComponentRegister")
public func AudioComponentRegister(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inFactory: @escaping AudioCallbacksSwift5.AudioComponentFactoryFunction
) -> AudioComponent! {
    AudioComponentRegister(
        inDesc, inName, inVersion,
        unsafeBitCast(inFactory, to: AudioCallbacks.AudioComponentFactoryFunction.self))
}

import AudioCallbacks
public import AudioCallbacksSwift5
public import CAudioToolbox
public import CoreAudioTypes

// The functions of graphs with callbacks for clients in language modes before Swift 6; see
// AudioQueueForSwift5.swift.

/// Adds a callback that is called before and after each rendering of the output unit.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUGraphAddRenderNotify")
@discardableResult
public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AudioCallbacksSwift5.AURenderCallback,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    AUGraphAddRenderNotify(
        inGraph, unsafeBitCast(inCallback, to: AudioCallbacks.AURenderCallback.self), inRefCon)
}

/// Removes a callback that was added with the same user data.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AUGraphRemoveRenderNotify")
@discardableResult
public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AudioCallbacksSwift5.AURenderCallback,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    AUGraphRemoveRenderNotify(
        inGraph, unsafeBitCast(inCallback, to: AudioCallbacks.AURenderCallback.self), inRefCon)
}

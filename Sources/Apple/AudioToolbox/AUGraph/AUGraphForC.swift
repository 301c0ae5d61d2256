public import AudioCallbacks
import AudioUnits
import CAudioToolbox
public import CoreAudioTypes

// C entry points of the functions of <AudioToolbox/AUGraph.h> that take Booleans or callbacks.
// `@usableFromInline` keeps their symbols in a shared library.

@c(AUGraphIsNodeSubGraph)
@usableFromInline
func isNodeSubGraphForC(
    _ inGraph: OpaquePointer?, _ inNode: Int32, _ outFlag: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    guard let outFlag else { return kAudio_ParamError }
    return isNodeSubGraph(inGraph, inNode) { outFlag.pointee = $0 }
}

@c(AUGraphUpdate)
@usableFromInline
func updateGraphForC(
    _ inGraph: OpaquePointer?, _ outIsUpdated: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    updateGraph(inGraph, outIsUpdated.map { pointer in { pointer.pointee = $0 } })
}

@c(AUGraphIsOpen)
@usableFromInline
func isGraphOpenForC(
    _ inGraph: OpaquePointer?, _ outIsOpen: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard let outIsOpen else { throw .missingArgument }
        outIsOpen.pointee = graph.isOpen
    }
}

@c(AUGraphIsInitialized)
@usableFromInline
func isGraphInitializedForC(
    _ inGraph: OpaquePointer?, _ outIsInitialized: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard let outIsInitialized else { throw .missingArgument }
        outIsInitialized.pointee = graph.isInitialized
    }
}

@c(AUGraphIsRunning)
@usableFromInline
func isGraphRunningForC(
    _ inGraph: OpaquePointer?, _ outIsRunning: UnsafeMutablePointer<Bool>?
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        guard let outIsRunning else { throw .missingArgument }
        outIsRunning.pointee = graph.isRunning
    }
}

@c(AUGraphAddRenderNotify)
@usableFromInline
func addGraphNotifyForC(
    _ inGraph: OpaquePointer?, _ inCallback: AURenderCallback?,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    addGraphNotify(inGraph, inCallback, inRefCon)
}

@c(AUGraphRemoveRenderNotify)
@usableFromInline
func removeGraphNotifyForC(
    _ inGraph: OpaquePointer?, _ inCallback: AURenderCallback?,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let inCallback else { return kAudio_ParamError }
    return removeGraphNotify(inGraph, inCallback, inRefCon)
}

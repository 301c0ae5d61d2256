public import AudioCallbacks
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/AUGraph.h> that C declares with Booleans or callbacks, with the types
// that Swift sees on Apple's systems.

/// Whether a node is a graph: never here.
@discardableResult
public func AUGraphIsNodeSubGraph(
    _ inGraph: AUGraph, _ inNode: AUNode, _ outFlag: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    isNodeSubGraph(inGraph, inNode) { outFlag.pointee = DarwinBoolean($0) }
}

/// Makes pending changes: with `nil`, waits until they are heard; otherwise tells whether they are.
@discardableResult
public func AUGraphUpdate(
    _ inGraph: AUGraph, _ outIsUpdated: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    updateGraph(inGraph, outIsUpdated.map { pointer in { pointer.pointee = DarwinBoolean($0) } })
}

/// Gets whether the graph is open.
@discardableResult
public func AUGraphIsOpen(
    _ inGraph: AUGraph, _ outIsOpen: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        outIsOpen.pointee = DarwinBoolean(graph.isOpen)
    }
}

/// Gets whether the graph is initialised.
@discardableResult
public func AUGraphIsInitialized(
    _ inGraph: AUGraph, _ outIsInitialized: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        outIsInitialized.pointee = DarwinBoolean(graph.isInitialized)
    }
}

/// Gets whether the graph runs.
@discardableResult
public func AUGraphIsRunning(
    _ inGraph: AUGraph, _ outIsRunning: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        outIsRunning.pointee = DarwinBoolean(graph.isRunning)
    }
}

/// Adds a callback that is called before and after each rendering of the output unit.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUGraphAddRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    addGraphNotify(inGraph, inCallback, inRefCon)
}

/// Removes a callback that was added with the same user data.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AUGraphRemoveRenderNotify(
    _ inGraph: AUGraph, _ inCallback: @escaping AURenderCallback,
    _ inRefCon: UnsafeMutableRawPointer?
) -> OSStatus {
    removeGraphNotify(inGraph, inCallback, inRefCon)
}

// MARK: Shared by Swift and C

func isNodeSubGraph(
    _ inGraph: AUGraph?, _ inNode: AUNode, _ setFlag: (Bool) -> Void
) -> OSStatus {
    graphStatus(inGraph) { graph throws(UnitError) in
        _ = try graph.node(inNode)
        setFlag(false)
    }
}

/// - Parameter setUpdated: `nil` to wait.
func updateGraph(_ inGraph: AUGraph?, _ setUpdated: ((Bool) -> Void)?) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let isUpdated = try unitGraph(inGraph).update(waits: setUpdated == nil)
        setUpdated?(isUpdated)
    }
}

func addGraphNotify(
    _ inGraph: AUGraph?, _ inCallback: AURenderCallback?, _ argument: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let notify = RenderCallback(inCallback, argument) else { return kAudio_ParamError }
    return graphStatus(inGraph) { graph throws(UnitError) in graph.addNotify(notify) }
}

func removeGraphNotify(
    _ inGraph: AUGraph?, _ inCallback: @escaping AURenderCallback,
    _ argument: UnsafeMutableRawPointer?
) -> OSStatus {
    let (procedure, argument) = (address(inCallback), UInt(bitPattern: argument))
    return graphStatus(inGraph) { graph throws(UnitError) in
        graph.removeNotify(procedure: procedure, argument: argument)
    }
}

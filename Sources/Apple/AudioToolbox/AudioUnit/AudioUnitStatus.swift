package import AudioUnits
import CoreAudioTypes

extension UnitError: StatusError {}

/// The program's audio units.
package let audioUnits = HandleTable<UnitCore>()

/// - Throws: `missingArgument` for a handle of no unit, or of one that was disposed of.
func unit(_ handle: OpaquePointer?) throws(UnitError) -> UnitCore {
    guard let unit = audioUnits[handle] else { throw .missingArgument }
    return unit
}

func outputUnit(_ handle: OpaquePointer?) throws(UnitError) -> OutputUnit {
    guard let output = try unit(handle) as? OutputUnit else { throw .invalidProperty }
    return output
}

func unitStatus(_ body: () throws(UnitError) -> Void) -> OSStatus { status(body) }

/// - Throws: `invalidScope` for a number of no scope.
func unitScope(_ scope: UInt32) throws(UnitError) -> UnitScope {
    guard let scope = UnitScope(rawValue: scope) else { throw .invalidScope }
    return scope
}

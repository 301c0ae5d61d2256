public import AudioCallbacks
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/AUComponent.h> that C declares with Booleans or callbacks, with the
// types that Swift sees on Apple's systems.

/// Gets the size of a property in bytes, and whether it can be set.
///
/// - Returns: −10879 for a property that the unit does not have, −10866 and −10877 for a scope and an
///   element that it does not have.
@discardableResult
public func AudioUnitGetPropertyInfo(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope,
    _ inElement: AudioUnitElement, _ outDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    unitPropertyInfo(inUnit, inID, inScope, inElement, outDataSize) {
        outWritable?.pointee = DarwinBoolean($0)
    }
}

/// Adds a listener that is called after each change of a property, on the thread of the change.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioUnitPropertyListenerProc, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    addUnitListener(inUnit, inID, inProc, inProcUserData)
}

/// Removes a listener that was added with the same user data.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioUnitPropertyListenerProc, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeUnitListener(inUnit, inID, inProc, argument: UInt(bitPattern: inProcUserData))
}

/// Adds a callback that is called before and after each slice that is requested of the unit.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    addUnitNotify(inUnit, inProc, inProcUserData)
}

/// Removes a callback that was added with the same user data.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    removeUnitNotify(inUnit, inProc, inProcUserData)
}

/// Offers an output unit to other apps, which apps cannot do here.
///
/// - Returns: −66751.
@discardableResult
public func AudioOutputUnitPublish(
    _ inDesc: UnsafePointer<AudioComponentDescription>, _ inName: CFString, _ inVersion: UInt32,
    _ inOutputUnit: AudioUnit
) -> OSStatus { kAudioComponentErr_UnsupportedType }

extension NSNotification.Name {
    /// Reports that audio components were registered, or are gone.
    public static let AudioComponentRegistrationsChanged = NSNotification.Name(
        "AudioComponentRegistrationsChanged")
}

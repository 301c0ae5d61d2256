import AudioCallbacks
import AudioUnits
import CAudioToolbox
import CoreAudioTypes

// What an app's functions of audio units become: closures that know their argument.

extension RenderCallback {
    /// - Returns: `nil` without a function.
    init?(_ procedure: AURenderCallback?, _ argument: UnsafeMutableRawPointer?) {
        guard let procedure else { return nil }
        // Passed back unchanged; its ownership is the app's. Apple's type has no NULL, which an app
        // passes all the same.
        nonisolated(unsafe) let context = argument
        self.init(
            procedure: UInt(bitPattern: unsafeBitCast(procedure, to: UnsafeRawPointer.self)),
            argument: UInt(bitPattern: argument)
        ) { flags, time, bus, frameCount, list in
            let function = unsafeBitCast(procedure, to: RawRenderCallback.self)
            return flags.withMemoryRebound(to: AudioUnitRenderActionFlags.self, capacity: 1) {
                function(context, $0, time, bus, frameCount, list)
            }
        }
    }

    private typealias RawRenderCallback =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<AudioUnitRenderActionFlags>,
            UnsafePointer<AudioTimeStamp>, UInt32, UInt32, UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus
}

/// The address of a function.
func address<Function>(_ function: Function) -> UInt {
    UInt(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer?.self))
}

// MARK: Shared by Swift and C

func addUnitListener(
    _ inUnit: AudioUnit?, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioUnitPropertyListenerProc, _ argument: UnsafeMutableRawPointer?
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        let handle = UInt(bitPattern: inUnit)
        nonisolated(unsafe) let argument = argument
        let identity = UnitListeners.Identity(
            procedure: address(inProc), argument: UInt(bitPattern: argument))
        typealias RawListener =
            @convention(c) (
                UnsafeMutableRawPointer?, AudioUnit?, AudioUnitPropertyID, AudioUnitScope,
                AudioUnitElement
            ) -> Void
        unit.listeners.add(inID, identity) { property, scope, element in
            unsafeBitCast(inProc, to: RawListener.self)(
                argument, AudioUnit(bitPattern: handle), property, scope, element)
        }
    }
}

func removeUnitListener(
    _ inUnit: AudioUnit?, _ inID: AudioUnitPropertyID,
    _ inProc: @escaping AudioUnitPropertyListenerProc, argument: UInt?
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        try unit(inUnit).listeners.remove(inID, procedure: address(inProc), argument: argument)
    }
}

func addUnitNotify(
    _ inUnit: AudioUnit?, _ inProc: AURenderCallback?, _ argument: UnsafeMutableRawPointer?
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let notify = RenderCallback(inProc, argument) else { throw .missingArgument }
        unit.addRenderNotify(notify)
    }
}

func removeUnitNotify(
    _ inUnit: AudioUnit?, _ inProc: @escaping AURenderCallback,
    _ argument: UnsafeMutableRawPointer?
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        try unit(inUnit).removeRenderNotify(
            procedure: address(inProc), argument: UInt(bitPattern: argument))
    }
}

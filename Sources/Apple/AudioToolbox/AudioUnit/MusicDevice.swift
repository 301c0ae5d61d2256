import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes

// Instruments, which <AudioToolbox/MusicDevice.h> declares and documents.

/// - Throws: `unimplemented` for a unit that has no programs.
private func instrument(_ handle: MusicDeviceComponent?) throws(UnitError) -> InstrumentUnit {
    guard let unit = try unit(handle) as? InstrumentUnit else { throw .unimplemented }
    return unit
}

@c @implementation
public func MusicDeviceMIDIEvent(
    _ inUnit: MusicDeviceComponent!, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
    _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.midiEvent(inStatus, inData1, inData2, inOffsetSampleFrame)
    }
    return unitStatus { () throws(UnitError) in
        try unit(inUnit).send(inStatus, inData1, inData2, after: inOffsetSampleFrame)
    }
}

@c @implementation
public func MusicDeviceSysEx(
    _ inUnit: MusicDeviceComponent!, _ inData: UnsafePointer<UInt8>!, _ inLength: UInt32
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) { return methods.systemExclusive(inData, inLength) }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        guard let inData else { throw .missingArgument }
        let bytes = UnsafeBufferPointer(start: inData, count: Int(inLength))
        try unit.send(systemExclusive: Array(bytes))
    }
}

@c @implementation
public func MusicDeviceStartNote(
    _ inUnit: MusicDeviceComponent!, _ inInstrument: MusicDeviceInstrumentID,
    _ inGroupID: MusicDeviceGroupID, _ outNoteInstanceID: UnsafeMutablePointer<NoteInstanceID>!,
    _ inOffsetSampleFrame: UInt32, _ inParams: UnsafePointer<MusicDeviceNoteParams>!
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.startNote(
            inInstrument, inGroupID, outNoteInstanceID, inOffsetSampleFrame, inParams)
    }
    return unitStatus { () throws(UnitError) in
        let unit = try unit(inUnit)
        // Apps may pass the shorter structure, without controls.
        guard let inParams, inParams.argCount >= 2 else { throw .missingArgument }
        let note = try unit.startNote(
            inParams.pitch, velocity: inParams.velocity, channel: inGroupID,
            after: inOffsetSampleFrame)
        outNoteInstanceID?.pointee = note
    }
}

extension UnsafePointer<MusicDeviceNoteParams> {
    fileprivate var argCount: UInt32 { UnsafeRawPointer(self).load(as: UInt32.self) }
    fileprivate var pitch: Float { UnsafeRawPointer(self).load(fromByteOffset: 4, as: Float.self) }
    fileprivate var velocity: Float {
        UnsafeRawPointer(self).load(fromByteOffset: 8, as: Float.self)
    }
}

@c @implementation
public func MusicDeviceStopNote(
    _ inUnit: MusicDeviceComponent!, _ inGroupID: MusicDeviceGroupID,
    _ inNoteInstanceID: NoteInstanceID, _ inOffsetSampleFrame: UInt32
) -> OSStatus {
    if let methods = FactoryMethods.of(inUnit) {
        return methods.stopNote(inGroupID, inNoteInstanceID, inOffsetSampleFrame)
    }
    return unitStatus { () throws(UnitError) in
        try unit(inUnit).stopNote(
            inNoteInstanceID, channel: inGroupID, after: inOffsetSampleFrame)
    }
}

@c @implementation
public func MusicDevicePrepareInstrument(
    _ inUnit: MusicDeviceComponent!, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
    // Whole sound banks are loaded.
    unitStatus { () throws(UnitError) in _ = try instrument(inUnit) }
}

@c @implementation
public func MusicDeviceReleaseInstrument(
    _ inUnit: MusicDeviceComponent!, _ inInstrument: MusicDeviceInstrumentID
) -> OSStatus {
    unitStatus { () throws(UnitError) in _ = try instrument(inUnit) }
}

import CAudioToolbox
import MIDISynthesis

// The events of an app's memory.

/// The largest number of bytes of an event.
private let eventBytesMax: UInt32 = 1 << 24
/// The largest number of values of a note: pitch, velocity and controls.
private let noteValuesMax: UInt32 = 64

/// Copies an event of a type.
func eventBody(
    _ type: MusicEventType, _ data: UnsafeRawPointer?
) throws(MusicError) -> MIDISequence.Body {
    guard let data else { throw .invalidArgument }
    switch type {
    case kMusicEventType_ExtendedNote:
        return try eventBody(data.assumingMemoryBound(to: ExtendedNoteOnEvent.self))
    case kMusicEventType_ExtendedTempo:
        return try tempoBody(data.loadUnaligned(as: ExtendedTempoEvent.self).bpm)
    case kMusicEventType_User:
        return try eventBody(data.assumingMemoryBound(to: MusicEventUserData.self))
    case kMusicEventType_Meta:
        return try eventBody(data.assumingMemoryBound(to: MIDIMetaEvent.self))
    case kMusicEventType_MIDINoteMessage:
        return try eventBody(data.assumingMemoryBound(to: MIDINoteMessage.self))
    case kMusicEventType_MIDIChannelMessage:
        return try eventBody(data.assumingMemoryBound(to: MIDIChannelMessage.self))
    case kMusicEventType_MIDIRawData:
        return try eventBody(data.assumingMemoryBound(to: MIDIRawData.self))
    case kMusicEventType_Parameter:
        return try eventBody(data.assumingMemoryBound(to: ParameterEvent.self))
    case kMusicEventType_AUPreset:
        return try eventBody(data.assumingMemoryBound(to: AUPresetEvent.self))
    default: throw .invalidEventType
    }
}

func tempoBody(_ tempo: Double) throws(MusicError) -> MIDISequence.Body {
    guard tempo.isFinite, tempo > 0 else { throw .invalidArgument }
    return .tempo(tempo)
}

func eventBody(
    _ event: UnsafePointer<MIDINoteMessage>?
) throws(MusicError) -> MIDISequence.Body {
    guard let note = event?.pointee, note.duration.isFinite, note.channel < 16,
        max(note.note, note.velocity, note.releaseVelocity) < 0x80
    else { throw .invalidArgument }
    return .note(
        MIDIMessage(.noteOn, channel: note.channel, note.note, note.velocity),
        duration: max(Double(note.duration), 0), releaseVelocity: note.releaseVelocity)
}

func eventBody(
    _ event: UnsafePointer<MIDIChannelMessage>?
) throws(MusicError) -> MIDISequence.Body {
    guard let event = event?.pointee,
        let message = MIDIMessage(status: event.status, data1: event.data1, data2: event.data2)
    else { throw .invalidArgument }
    return .message(message)
}

func eventBody(_ event: UnsafePointer<MIDIRawData>?) throws(MusicError) -> MIDISequence.Body {
    guard let event, event.pointee.length > 0 else { throw .invalidArgument }
    let bytes = try eventBytes(UnsafeRawPointer(event) + 4, event.pointee.length)
    return bytes[0] == 0xF0 ? .systemExclusive(Array(bytes.dropFirst())) : .escape(bytes)
}

func eventBody(
    _ event: UnsafePointer<MusicEventUserData>?
) throws(MusicError) -> MIDISequence.Body {
    guard let event else { throw .invalidArgument }
    return .user(try eventBytes(UnsafeRawPointer(event) + 4, event.pointee.length))
}

func eventBody(_ event: UnsafePointer<MIDIMetaEvent>?) throws(MusicError) -> MIDISequence.Body {
    guard let event, event.pointee.metaEventType < 0x80 else { throw .invalidArgument }
    // The end of a track is written with its length.
    guard event.pointee.metaEventType != 0x2F else { throw .invalidEventType }
    return .meta(
        type: event.pointee.metaEventType,
        try eventBytes(UnsafeRawPointer(event) + 8, event.pointee.dataLength))
}

func eventBody(
    _ event: UnsafePointer<ExtendedNoteOnEvent>?
) throws(MusicError) -> MIDISequence.Body {
    guard let event else { throw .invalidArgument }
    let (note, values) = (event.pointee, event.pointee.extendedParams)
    guard note.duration.isFinite, values.mPitch.isFinite, values.mVelocity.isFinite,
        (2...noteValuesMax).contains(values.argCount)
    else { throw .invalidArgument }
    // Behind the three numbers of the note, and the three of its parameters.
    let controls = UnsafeRawPointer(event) + 24
    let result = (0..<Int(values.argCount) - 2).map { index in
        let control = controls.loadUnaligned(
            fromByteOffset: 8 * index, as: NoteParamsControlValue.self)
        return MIDISequence.ExtendedNote.Control(
            identifier: control.mID, value: control.mValue)
    }
    guard result.allSatisfy({ $0.value.isFinite }) else { throw .invalidArgument }
    return .extendedNote(
        MIDISequence.ExtendedNote(
            key: values.mPitch, velocity: values.mVelocity, instrument: note.instrumentID,
            group: note.groupID, duration: max(Double(note.duration), 0), controls: result))
}

func eventBody(_ event: UnsafePointer<ParameterEvent>?) throws(MusicError) -> MIDISequence.Body {
    guard let event = event?.pointee, event.value.isFinite else { throw .invalidArgument }
    return .parameter(
        MIDISequence.Parameter(
            identifier: event.parameterID, scope: event.scope, element: event.element,
            value: event.value))
}

func eventBody(_ event: UnsafePointer<AUPresetEvent>?) throws(MusicError) -> MIDISequence.Body {
    guard let event = event?.pointee, let preset = event.preset,
        let bytes = propertyListBytes(preset.toOpaque())
    else { throw .invalidArgument }
    return .preset(scope: event.scope, element: event.element, propertyList: bytes)
}

private func eventBytes(
    _ start: UnsafeRawPointer, _ count: UInt32
) throws(MusicError) -> [UInt8] {
    guard count <= eventBytesMax else { throw .invalidArgument }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
}

public import CAudioToolbox
public import CoreAudioTypes
import MIDISynthesis

// The functions of tracks, which <AudioToolbox/MusicPlayer.h> declares and documents, besides those
// of their properties.

func track(_ handle: MusicTrack?) throws(MusicError) -> MusicTrackObject {
    try MusicObject.object(handle)
}

@c @implementation
public func MusicTrackGetSequence(
    _ inTrack: MusicTrack!, _ outSequence: UnsafeMutablePointer<MusicSequence?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outSequence else { throw .invalidArgument }
        guard let sequence = try track(inTrack).sequence else { throw .noSequence }
        outSequence.pointee = sequence.handle
    }
}

// MARK: Destinations

@c @implementation
public func MusicTrackSetDestNode(_ inTrack: MusicTrack!, _ inNode: AUNode) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let track = try track(inTrack)
        guard !track.isTempoTrack else { throw .illegalDestination }
        guard track.sequence?.unitGraph?.hasNode(inNode) ?? true else { throw .unit(.nodeNotFound) }
        try track.change { $0.node = inNode }
    }
}

@c @implementation
public func MusicTrackGetDestNode(
    _ inTrack: MusicTrack!, _ outNode: UnsafeMutablePointer<AUNode>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outNode else { throw .invalidArgument }
        guard let node = try track(inTrack).read({ $0.node }) else { throw .noDestination }
        outNode.pointee = node
    }
}

@c @implementation
public func MusicTrackSetDestMIDIEndpoint(
    _ inTrack: MusicTrack!, _ inEndpoint: MIDIEndpointRef
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        _ = try track(inTrack)
        throw .illegalDestination
    }
}

@c @implementation
public func MusicTrackGetDestMIDIEndpoint(
    _ inTrack: MusicTrack!, _ outEndpoint: UnsafeMutablePointer<MIDIEndpointRef>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard outEndpoint != nil else { throw .invalidArgument }
        _ = try track(inTrack)
        throw .noDestination
    }
}

// MARK: Editing

@c @implementation
public func MusicTrackMoveEvents(
    _ inTrack: MusicTrack!, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp,
    _ inMoveTime: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let (range, amount) = (try beatRange(inStartTime, inEndTime), try checkedTime(inMoveTime))
        try track(inTrack).change { $0.track.move(in: range, by: amount) }
    }
}

@c @implementation
public func MusicTrackClear(
    _ inTrack: MusicTrack!, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let range = try beatRange(inStartTime, inEndTime)
        try track(inTrack).change { $0.track.clear(in: range) }
    }
}

@c @implementation
public func MusicTrackCut(
    _ inTrack: MusicTrack!, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let range = try beatRange(inStartTime, inEndTime)
        try track(inTrack).change { $0.track.cut(in: range) }
    }
}

@c @implementation
public func MusicTrackCopyInsert(
    _ inSourceTrack: MusicTrack!, _ inSourceStartTime: MusicTimeStamp,
    _ inSourceEndTime: MusicTimeStamp, _ inDestTrack: MusicTrack!,
    _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let range = try beatRange(inSourceStartTime, inSourceEndTime)
        try track(inDestTrack).copy(
            range, of: track(inSourceTrack), to: inDestInsertTime, shiftsLater: true)
    }
}

@c @implementation
public func MusicTrackMerge(
    _ inSourceTrack: MusicTrack!, _ inSourceStartTime: MusicTimeStamp,
    _ inSourceEndTime: MusicTimeStamp, _ inDestTrack: MusicTrack!,
    _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let range = try beatRange(inSourceStartTime, inSourceEndTime)
        try track(inDestTrack).copy(
            range, of: track(inSourceTrack), to: inDestInsertTime, shiftsLater: false)
    }
}

// MARK: Events

@c @implementation
public func MusicTrackNewMIDINoteEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inMessage: UnsafePointer<MIDINoteMessage>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inMessage), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewMIDIChannelEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inMessage: UnsafePointer<MIDIChannelMessage>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inMessage), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewMIDIRawDataEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inRawData: UnsafePointer<MIDIRawData>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inRawData), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewExtendedNoteEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inInfo: UnsafePointer<ExtendedNoteOnEvent>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inInfo), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewParameterEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inInfo: UnsafePointer<ParameterEvent>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inInfo), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewExtendedTempoEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp, _ inBPM: Double
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(tempoBody(inBPM), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewMetaEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inMetaEvent: UnsafePointer<MIDIMetaEvent>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inMetaEvent), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewUserEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inUserData: UnsafePointer<MusicEventUserData>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inUserData), at: inTimeStamp)
    }
}

@c @implementation
public func MusicTrackNewAUPresetEvent(
    _ inTrack: MusicTrack!, _ inTimeStamp: MusicTimeStamp,
    _ inPresetEvent: UnsafePointer<AUPresetEvent>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try track(inTrack).add(eventBody(inPresetEvent), at: inTimeStamp)
    }
}

public import CAudioToolbox
public import CoreAudioTypes
import MIDISynthesis

// The functions of sequences, which <AudioToolbox/MusicPlayer.h> declares and documents.

func sequence(_ handle: MusicSequence?) throws(MusicError) -> MusicSequenceObject {
    try MusicObject.object(handle)
}

@c @implementation
public func NewMusicSequence(_ outSequence: UnsafeMutablePointer<MusicSequence?>!) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outSequence else { throw .invalidArgument }
        outSequence.pointee = MusicSequenceObject().registerAll()
    }
}

@c @implementation
public func DisposeMusicSequence(_ inSequence: MusicSequence!) -> OSStatus {
    musicStatus { () throws(MusicError) in try sequence(inSequence).dispose() }
}

// MARK: Tracks

@c @implementation
public func MusicSequenceNewTrack(
    _ inSequence: MusicSequence!, _ outTrack: UnsafeMutablePointer<MusicTrack?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outTrack else { throw .invalidArgument }
        outTrack.pointee = try sequence(inSequence).append().handle
    }
}

@c @implementation
public func MusicSequenceDisposeTrack(
    _ inSequence: MusicSequence!, _ inTrack: MusicTrack!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try sequence(inSequence).remove(track(inTrack))
    }
}

@c @implementation
public func MusicSequenceGetTrackCount(
    _ inSequence: MusicSequence!, _ outNumberOfTracks: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outNumberOfTracks else { throw .invalidArgument }
        outNumberOfTracks.pointee = UInt32(clamping: try sequence(inSequence).tracks.count)
    }
}

@c @implementation
public func MusicSequenceGetIndTrack(
    _ inSequence: MusicSequence!, _ inTrackIndex: UInt32,
    _ outTrack: UnsafeMutablePointer<MusicTrack?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outTrack else { throw .invalidArgument }
        let tracks = try sequence(inSequence).tracks
        guard tracks.indices.contains(Int(inTrackIndex)) else { throw .trackIndex }
        outTrack.pointee = tracks[Int(inTrackIndex)].handle
    }
}

@c @implementation
public func MusicSequenceGetTrackIndex(
    _ inSequence: MusicSequence!, _ inTrack: MusicTrack!,
    _ outTrackIndex: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outTrackIndex else { throw .invalidArgument }
        let track = try track(inTrack)
        guard let index = try sequence(inSequence).tracks.firstIndex(where: { $0 === track })
        else { throw .trackNotFound }
        outTrackIndex.pointee = UInt32(clamping: index)
    }
}

@c @implementation
public func MusicSequenceGetTempoTrack(
    _ inSequence: MusicSequence!, _ outTrack: UnsafeMutablePointer<MusicTrack?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outTrack else { throw .invalidArgument }
        outTrack.pointee = try sequence(inSequence).tempoTrack.handle
    }
}

// MARK: Destinations and types

@c @implementation
public func MusicSequenceSetAUGraph(_ inSequence: MusicSequence!, _ inGraph: AUGraph!) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try sequence(inSequence).setGraph(inGraph)
    }
}

@c @implementation
public func MusicSequenceGetAUGraph(
    _ inSequence: MusicSequence!, _ outGraph: UnsafeMutablePointer<AUGraph?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outGraph else { throw .invalidArgument }
        outGraph.pointee = AUGraph(bitPattern: try sequence(inSequence).graph)
    }
}

@c @implementation
public func MusicSequenceSetMIDIEndpoint(
    _ inSequence: MusicSequence!, _ inEndpoint: MIDIEndpointRef
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        _ = try sequence(inSequence)
        throw .illegalDestination
    }
}

@c @implementation
public func MusicSequenceSetSequenceType(
    _ inSequence: MusicSequence!, _ inType: MusicSequenceType
) -> OSStatus {
    musicStatus { () throws(MusicError) in try sequence(inSequence).setType(inType) }
}

@c @implementation
public func MusicSequenceGetSequenceType(
    _ inSequence: MusicSequence!, _ outType: UnsafeMutablePointer<MusicSequenceType>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outType else { throw .invalidArgument }
        outType.pointee = try sequence(inSequence).type
    }
}

// MARK: Time

@c @implementation
public func MusicSequenceReverse(_ inSequence: MusicSequence!) -> OSStatus {
    musicStatus { () throws(MusicError) in try sequence(inSequence).reverse() }
}

@c @implementation
public func MusicSequenceGetSecondsForBeats(
    _ inSequence: MusicSequence!, _ inBeats: MusicTimeStamp,
    _ outSeconds: UnsafeMutablePointer<Double>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outSeconds else { throw .invalidArgument }
        let beats = try checkedTime(inBeats)
        outSeconds.pointee = try sequence(inSequence).tempoMap.seconds(atBeat: beats)
    }
}

@c @implementation
public func MusicSequenceGetBeatsForSeconds(
    _ inSequence: MusicSequence!, _ inSeconds: Double,
    _ outBeats: UnsafeMutablePointer<MusicTimeStamp>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outBeats else { throw .invalidArgument }
        let seconds = try checkedTime(inSeconds)
        outBeats.pointee = try sequence(inSequence).tempoMap.beats(atSecond: seconds)
    }
}

@c @implementation
public func MusicSequenceBeatsToBarBeatTime(
    _ inSequence: MusicSequence!, _ inBeats: MusicTimeStamp, _ inSubbeatDivisor: UInt32,
    _ outBarBeatTime: UnsafeMutablePointer<CABarBeatTime>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let divisor = UInt16(exactly: inSubbeatDivisor) ?? 0
        guard let outBarBeatTime, divisor > 0 else { throw .invalidArgument }
        let bars = BarMap(try sequence(inSequence).tempoTrack.contents.events)
        guard let place = bars.place(ofBeat: try checkedTime(inBeats)),
            let bar = Int32(exactly: place.bar), let beat = UInt16(exactly: place.beat)
        else { throw .invalidArgument }
        var part = (place.fraction * Double(divisor)).rounded(.down)
        // An error of rounding, which a beat of as many ticks would not have.
        let nearest = (place.fraction * Double(divisor)).rounded()
        if abs(place.fraction * Double(divisor) - nearest) < 1e-6 {
            part = min(nearest, Double(divisor) - 1)
        }
        outBarBeatTime.pointee = CABarBeatTime(
            bar: bar, beat: beat, subbeat: UInt16(part), subbeatDivisor: divisor, reserved: 0)
    }
}

@c @implementation
public func MusicSequenceBarBeatTimeToBeats(
    _ inSequence: MusicSequence!, _ inBarBeatTime: UnsafePointer<CABarBeatTime>!,
    _ outBeats: UnsafeMutablePointer<MusicTimeStamp>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outBeats, let time = inBarBeatTime?.pointee else { throw .invalidArgument }
        guard time.subbeatDivisor > 0 || time.subbeat == 0 else { throw .invalidArgument }
        let fraction = Double(time.subbeat) / Double(max(time.subbeatDivisor, 1))
        let bars = BarMap(try sequence(inSequence).tempoTrack.contents.events)
        outBeats.pointee = bars.beat(
            of: BarMap.Place(bar: Int(time.bar), beat: Int(time.beat), fraction: fraction))
    }
}

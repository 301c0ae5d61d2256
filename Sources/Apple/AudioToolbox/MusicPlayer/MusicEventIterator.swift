public import CAudioToolbox
public import CoreAudioTypes
import MIDISynthesis

// The functions of iterators, which <AudioToolbox/MusicPlayer.h> declares and documents.

func iterator(_ handle: MusicEventIterator?) throws(MusicError) -> MusicIteratorObject {
    try MusicObject.object(handle)
}

@c @implementation
public func NewMusicEventIterator(
    _ inTrack: MusicTrack!, _ outIterator: UnsafeMutablePointer<MusicEventIterator?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outIterator else { throw .invalidArgument }
        outIterator.pointee = try MusicIteratorObject(track(inTrack)).register()
    }
}

@c @implementation
public func DisposeMusicEventIterator(_ inIterator: MusicEventIterator!) -> OSStatus {
    musicStatus { () throws(MusicError) in try iterator(inIterator).unregister() }
}

@c @implementation
public func MusicEventIteratorSeek(
    _ inIterator: MusicEventIterator!, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard !inTimeStamp.isNaN else { throw .invalidArgument }
        try iterator(inIterator).seek(to: inTimeStamp)
    }
}

@c @implementation
public func MusicEventIteratorNextEvent(_ inIterator: MusicEventIterator!) -> OSStatus {
    musicStatus { () throws(MusicError) in try iterator(inIterator).next() }
}

@c @implementation
public func MusicEventIteratorPreviousEvent(_ inIterator: MusicEventIterator!) -> OSStatus {
    musicStatus { () throws(MusicError) in try iterator(inIterator).previous() }
}

@c @implementation
public func MusicEventIteratorGetEventInfo(
    _ inIterator: MusicEventIterator!, _ outTimeStamp: UnsafeMutablePointer<MusicTimeStamp>!,
    _ outEventType: UnsafeMutablePointer<MusicEventType>!,
    _ outEventData: UnsafeMutablePointer<UnsafeRawPointer?>!,
    _ outEventDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let (beat, block) = try iterator(inIterator).event()
        outTimeStamp?.pointee = beat
        outEventType?.pointee = block.type
        outEventData?.pointee = UnsafeRawPointer(block.address)
        outEventDataSize?.pointee = UInt32(clamping: block.byteCount)
    }
}

@c @implementation
public func MusicEventIteratorSetEventInfo(
    _ inIterator: MusicEventIterator!, _ inEventType: MusicEventType,
    _ inEventData: UnsafeRawPointer!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try iterator(inIterator).replace(eventBody(inEventType, inEventData))
    }
}

@c @implementation
public func MusicEventIteratorSetEventTime(
    _ inIterator: MusicEventIterator!, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
    musicStatus { () throws(MusicError) in try iterator(inIterator).move(to: inTimeStamp) }
}

@c @implementation
public func MusicEventIteratorDeleteEvent(_ inIterator: MusicEventIterator!) -> OSStatus {
    musicStatus { () throws(MusicError) in try iterator(inIterator).remove() }
}

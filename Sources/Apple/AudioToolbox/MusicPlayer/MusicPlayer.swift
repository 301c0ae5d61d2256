public import CAudioToolbox
public import CoreAudioTypes
import MIDISynthesis

// The functions of players, which <AudioToolbox/MusicPlayer.h> declares and documents.

func player(_ handle: MusicPlayer?) throws(MusicError) -> MusicPlayerObject {
    try MusicObject.object(handle)
}

@c @implementation
public func NewMusicPlayer(_ outPlayer: UnsafeMutablePointer<MusicPlayer?>!) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outPlayer else { throw .invalidArgument }
        outPlayer.pointee = MusicPlayerObject().register()
    }
}

@c @implementation
public func DisposeMusicPlayer(_ inPlayer: MusicPlayer!) -> OSStatus {
    musicStatus { () throws(MusicError) in try player(inPlayer).dispose() }
}

@c @implementation
public func MusicPlayerSetSequence(
    _ inPlayer: MusicPlayer!, _ inSequence: MusicSequence!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let player = try player(inPlayer)
        try player.setSequence(inSequence == nil ? nil : sequence(inSequence))
    }
}

@c @implementation
public func MusicPlayerGetSequence(
    _ inPlayer: MusicPlayer!, _ outSequence: UnsafeMutablePointer<MusicSequence?>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outSequence else { throw .invalidArgument }
        guard let sequence = try player(inPlayer).sequence else { throw .noSequence }
        outSequence.pointee = sequence.handle
    }
}

@c @implementation
public func MusicPlayerSetTime(_ inPlayer: MusicPlayer!, _ inTime: MusicTimeStamp) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let time = try checkedTime(inTime)
        try player(inPlayer).position = time
    }
}

@c @implementation
public func MusicPlayerGetTime(
    _ inPlayer: MusicPlayer!, _ outTime: UnsafeMutablePointer<MusicTimeStamp>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outTime else { throw .invalidArgument }
        outTime.pointee = try player(inPlayer).position
    }
}

@c @implementation
public func MusicPlayerGetHostTimeForBeats(
    _ inPlayer: MusicPlayer!, _ inBeats: MusicTimeStamp,
    _ outHostTime: UnsafeMutablePointer<UInt64>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outHostTime else { throw .invalidArgument }
        let beats = try checkedTime(inBeats)
        outHostTime.pointee = try player(inPlayer).hostTime(ofBeat: beats)
    }
}

@c @implementation
public func MusicPlayerGetBeatsForHostTime(
    _ inPlayer: MusicPlayer!, _ inHostTime: UInt64,
    _ outBeats: UnsafeMutablePointer<MusicTimeStamp>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outBeats else { throw .invalidArgument }
        outBeats.pointee = try player(inPlayer).beat(ofHostTime: inHostTime)
    }
}

@c @implementation
public func MusicPlayerPreroll(_ inPlayer: MusicPlayer!) -> OSStatus {
    musicStatus { () throws(MusicError) in try player(inPlayer).preroll() }
}

@c @implementation
public func MusicPlayerStart(_ inPlayer: MusicPlayer!) -> OSStatus {
    musicStatus { () throws(MusicError) in try player(inPlayer).start() }
}

@c @implementation
public func MusicPlayerStop(_ inPlayer: MusicPlayer!) -> OSStatus {
    musicStatus { () throws(MusicError) in try player(inPlayer).stop() }
}

@c @implementation
public func MusicPlayerSetPlayRateScalar(
    _ inPlayer: MusicPlayer!, _ inScaleRate: Double
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard inScaleRate.isFinite, inScaleRate > 0 else { throw .invalidArgument }
        try player(inPlayer).rate = inScaleRate
    }
}

@c @implementation
public func MusicPlayerGetPlayRateScalar(
    _ inPlayer: MusicPlayer!, _ outScaleRate: UnsafeMutablePointer<Double>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let outScaleRate else { throw .invalidArgument }
        outScaleRate.pointee = try player(inPlayer).rate
    }
}

public import CAudioToolbox
public import CoreAudioTypes
import MIDISynthesis

// The properties of tracks.

@c @implementation
public func MusicTrackGetProperty(
    _ inTrack: MusicTrack!, _ inPropertyID: UInt32, _ outData: UnsafeMutableRawPointer!,
    _ ioLength: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let ioLength else { throw .invalidArgument }
        let value = try propertyValue(inPropertyID, of: track(inTrack))
        guard let outData else {
            ioLength.pointee = UInt32(value.byteCount)
            return
        }
        try value.write(to: outData, ioLength, orThrow: MusicError.invalidArgument)
    }
}

private func propertyValue(
    _ id: UInt32, of track: MusicTrackObject
) throws(MusicError) -> PropertyValue {
    let state = try track.read { $0 }
    switch id {
    case kSequenceTrackProperty_LoopInfo:
        return .of(
            MusicTrackLoopInfo(
                loopDuration: state.loopDuration, numberOfLoops: state.loopCount))
    case kSequenceTrackProperty_OffsetTime: return .of(state.track.offset)
    case kSequenceTrackProperty_MuteStatus: return .of(UInt8(state.track.isMuted ? 1 : 0))
    case kSequenceTrackProperty_SoloStatus: return .of(UInt8(state.track.isSoloed ? 1 : 0))
    case kSequenceTrackProperty_AutomatedParameters:
        return .of(UInt32(state.isAutomated ? 1 : 0))
    case kSequenceTrackProperty_TrackLength: return .of(state.track.length)
    case kSequenceTrackProperty_TimeResolution:
        guard track.isTempoTrack else { throw .invalidArgument }
        return .of(Int16(clamping: state.timeResolution))
    default: throw .invalidArgument
    }
}

@c @implementation
public func MusicTrackSetProperty(
    _ inTrack: MusicTrack!, _ inPropertyID: UInt32, _ inData: UnsafeMutableRawPointer!,
    _ inLength: UInt32
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        guard let inData else { throw .invalidArgument }
        let value = PropertyData(start: inData, byteCount: Int(inLength))
        try setProperty(inPropertyID, value, of: track(inTrack))
    }
}

/// A value of the app's.
private struct PropertyData {
    var start: UnsafeMutableRawPointer
    var byteCount: Int

    func load<Value: BitwiseCopyable>(_ type: Value.Type) throws(MusicError) -> Value {
        guard byteCount >= MemoryLayout<Value>.size else { throw .invalidArgument }
        return start.loadUnaligned(as: type)
    }
}

private func setProperty(
    _ id: UInt32, _ data: PropertyData, of track: MusicTrackObject
) throws(MusicError) {
    switch id {
    case kSequenceTrackProperty_LoopInfo:
        let loop = try data.load(MusicTrackLoopInfo.self)
        guard try eventTime(loop.loopDuration) == loop.loopDuration, loop.numberOfLoops >= 0
        else { throw .invalidArgument }
        try track.change { state in
            (state.loopDuration, state.loopCount) = (loop.loopDuration, loop.numberOfLoops)
        }
    case kSequenceTrackProperty_OffsetTime:
        let offset = try checkedTime(data.load(Double.self))
        try track.change { $0.track.offset = offset }
    case kSequenceTrackProperty_MuteStatus:
        let isMuted = try data.load(UInt8.self) != 0
        try track.change { $0.track.isMuted = isMuted }
    case kSequenceTrackProperty_SoloStatus:
        let isSoloed = try data.load(UInt8.self) != 0
        try track.change { $0.track.isSoloed = isSoloed }
    case kSequenceTrackProperty_AutomatedParameters:
        let isAutomated = try data.load(UInt32.self) != 0
        guard !track.isTempoTrack else { throw .invalidArgument }
        try track.change { state throws(MusicError) in
            guard !isAutomated || state.track.events.allSatisfy({ $0.body.isForAutomationTrack })
            else { throw .invalidEventType }
            state.isAutomated = isAutomated
        }
    case kSequenceTrackProperty_TrackLength:
        let length = try eventTime(data.load(Double.self))
        try track.change { $0.track.setLength = length }
    default: throw .invalidArgument
    }
}

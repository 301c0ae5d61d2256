import AudioUnits
import CAudioToolbox
import CoreAudioTypes

/// An error of a call of <AudioToolbox/MusicPlayer.h>.
enum MusicError: StatusError {
    /// A missing pointer, an invalid handle, or a value out of its range.
    case invalidArgument
    case trackIndex
    case trackNotFound
    case endOfTrack
    case startOfTrack
    case illegalDestination
    case noDestination
    case noSequence
    case invalidEventType
    case invalidPlayerState
    /// A player has the sequence.
    case isInUse
    case invalidSequenceType
    case fileNotFound
    /// The file cannot be written, or exists and is not to be erased.
    case notWritable
    /// The graph or one of its units refuses.
    case unit(UnitError)

    var status: OSStatus {
        switch self {
        case .invalidArgument: kAudio_ParamError
        case .trackIndex: kAudioToolboxErr_TrackIndexError
        case .trackNotFound: kAudioToolboxErr_TrackNotFound
        case .endOfTrack: kAudioToolboxErr_EndOfTrack
        case .startOfTrack: kAudioToolboxErr_StartOfTrack
        case .illegalDestination: kAudioToolboxErr_IllegalTrackDestination
        case .noDestination: kAudioToolboxError_NoTrackDestination
        case .noSequence: kAudioToolboxErr_NoSequence
        case .invalidEventType: kAudioToolboxErr_InvalidEventType
        case .invalidPlayerState: kAudioToolboxErr_InvalidPlayerState
        case .isInUse: kAudioToolboxErr_CannotDoInCurrentContext
        case .invalidSequenceType: kAudioToolboxErr_InvalidSequenceType
        case .fileNotFound: kAudio_FileNotFoundError
        case .notWritable: kAudio_FilePermissionError
        case .unit(let error): error.status
        }
    }
}

/// Runs the body of a call and maps its error to a status.
func musicStatus(_ body: () throws(MusicError) -> Void) -> OSStatus { status(body) }

/// A time of the app's, in beats or seconds.
func checkedTime(_ time: Double) throws(MusicError) -> Double {
    guard abs(time) <= 1e12 else { throw .invalidArgument }
    return time
}

/// A time of the app's at which an event can be.
func eventTime(_ time: Double) throws(MusicError) -> Double {
    guard try checkedTime(time) >= 0 else { throw .invalidArgument }
    return time
}

/// A range of beats of the app's, without end from `kMusicTimeStamp_EndOfTrack` on.
func beatRange(_ start: Double, _ end: Double) throws(MusicError) -> Range<Double> {
    guard start.isFinite, !end.isNaN, start <= end else { throw .invalidArgument }
    return start..<(end >= kMusicTimeStamp_EndOfTrack ? .infinity : end)
}

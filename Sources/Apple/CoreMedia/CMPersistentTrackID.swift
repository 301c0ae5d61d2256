/// The number of a track in its movie.
public typealias CMPersistentTrackID = Int32

/// The number of no track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// The names of MPRIS on the message bus, for showing a player and for controlling players.
///
/// Source: MPRIS D-Bus Interface Specification 2.2, "Bus Name Policy" and `Track_Id`.
package enum MPRIS {
    package static let path = "/org/mpris/MediaPlayer2"
    package static let rootInterface = "org.mpris.MediaPlayer2"
    package static let playerInterface = "org.mpris.MediaPlayer2.Player"
    package static let trackListInterface = "org.mpris.MediaPlayer2.TrackList"
    /// What the bus name of each player begins with.
    package static let busNamePrefix = rootInterface + "."
    /// The identifier of no track.
    package static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
}

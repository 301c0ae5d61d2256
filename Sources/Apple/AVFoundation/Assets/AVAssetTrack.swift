public import CoreMedia
public import Foundation

/// A track of an asset: its sound, or other media, which is listed only. Any thread.
///
/// Ownership: immutable; the reference to the asset is weak.
open class AVAssetTrack: NSObject, @unchecked Sendable {
    /// The asset; `nil` once it is gone.
    public private(set) weak var asset: AVAsset?
    let contents: TrackContents

    init(asset: AVAsset?, _ contents: TrackContents) {
        self.asset = asset
        self.contents = contents
        super.init()
    }

    /// The number of the track in its asset, from 1.
    open var trackID: CMPersistentTrackID { contents.id }
    /// What the track holds.
    open var mediaType: AVMediaType { contents.mediaType }
}

/// What is known of a track.
struct TrackContents: Sendable {
    var id: CMPersistentTrackID
    var mediaType: AVMediaType

    init(id: CMPersistentTrackID, mediaType: AVMediaType) {
        self.id = id
        self.mediaType = mediaType
    }
}

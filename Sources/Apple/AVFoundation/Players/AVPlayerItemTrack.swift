public import Foundation

/// A track of an item. Any thread.
///
/// Ownership: immutable.
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// The track of the asset.
    public let assetTrack: AVAssetTrack?

    init(_ track: AVAssetTrack?) {
        assetTrack = track
        super.init()
    }

    /// Whether the track is played: of sound true, else false. It cannot be changed here.
    open var isEnabled: Bool {
        get { assetTrack?.mediaType == .audio }
        set {}
    }

    /// The rate of the pictures in frames a second: 0, since none are shown.
    open var currentVideoFrameRate: Float { 0 }
}

public import CoreMedia
public import Foundation

extension AVPartialAsyncProperty where Root: AVAssetTrack {
    /// Descriptions of the samples.
    public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
        AVAsyncProperty([]) { $0.loadedFormatDescriptions }
    }
    /// The part of the asset's time that the track fills.
    public static var timeRange: AVAsyncProperty<Root, CMTimeRange> {
        AVAsyncProperty([]) { $0.timeRange }
    }
    /// Units a second of the track's own times.
    public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
        AVAsyncProperty([]) { $0.naturalTimeScale }
    }
    /// Bits a second, on average.
    public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty([]) { $0.estimatedDataRate }
    }
    /// The bytes of all samples.
    public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
        AVAsyncProperty([]) { $0.totalSampleDataLength }
    }
    /// Whether the track is played unless the app chooses another.
    public static var isEnabled: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([]) { $0.isEnabled }
    }
    /// Whether the track can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([]) { $0.isPlayable }
    }
    /// Whether the track can be decoded.
    public static var isDecodable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([]) { $0.isDecodable }
    }
    /// Whether all samples are in the file itself.
    public static var isSelfContained: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([]) { $0.isSelfContained }
    }
    /// The language of the track.
    public static var languageCode: AVAsyncProperty<Root, String?> {
        AVAsyncProperty([]) { $0.languageCode }
    }
    /// The language of the track, by its BCP 47 tag.
    public static var extendedLanguageTag: AVAsyncProperty<Root, String?> {
        AVAsyncProperty([]) { $0.extendedLanguageTag }
    }
    /// The volume at which the track is meant to be played.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty([]) { $0.preferredVolume }
    }
    /// The size of pictures in pixels; zero for sound.
    public static var naturalSize: AVAsyncProperty<Root, CGSize> {
        AVAsyncProperty([]) { $0.naturalSize }
    }
    /// Pictures a second; 0 for sound.
    public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty([]) { $0.nominalFrameRate }
    }
    /// The parts of the asset's time with those of the track that fill them.
    public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> {
        AVAsyncProperty([]) { $0.segments }
    }
    /// The metadata of the track.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty([.metadata]) { $0.loadedMetadata }
    }
    /// The metadata of the track that have a common key.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty([.metadata]) {
            $0.loadedMetadata.filter { $0.commonKey != nil }
        }
    }
}

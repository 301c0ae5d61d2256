public import AVFAudio
public import CoreMedia
public import Foundation
import SoundClient
import Synchronization

/// A track of an asset: its sound, or other media, which is listed only. Any thread.
///
/// Ownership: immutable; the reference to the asset is weak.
open class AVAssetTrack: NSObject, NSCopying, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// The asset; `nil` once it is gone.
    public private(set) weak var asset: AVAsset?
    /// What is known of the track.
    let contents: TrackContents
    /// Loads the track's metadata; `nil` for tracks without any.
    private let loader: AssetLoader?

    init(asset: AVAsset?, _ contents: TrackContents, loader: AssetLoader? = nil) {
        self.asset = asset
        self.contents = contents
        self.loader = loader
        super.init()
    }

    /// The track itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The number of the track in its asset, from 1.
    open var trackID: CMPersistentTrackID { contents.id }
    /// What the track holds.
    open var mediaType: AVMediaType { contents.mediaType }
    /// Descriptions of the samples: each a `CMFormatDescription`.
    open var formatDescriptions: [Any] { loadedFormatDescriptions }
    /// The part of the asset's time that the track fills.
    open var timeRange: CMTimeRange { contents.timeRange }
    /// Units a second of the track's own times: the sample rate of sound.
    open var naturalTimeScale: CMTimeScale { contents.naturalTimeScale }
    /// Bits a second, on average.
    open var estimatedDataRate: Float { contents.estimatedDataRate }
    /// The bytes of all samples.
    open var totalSampleDataLength: Int64 { contents.totalSampleDataLength }
    /// Whether the track is played unless the app chooses another.
    open var isEnabled: Bool { contents.isEnabled }
    /// Whether the track can be played: sound with a decoder.
    open var isPlayable: Bool { contents.isPlayable }
    /// Whether the track can be decoded.
    open var isDecodable: Bool { contents.isPlayable }
    /// Whether all samples are in the file itself.
    open var isSelfContained: Bool { true }
    /// The language of the track, by its code of three letters or its BCP 47 tag.
    open var languageCode: String? { contents.language }
    /// The language of the track, by its BCP 47 tag.
    open var extendedLanguageTag: String? {
        contents.language.map { $0.contains("-") ? $0 : AVFoundation.languageCode($0) }
    }
    /// The volume at which the track is meant to be played: 1.
    open var preferredVolume: Float { 1 }
    /// The size of pictures in pixels; zero for sound.
    open var naturalSize: CGSize {
        let size = contents.formatDescriptions.first?.dimensions ?? CMVideoDimensions()
        return CGSize(width: Double(size.width), height: Double(size.height))
    }
    /// Pictures a second; 0 for sound, and not read of pictures.
    open var nominalFrameRate: Float { 0 }
    /// The parts of the asset's time with those of the track that fill them.
    open var segments: [AVAssetTrackSegment] { contents.segments }
    /// The metadata of the track.
    open var metadata: [AVMetadataItem] {
        guard let loader, (try? loader.wait(for: [.metadata])) != nil else { return [] }
        return loadedMetadata
    }
    /// The metadata of the track that have a common key.
    open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// The kinds of tags that the track has.
    open var availableMetadataFormats: [AVMetadataFormat] {
        asset?.formats(of: metadata) ?? []
    }

    /// The metadata of one kind of tags.
    open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { AVMetadataFormat($0.keySpace) == format }
    }

    /// The part of the track at a time of the asset.
    open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
        segments.first { $0.timeMapping.target.containsTime(trackTime) } ?? segments.last
    }

    /// The time of the track's own samples at a time of the asset.
    open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
        guard let mapping = segment(forTrackTime: trackTime)?.timeMapping,
            mapping.source.isValid
        else { return .invalid }
        return CMTimeMapTimeFromRangeToRange(
            trackTime, fromRange: mapping.target, toRange: mapping.source)
    }

    /// Whether the track has a characteristic.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        switch mediaCharacteristic {
        case .audible: mediaType == .audio
        case .visual: mediaType == .video || mediaType == .subtitle
        case .legible:
            [.text, .subtitle, .closedCaption].contains(mediaType)
        default: false
        }
    }

    var loadedFormatDescriptions: [CMFormatDescription] { contents.formatDescriptions }

    var loadedMetadata: [AVMetadataItem] {
        let all = try? loader?.values.withLock { try $0.metadata?.get() }
        return (all ?? []).filter { $0.track.map { CMPersistentTrackID(clamping: $0) } == trackID }
            .map(\.item)
    }

    // MARK: Loading

    /// How far the loading of a value is: all but the metadata are there.
    open func statusOfValue(
        forKey key: String, error outError: NSErrorPointer
    ) -> AVKeyValueStatus {
        stageStatus(AssetStage(ofKey: key)).status
    }

    /// Loads values.
    ///
    /// - Parameter handler: Called once on a work queue.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        let work = AssetWork.ofCurrentApp
        let number = begin(Set(keys.map { AssetStage(ofKey: $0) })) { _ in
            if let handler { work.completions.async { handler() } }
        }
        if number == nil, let handler { work.completions.async { handler() } }
    }
}

extension AVAssetTrack: LoadableObject {
    func begin(
        _ stages: Set<AssetStage>, _ completion: @escaping AssetLoader.Completion
    ) -> Int? {
        guard let loader, stages.contains(.metadata) else { return nil }
        return loader.load([.metadata], completion)
    }

    func cancelLoad(_ number: Int) { loader?.cancel(number) }

    func stageStatus(_ stage: AssetStage) -> (status: AVKeyValueStatus, error: (any Error)?) {
        guard stage == .metadata, let loader else { return (.loaded, nil) }
        return loader.status(of: stage)
    }
}

/// A part of an asset's time, with the part of a track that fills it.
///
/// Ownership: immutable.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
    /// The part of the track, and that of the asset.
    open var timeMapping: CMTimeMapping { mapping }
    /// Whether nothing of the track fills the part.
    open var isEmpty: Bool { mapping.isEmpty }

    private let mapping: CMTimeMapping

    init(_ mapping: CMTimeMapping) {
        self.mapping = mapping
        super.init()
    }
}

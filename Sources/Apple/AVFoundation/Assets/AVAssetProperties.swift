public import CoreMedia
import Foundation

// The values of an asset: read directly, where the caller waits for them, and as properties of
// `load(_:)`.

extension AVAsset {
    /// Loads a part and reads a value; `nil` where that fails.
    fileprivate func waited<Value>(
        _ stage: AssetStage, _ read: () throws -> Value
    ) -> Value? {
        do {
            try wait(for: [stage])
            return try read()
        } catch {
            return nil
        }
    }

    /// The duration; indefinite for what has no end, and where it cannot be loaded.
    public var duration: CMTime { waited(.duration, loadedDuration) ?? .indefinite }
    /// The metadata, with all key spaces.
    public var metadata: [AVMetadataItem] { waited(.metadata, loadedMetadata) ?? [] }
    /// The metadata that have a common key.
    public var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
    /// The kinds of tags that the asset has.
    public var availableMetadataFormats: [AVMetadataFormat] { formats(of: metadata) }
    /// The words; `nil` where there are none.
    public var lyrics: String? { lyrics(in: metadata) }
    /// When the media was made, as its tags say.
    public var creationDate: AVMetadataItem? {
        metadata.first { $0.commonKey == .commonKeyCreationDate }
    }
    /// The languages of the chapters' titles; one that is undetermined for most files.
    public var availableChapterLocales: [Locale] {
        waited(.chapters) { try loadedChapterLocales() } ?? []
    }
    /// Whether it can be played.
    public var isPlayable: Bool { waited(.contents) { loadedIsPlayable } ?? false }
    /// Whether its samples can be read.
    public var isReadable: Bool { waited(.contents) { loadedIsReadable } ?? false }
    /// Whether it can be exported.
    public var isExportable: Bool { isReadable }
    /// Whether it can be a part of a composition.
    public var isComposable: Bool { isReadable }
    /// Whether it is encrypted in a way that is not supported.
    public var hasProtectedContent: Bool {
        waited(.contents) { loadedContents?.isProtected ?? false } ?? false
    }
    /// The rate at which it is meant to be played: 1.
    public var preferredRate: Float { 1 }
    /// The volume at which it is meant to be played: 1.
    public var preferredVolume: Float { 1 }
    /// Whether the duration is exact. It always is here, where it is known.
    public var providesPreciseDurationAndTiming: Bool { true }

    /// The tracks that have a characteristic.
    public func tracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The metadata of one kind of tags.
    public func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
        metadata.filter { AVMetadataFormat($0.keySpace) == format }
    }

    // MARK: Of loaded values

    func formats(of items: [AVMetadataItem]) -> [AVMetadataFormat] {
        var formats: [AVMetadataFormat] = []
        for item in items {
            let format = AVMetadataFormat(item.keySpace)
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    func lyrics(in items: [AVMetadataItem]) -> String? {
        let identifiers = ["itsk/%A9lyr", "id3/USLT", "id3/%00ULT", "vorb/LYRICS"]
        return items.first { identifiers.contains($0.identifier?.rawValue ?? "") }?.stringValue
    }
}

// The compositions have tracks of other classes in properties of the same names.
extension _AVAssetFactory where Self: AVAsset {
    /// The tracks, sound and others; none for a playlist's media.
    public var tracks: [AVAssetTrack] { waited(.tracks, loadedTracks) ?? [] }

    /// The tracks of a medium.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The track with a number.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }
}

extension AVPartialAsyncProperty where Root: AVAsset {
    /// The duration; indefinite for what has no end.
    public static var duration: AVAsyncProperty<Root, CMTime> {
        AVAsyncProperty([.duration]) { try $0.loadedDuration() }
    }
    /// The tracks, sound and others.
    public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> {
        AVAsyncProperty([.tracks]) { try $0.loadedTracks() }
    }
    /// The metadata, with all key spaces.
    public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty([.metadata]) { try $0.loadedMetadata() }
    }
    /// The metadata that have a common key.
    public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
        AVAsyncProperty([.metadata]) {
            try $0.loadedMetadata().filter { $0.commonKey != nil }
        }
    }
    /// The kinds of tags that the asset has.
    public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
        AVAsyncProperty([.metadata]) { $0.formats(of: try $0.loadedMetadata()) }
    }
    /// The words.
    public static var lyrics: AVAsyncProperty<Root, String?> {
        AVAsyncProperty([.metadata]) { $0.lyrics(in: try $0.loadedMetadata()) }
    }
    /// When the media was made.
    public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
        AVAsyncProperty([.metadata]) {
            try $0.loadedMetadata().first { $0.commonKey == .commonKeyCreationDate }
        }
    }
    /// The languages of the chapters' titles.
    public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
        AVAsyncProperty([.chapters]) { try $0.loadedChapterLocales() }
    }
    /// Whether it can be played.
    public static var isPlayable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.loadedIsPlayable }
    }
    /// Whether its samples can be read.
    public static var isReadable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.loadedIsReadable }
    }
    /// Whether it can be exported.
    public static var isExportable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.loadedIsReadable }
    }
    /// Whether it can be a part of a composition.
    public static var isComposable: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.loadedIsReadable }
    }
    /// Whether it is encrypted in a way that is not supported.
    public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.loadedContents?.isProtected ?? false }
    }
    /// The rate at which it is meant to be played.
    public static var preferredRate: AVAsyncProperty<Root, Float> {
        AVAsyncProperty([]) { $0.preferredRate }
    }
    /// The volume at which it is meant to be played.
    public static var preferredVolume: AVAsyncProperty<Root, Float> {
        AVAsyncProperty([]) { $0.preferredVolume }
    }
    /// Whether the duration is exact.
    public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
        AVAsyncProperty([.contents]) { $0.providesPreciseDurationAndTiming }
    }
}

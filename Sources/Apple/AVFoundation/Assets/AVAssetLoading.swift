import AudioFormats
public import CoreMedia
import Foundation
import SoundClient
import Synchronization

// Loads of a part of the tracks, of the metadata and of the chapters.

extension AVAsset {
    /// Loads the tracks of a medium.
    nonisolated(nonsending) public func loadTracks(
        withMediaType mediaType: AVMediaType
    ) async throws -> [AVAssetTrack] {
        try await finishLoading([.tracks])
        return try loadedTracks().filter { $0.mediaType == mediaType }
    }

    /// Loads the tracks that have a characteristic.
    nonisolated(nonsending) public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVAssetTrack] {
        try await finishLoading([.tracks])
        return try loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// Loads the track with a number; `nil` where there is none.
    nonisolated(nonsending) public func loadTrack(
        withTrackID trackID: CMPersistentTrackID
    ) async throws -> AVAssetTrack? {
        try await finishLoading([.tracks])
        return try loadedTracks().first { $0.trackID == trackID }
    }

    /// Loads the metadata of one kind of tags.
    nonisolated(nonsending) public func loadMetadata(
        for format: AVMetadataFormat
    ) async throws -> [AVMetadataItem] {
        try await finishLoading([.metadata])
        return try loadedMetadata().filter { AVMetadataFormat($0.keySpace) == format }
    }

    /// Loads the chapters: a group of items for each, with the times of the chapter.
    ///
    /// - Parameters:
    ///   - locale: The language of the titles; titles without a language are in all of them.
    ///   - commonKeys: Without effect: the items of a chapter are its title and its picture.
    nonisolated(nonsending) public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale,
        containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
    ) async throws -> [AVTimedMetadataGroup] {
        try await finishLoading([.chapters, .duration])
        return try loadedChapters()
    }

    /// Loads the chapters in the language that a user prefers.
    nonisolated(nonsending) public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String]
    ) async throws -> [AVTimedMetadataGroup] {
        try await finishLoading([.chapters, .duration])
        return try loadedChapters()
    }

    /// The chapters; none where they cannot be loaded.
    public func chapterMetadataGroups(
        withTitleLocale locale: Locale,
        containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
    ) -> [AVTimedMetadataGroup] {
        chapterMetadataGroups(bestMatchingPreferredLanguages: [])
    }

    /// The chapters; none where they cannot be loaded.
    public func chapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String]
    ) -> [AVTimedMetadataGroup] {
        guard (try? wait(for: [.chapters, .duration])) != nil else { return [] }
        return (try? loadedChapters()) ?? []
    }

    // MARK: Completion handlers

    /// Loads the tracks of a medium. The handlers of these functions are called on a work queue.
    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        load([.tracks], completionHandler) {
            try $0.loadedTracks().filter { $0.mediaType == mediaType }
        }
    }

    /// Loads the tracks that have a characteristic.
    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
    ) {
        load([.tracks], completionHandler) {
            try $0.loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
        }
    }

    /// Loads the track with a number.
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
    ) {
        load([.tracks], { completionHandler($0.flatMap(\.self), $1) }) { asset in
            try asset.loadedTracks().first { $0.trackID == trackID }
        }
    }

    /// Loads the metadata of one kind of tags.
    @preconcurrency
    public func loadMetadata(
        for format: AVMetadataFormat,
        completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
    ) {
        load([.metadata], completionHandler) {
            try $0.loadedMetadata().filter { AVMetadataFormat($0.keySpace) == format }
        }
    }

    /// Loads the chapters.
    @preconcurrency
    public func loadChapterMetadataGroups(
        withTitleLocale locale: Locale,
        containingItemsWithCommonKeys commonKeys: [AVMetadataKey],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        load([.chapters, .duration], completionHandler) { try $0.loadedChapters() }
    }

    /// Loads the chapters in the language that a user prefers.
    @preconcurrency
    public func loadChapterMetadataGroups(
        bestMatchingPreferredLanguages preferredLanguages: [String],
        completionHandler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
    ) {
        load([.chapters, .duration], completionHandler) { try $0.loadedChapters() }
    }

    private func load<Value: Sendable>(
        _ stages: Set<AssetStage>, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ read: @escaping @Sendable (AVAsset) throws -> Value
    ) {
        let work = AssetWork.of(loader.app)
        let finish: @Sendable (Result<Void, any Error>) -> Void = { result in
            let value = Result<Value, any Error> {
                try result.get()
                return try read(self)
            }
            work.completions.async {
                switch value {
                case .success(let value): handler(value, nil)
                case .failure(let error): handler(nil, error)
                }
            }
        }
        if begin(stages, finish) == nil { finish(.success(())) }
    }

    // MARK: Chapters

    /// The chapters as groups of items: the title, and the picture where there is one.
    func loadedChapters() throws -> [AVTimedMetadataGroup] {
        let chapters = try loadedStoredChapters().map { AVTimedMetadataGroup.Chapter($0) }
        let end = try loadedDuration()
        return chapters.enumerated().map { index, chapter in
            let next = index + 1 < chapters.count ? chapters[index + 1].start : nil
            return AVTimedMetadataGroup(chapter, end: chapter.end ?? next ?? end)
        }
    }

    func loadedChapterLocales() throws -> [Locale] {
        try loadedStoredChapters().isEmpty ? [] : [Locale(identifier: "und")]
    }

    private func loadedStoredChapters() throws -> [AudioChapter] {
        switch loader.values.withLock({ $0.chapters }) {
        case .success(let chapters)?: return chapters
        case .failure(let failure)?: throw playbackError(failure)
        case nil: return []
        }
    }
}

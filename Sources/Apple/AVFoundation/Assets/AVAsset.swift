public import AVFAudio
import AudioFormats
import CoreMedia
public import Foundation
import MediaSources
import SoundClient
import Synchronization

/// Media that can be played, read or exported: sound, with what describes it. Any thread.
///
/// An asset reads nothing until one of its values is asked for. `load(_:)` loads values without
/// blocking; the properties that are read directly wait for them, for a server at most ten seconds,
/// and have an empty value if they cannot be loaded. Assets are equal only to themselves.
///
/// Ownership: immutable; the loader has locks of its own.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    let loader: AssetLoader

    /// Makes an asset of a loader.
    init(loader: AssetLoader) {
        self.loader = loader
        super.init()
    }

    /// A source that plays the asset: the first taker gets the one that the asset has loaded, a
    /// later one a source of its own.
    ///
    /// It opens nothing by itself; see `MediaSource.load`.
    func takeMediaSource() -> any MediaSource { loader.takeSource() }

    /// The asset's file, opened.
    ///
    /// - Throws: An error of the kind that items and loads fail with; for streams, that they cannot be
    ///   read.
    func openFile() throws -> AudioFileReader { try loader.openFile() }

    /// Whether the asset is made of parts of others.
    var isComposed: Bool { false }

    // MARK: Values that have been loaded

    /// The duration.
    ///
    /// - Throws: Why it could not be read.
    func loadedDuration() throws -> CMTime {
        try value(.duration) { try $0.duration?.get() } ?? .indefinite
    }

    func loadedTracks() throws -> [AVAssetTrack] {
        try value(.tracks) { values in
            if let known = values.trackObjects { return known }
            let objects = try values.tracks?.get().map {
                AVAssetTrack(asset: self, $0, loader: loader)
            }
            values.trackObjects = objects
            return objects
        } ?? []
    }

    func loadedMetadata() throws -> [AVMetadataItem] {
        try value(.metadata) { try $0.metadata?.get() }?
            .filter { $0.track == nil }.map(\.item) ?? []
    }

    /// What has been opened; `nil` for what is neither file nor stream.
    var loadedContents: AssetContents? { loader.contents }
    /// Whether the asset can be played.
    var loadedIsPlayable: Bool { loadedContents?.isPlayable ?? false }
    /// Whether its samples can be read.
    var loadedIsReadable: Bool { loadedContents?.isReadable ?? false }

    private func value<Value>(
        _ stage: AssetStage, _ read: (inout AssetValues) throws -> Value?
    ) throws -> Value? {
        do {
            return try loader.values.withLock { try read(&$0) }
        } catch let failure as MediaFailure {
            throw playbackError(failure)
        }
    }

    // MARK: Loading

    /// How far the loading of a value is.
    open func statusOfValue(
        forKey key: String, error outError: NSErrorPointer
    ) -> AVKeyValueStatus {
        let (status, error) = stageStatus(AssetStage(ofKey: key))
        if status == .failed || status == .cancelled, let outError {
            outError.pointee = error.map { $0 as NSError }
        }
        return status
    }

    /// Loads values.
    ///
    /// - Parameters:
    ///   - keys: Names of properties: `playable`, `duration`, `tracks`, `commonMetadata`, …
    ///   - handler: Called once on a work queue, when all values are loaded or have failed, or when
    ///     loading is cancelled.
    @preconcurrency
    open func loadValuesAsynchronously(
        forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
    ) {
        let work = AssetWork.of(loader.app)
        let number = begin(Set(keys.map { AssetStage(ofKey: $0) })) { _ in
            if let handler { work.completions.async { handler() } }
        }
        if number == nil, let handler { work.completions.async { handler() } }
    }

    /// Ends the loading of all values; their status is then `cancelled`, unless they are loaded.
    open func cancelLoading() { loader.cancelLoading() }

    // MARK: For loads

    func begin(
        _ stages: Set<AssetStage>, _ completion: @escaping AssetLoader.Completion
    ) -> Int? {
        loader.load(stages, completion)
    }

    func cancelLoad(_ number: Int) { loader.cancel(number) }

    func stageStatus(_ stage: AssetStage) -> (status: AVKeyValueStatus, error: (any Error)?) {
        loader.status(of: stage)
    }

    /// Loads parts on the caller's thread.
    ///
    /// - Throws: Why they cannot be loaded.
    func wait(for stages: Set<AssetStage>) throws {
        guard stages.contains(where: { stageStatus($0).status != .loaded }) else { return }
        try loader.wait(for: stages)
    }
}

extension AVAsset: LoadableObject {}

/// Makes assets of another class than the one that is written.
public protocol _AVAssetFactory {}

extension AVAsset: _AVAssetFactory {}

extension _AVAssetFactory where Self: AVAsset {
    /// Makes an asset of what is at an address: an `AVURLAsset`. It reads nothing.
    public init(url: URL) {
        // The class is `AVAsset`: its subclasses have initializers of their own.
        self = AVURLAsset(url: url, options: nil) as! Self
    }
}

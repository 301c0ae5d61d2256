import AudioFormats
public import CoreMedia
public import Foundation
import MediaSources

/// Media that can be played, read or exported: sound, with what describes it. Any thread.
///
/// An asset reads nothing until one of its values is asked for. Assets are equal only to themselves.
///
/// Ownership: immutable; the loader has a lock of its own.
open class AVAsset: NSObject, @unchecked Sendable {
    let loader: AssetLoader

    /// Makes an asset of a loader.
    init(loader: AssetLoader) {
        self.loader = loader
        super.init()
    }

    /// A source that plays the asset: the first taker gets the one that the asset has loaded, a later
    /// one a source of its own.
    ///
    /// It opens nothing by itself; see `MediaSource.load`.
    func takeMediaSource() -> any MediaSource { loader.takeSource() }

    /// The asset's file, opened.
    ///
    /// - Throws: An error of the kind that items and loads fail with; for streams, that they cannot be
    ///   read.
    func openFile() throws -> AudioFileReader { try loader.openFile() }
}

/// Makes assets of another class than the one that is written.
public protocol _AVAssetFactory {}

extension AVAsset: _AVAssetFactory {}

extension _AVAssetFactory where Self: AVAsset {
    /// Makes an asset of what is at an address: an `AVURLAsset`. It reads nothing.
    public init(url: URL) {
        // The class is `AVAsset`: its subclasses have initializers of their own.
        // swift-format-ignore: NeverForceUnwrap
        self = AVURLAsset(url: url, options: nil) as! Self
    }
}

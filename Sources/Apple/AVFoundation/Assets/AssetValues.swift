import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
import CoreMedia
import Foundation
import MediaSources

/// The values of an asset that have been read.
struct AssetValues: Sendable {
    private(set) var duration: Result<CMTime, MediaFailure>?
    private(set) var tracks: Result<[TrackContents], MediaFailure>?
    private(set) var metadata: Result<[StoredMetadata], MediaFailure>?
    private(set) var chapters: Result<[AudioChapter], MediaFailure>?
    /// The tracks as the app has them.
    var trackObjects: [AVAssetTrack]?

    /// An item with the track that it is about; `nil` for the whole asset.
    struct StoredMetadata: Sendable {
        var item: AVMetadataItem
        var track: UInt32?
    }

    /// Reads a part, unless that has been done.
    ///
    /// - Returns: Why it cannot be read; `nil` when it can.
    mutating func read(_ stage: AssetStage, of contents: AssetContents) -> MediaFailure? {
        if case .none = contents.origin, stage != .contents { return contents.failure }
        switch stage {
        case .contents: break
        case .duration:
            duration =
                duration ?? Self.reading { () throws(FormatError) in try contents.duration() }
        case .tracks:
            tracks = tracks ?? Self.reading { () throws(FormatError) in try contents.tracks() }
        case .metadata:
            metadata =
                metadata
                ?? Self.reading { () throws(FormatError) in
                    try contents.storedTags().map {
                        StoredMetadata(item: AVMetadataItem(MetadataValues($0)), track: $0.track)
                    }
                }
        case .chapters:
            chapters =
                chapters ?? Self.reading { () throws(FormatError) in try contents.chapters() }
        }
        return failure(of: stage)
    }

    private func failure(of stage: AssetStage) -> MediaFailure? {
        func failure<Value>(_ result: Result<Value, MediaFailure>?) -> MediaFailure? {
            if case .failure(let failure) = result { failure } else { nil }
        }
        return switch stage {
        case .contents: nil
        case .duration: failure(duration)
        case .tracks: failure(tracks)
        case .metadata: failure(metadata)
        case .chapters: failure(chapters)
        }
    }

    private static func reading<Value>(
        _ body: () throws(FormatError) -> Value
    ) -> Result<Value, MediaFailure> {
        do throws(FormatError) { return .success(try body()) } catch {
            return .failure(MediaFailure(error))
        }
    }
}

extension AssetContents {
    /// The exact duration; indefinite while it is not known, and for what has no end.
    func duration() throws(FormatError) -> CMTime {
        if let stream {
            guard !stream.isLive, let count = stream.frameCount else { return .indefinite }
            return CMTime(frames: count, rate: stream.format.sampleRate)
        }
        guard let file = try reader() else {
            guard let seconds = silentTracks.map(\.seconds).max(), seconds > 0 else {
                return .indefinite
            }
            return CMTime(frames: Int64(seconds * 48_000), rate: 48_000)
        }
        return CMTime(frames: try file.frameCount(), rate: file.format.sampleRate)
    }

    func tracks() throws(FormatError) -> [TrackContents] {
        if let file = try reader() { return try TrackContents.list(of: file) }
        if !silentTracks.isEmpty { return silentTracks.map { TrackContents($0) } }
        // The tracks of a playlist's media are those of the item that plays them.
        guard let stream, !stream.isSegmented else { return [] }
        return [TrackContents(stream)]
    }

    func storedTags() throws(FormatError) -> [StoredTag] {
        guard let file = try reader() else { return stream?.storedTags ?? [] }
        return try file.storedTags()
    }

    func chapters() throws(FormatError) -> [AudioChapter] {
        guard let file = try reader() else { return stream?.tags?.chapters ?? [] }
        return try file.fileTags().chapters
    }
}

extension CMTime {
    /// A number of frames.
    init(frames: Int64, rate: Double) {
        let timescale = CMTimeScale(clamping: Int64(rate.rounded()))
        guard Double(timescale) != rate, rate > 0 else {
            self.init(value: frames, timescale: max(timescale, 1))
            return
        }
        self.init(seconds: Double(frames) / rate, preferredTimescale: max(timescale, 1))
    }
}

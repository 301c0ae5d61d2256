import AudioCodecs
import AudioFormats
import AudioModel
import CoreMedia
import Foundation
import MediaSources

/// What of an asset is loaded together.
enum AssetStage: Int, CaseIterable, Sendable {
    /// The format, and whether it can be played.
    case contents
    case duration
    case tracks
    case metadata
    case chapters

    /// The part in which the value of a key is, by the key's name in Objective-C.
    init(ofKey key: String) {
        switch key {
        case "duration": self = .duration
        case "tracks", "trackGroups": self = .tracks
        case "metadata", "commonMetadata", "lyrics", "creationDate", "availableMetadataFormats":
            self = .metadata
        case "availableChapterLocales": self = .chapters
        default: self = .contents
        }
    }
}

/// What is known of an asset's media when it has been opened.
struct AssetContents: Sendable {
    /// Where the media's headers and packets are read; `nil` for what only streams.
    enum Origin: Sendable {
        case file(AssetFile)
        /// The format, the length and the tags of what a server sends.
        case stream(MediaContents)
        /// A movie without sound, by its tracks.
        case silentMovie([StoredTrack])
        /// The media is there, but is not understood.
        case none
    }

    var origin: Origin
    /// Why the media cannot be played; `nil` where it can.
    var failure: MediaFailure?

    var isPlayable: Bool { failure == nil }
    var isProtected: Bool { failure?.code == AVError.Code.contentIsProtected.rawValue }
    /// Whether the samples can be read.
    var isReadable: Bool {
        guard isPlayable else { return false }
        return switch origin {
        case .file: true
        case .stream(let contents): contents.file != nil
        case .silentMovie, .none: false
        }
    }

    /// Describes a file, which there may be no decoder for.
    ///
    /// - Throws: The first defect found in the file.
    init(_ file: AssetFile) throws(FormatError) {
        let reader: AudioFileReader
        do throws(FormatError) {
            reader = try file.reader()
        } catch {
            let tracks = StoredTrack.list(ofSilentMovie: file.path)
            guard !tracks.isEmpty else { throw error }
            origin = .silentMovie(tracks)
            // The length of a movie in fragments is not known.
            if tracks.allSatisfy({ $0.seconds <= 0 }) { failure = MediaFailure(error) }
            return
        }
        origin = .file(file)
        do {
            _ = try FrameReader(reader)
        } catch {
            failure = MediaFailure(error)
        }
    }

    init(_ stream: MediaContents) {
        origin = .stream(stream)
    }

    /// Describes media that is there and cannot be played.
    init(unplayable failure: MediaFailure) {
        origin = .none
        self.failure = failure
    }

    /// The file, opened; `nil` for what has none.
    func reader() throws(FormatError) -> AudioFileReader? {
        switch origin {
        case .file(let file): try file.reader()
        case .stream(let contents): contents.file
        case .silentMovie, .none: nil
        }
    }

    /// The tracks of a movie without sound; empty for all other media.
    var silentTracks: [StoredTrack] {
        if case .silentMovie(let tracks) = origin { tracks } else { [] }
    }

    /// What a server sends; `nil` for files.
    var stream: MediaContents? {
        if case .stream(let contents) = origin { contents } else { nil }
    }
}

extension MediaFailure {
    /// Whether the media is there, but cannot be played.
    var isOfMedia: Bool { domain == AVFoundationErrorDomain }
}

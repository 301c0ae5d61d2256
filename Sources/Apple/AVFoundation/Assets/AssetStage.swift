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
    /// The file's headers and packets; `nil` for what only streams.
    var file: AudioFileReader?
    /// The format, the length and the tags of what a server sends; `nil` for files.
    var stream: MediaContents?
    /// Why the media cannot be played; `nil` where it can.
    var failure: MediaFailure?

    var isPlayable: Bool { failure == nil }
    var isProtected: Bool { failure?.code == AVError.Code.contentIsProtected.rawValue }

    /// Describes a file that has been opened, which there may be no decoder for.
    init(_ file: AudioFileReader) {
        self.file = file
        do {
            _ = try FrameReader(file)
        } catch {
            failure = MediaFailure(error)
        }
    }

    init(_ stream: MediaContents) {
        self.stream = stream
        file = stream.file
    }

    /// Describes media that is there and cannot be played.
    init(unplayable failure: MediaFailure) {
        self.failure = failure
    }
}

extension MediaFailure {
    /// Whether the media is there, but cannot be played.
    var isOfMedia: Bool { domain == AVFoundationErrorDomain }
}

package import AudioCodecs
package import HTTPTransfers
package import SoundClient

/// HTTP Live Streaming (RFC 8216): the sound of a playlist of segments, or of the variants of one.
package final class HLSMedia: MediaSource {
    /// Creates the source of a playlist that has arrived. `load` begins to load its segments.
    ///
    /// - Parameters:
    ///   - playlist: The bytes of the playlist: `MediaPlaylistKind.hls`.
    ///   - url: The address that has answered, after redirects.
    ///   - location: Header fields for all requests.
    package init(
        playlist: [UInt8], at url: String, location: MediaLocation,
        service: any TransferService, environment: any AppEnvironment
    ) {}

    package func load() {}
    package var state: MediaState {
        .failed(
            MediaFailure(
                domain: "AVFoundationErrorDomain", code: -11828, reason: "HLS is not read yet"))
    }
    package var buffer: MediaBuffer { MediaBuffer() }
    package var transferLog: MediaTransferLog { MediaTransferLog() }
    package func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {}
    package func setPreferences(_ preferences: MediaPreferences) {}
    package func setPlaying(_ isPlaying: Bool) {}
    package func makeReader() throws(FormatError) -> any MediaReader {
        throw FormatError(.unknownContainer)
    }
    package func close() {}
}

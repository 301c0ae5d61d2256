import AudioCodecs
import AudioFormats
import MediaSources
import SoundClient

/// Makes a source of what is at a place, which opens nothing by itself.
func openSource(_ location: MediaLocation, for app: AppSound) -> any MediaSource {
    UnopenableSource(location)
}

/// A source of a place that cannot be opened.
private final class UnopenableSource: MediaSource {
    private let failure: MediaFailure

    init(_ location: MediaLocation) {
        failure = MediaFailure(
            domain: AVFoundationErrorDomain, code: AVError.Code.fileFormatNotRecognized.rawValue,
            reason: "the address is of no kind that is known", url: location.url)
    }

    func load() {}
    var state: MediaState { .failed(failure) }
    var buffer: MediaBuffer { MediaBuffer() }
    var transferLog: MediaTransferLog { MediaTransferLog() }
    func setObserver(_ observer: (@Sendable (MediaChange) -> Void)?) {}
    func setPreferences(_ preferences: MediaPreferences) {}
    func setPlaying(_ isPlaying: Bool) {}
    func makeReader() throws(FormatError) -> any MediaReader {
        throw FormatError(.unknownContainer)
    }
    func close() {}
}

import AudioCodecs
import SoundClient

/// Media that cannot be played: it fails as soon as it is loaded.
final class FailingMedia: OpenedMedia {
    let opening = MediaOpening()
    private let failure: MediaFailure
    private let environment: any AppEnvironment

    init(_ failure: MediaFailure, for app: AppSound) {
        self.failure = failure
        environment = app.environment
    }

    func load() {
        opening.begin(environment.onQueue) { [failure] in .failed(failure) }
    }

    func makeReader() throws(FormatError) -> any MediaReader {
        throw FormatError(.unknownContainer)
    }
}

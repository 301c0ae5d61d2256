import AudioCodecs
import HTTPTransfers
import MediaPlaylists

/// Why a resource of a stream is not there.
enum HLSFailure: Error, Hashable, Sendable {
    /// The server has answered with this status; zero for no answer.
    case status(Int, url: String)
    case transfer(TransferFailure, url: String)
    case tooLarge(url: String)
    /// What has arrived cannot be read.
    case format(FormatError, url: String)
    case playlist(MediaPlaylistError, url: String)
    /// It is encrypted in a way that is not read.
    case protected(String, url: String)
    /// An address that is not followed.
    case address(String)

    var url: String {
        switch self {
        case .status(_, let url), .transfer(_, let url), .tooLarge(let url), .format(_, let url),
            .playlist(_, let url), .protected(_, let url), .address(let url):
            url
        }
    }

    /// Whether another attempt may succeed soon: the connection has failed, and no server has refused.
    var isTransient: Bool {
        switch self {
        case .transfer(let failure, _):
            switch failure.kind {
            case .timedOut, .cannotFindHost, .cannotConnect, .connectionLost, .notConnected,
                .unknown:
                true
            case .unsupportedURL, .tooManyRedirects, .redirectRefused, .badServerResponse,
                .insecureConnection, .noSuchFile, .noPermission:
                false
            }
        case .status, .tooLarge, .format, .playlist, .protected, .address: false
        }
    }

    /// Whether all further segments would fail as well.
    var isFinal: Bool {
        switch self {
        case .protected: true
        case .format(let error, _):
            if case .missingLibrary = error.reason { true } else { false }
        case .status, .transfer, .tooLarge, .playlist, .address: false
        }
    }

    /// What an app sees when the media cannot be played because of it.
    var media: MediaFailure {
        switch self {
        case .status(let status, let url): return MediaFailure(status: status, url: url)
        case .transfer(let failure, let url): return MediaFailure(failure, url: url)
        case .format(let error, let url): return MediaFailure(error, url: url)
        case .tooLarge(let url): return unreadable("\(url) is too large.")
        case .playlist(let error, let url):
            return unreadable("The playlist cannot be read: \(error.words) (\(url)).")
        case .protected(let method, let url):
            return MediaFailure(
                domain: MediaErrorDomain.media, code: -11_831,
                reason: "The segments of \(url) are encrypted by \(method).", url: url)
        case .address(let text):
            return MediaFailure(
                domain: MediaErrorDomain.url,
                code: TransferFailure.Kind.unsupportedURL.rawValue,
                reason: "The address \(text) of a stream is not followed.", url: text)
        }
    }

    private func unreadable(_ reason: String) -> MediaFailure {
        MediaFailure(
            domain: MediaErrorDomain.media, code: -11_829, reason: reason,
            underlyingStatus: -12_848, url: url)
    }

    /// The record in the error log: its domain, its code and a comment.
    ///
    /// Source: error logs that developers have published; `docs/facts.md`.
    var logged: (domain: String, status: Int, comment: String) {
        let coreMedia = "CoreMediaErrorDomain"
        switch self {
        case .status(let status, _):
            let code =
                switch status {
                case 403: -12_660
                case 404: -12_938
                default: -12_666
                }
            return (coreMedia, code, "HTTP \(status)")
        case .transfer(let failure, _):
            return (MediaErrorDomain.url, failure.kind.rawValue, failure.reason)
        case .tooLarge, .format, .playlist, .protected, .address:
            return (coreMedia, media.underlyingStatus ?? media.code, media.reason)
        }
    }
}

import AudioCodecs
import AudioFormats
import HTTPTransfers

extension MediaFailure {
    /// What an app sees of a transfer that has failed.
    init(_ failure: TransferFailure, url: String) {
        self.init(
            domain: MediaErrorDomain.url, code: failure.kind.rawValue, reason: failure.reason,
            url: url)
    }

    /// What an app sees of a response without what was asked for.
    init(status: Int, url: String) {
        let code =
            switch status {
            case 404, 410: -1100
            case 401, 403, 407: -1102
            default: TransferFailure.Kind.badServerResponse.rawValue
            }
        self.init(
            domain: MediaErrorDomain.url, code: code,
            reason: "The server has answered by status \(status).", url: url)
    }

    /// What an app sees of media with its tables behind its packets, from a server without ranges.
    static func needsRanges(url: String) -> MediaFailure {
        MediaFailure(
            domain: MediaErrorDomain.media, code: -11_850,
            reason: "The media ends with its tables, and the server sends no parts of it.",
            underlyingStatus: -12_939, url: url)
    }

    /// What an app sees of a stream that cannot be parsed.
    init(_ error: AudioStreamError, url: String) {
        switch error {
        case .notOptimized(let error), .format(let error): self.init(error, url: url)
        case .cannotBridgeGap, .notReady, .noSuchPacket:
            self.init(
                domain: MediaErrorDomain.url, code: TransferFailure.Kind.connectionLost.rawValue,
                reason: "The stream cannot go on after bytes that were lost.", url: url)
        }
    }
}

import Foundation
import MediaSources

/// The error that an app sees for a failure: an `AVError`, or an `NSError` of another domain, with the
/// cause under `NSUnderlyingErrorKey` and the address under `NSURLErrorFailingURLErrorKey`.
func playbackError(_ failure: MediaFailure) -> any Error {
    var info: [String: Any] = [
        NSLocalizedDescriptionKey: description(of: failure),
        NSLocalizedFailureReasonErrorKey: failure.reason,
    ]
    if let status = failure.underlyingStatus {
        info[NSUnderlyingErrorKey] = NSError(domain: NSOSStatusErrorDomain, code: status)
    }
    if let url = failure.url.flatMap({ URL(string: $0) }) {
        info[NSURLErrorFailingURLErrorKey] = url
    }
    guard failure.domain == AVFoundationErrorDomain else {
        return NSError(domain: failure.domain, code: failure.code, userInfo: info)
    }
    return AVError(AVError.Code(rawValue: failure.code) ?? .unknown, userInfo: info)
}

/// A short title for an alert.
private func description(of failure: MediaFailure) -> String {
    switch (failure.domain, failure.code) {
    case (AVFoundationErrorDomain, AVError.Code.fileFormatNotRecognized.rawValue),
        (AVFoundationErrorDomain, AVError.Code.fileFailedToParse.rawValue):
        "Cannot Open"
    case (AVFoundationErrorDomain, AVError.Code.decodeFailed.rawValue): "Cannot Decode"
    default: failure.reason
    }
}

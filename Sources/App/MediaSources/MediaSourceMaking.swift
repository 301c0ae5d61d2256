package import HTTPTransfers
package import SoundClient

/// Creates the source of the media at a location; opens nothing yet. Any thread.
///
/// An address that cannot be played, such as one of a scheme that nobody serves, gives a source that
/// fails when it is loaded.
///
/// - Parameters:
///   - app: The app whose threads, timers and network the source uses.
///   - service: Carries the transfers in place of the app's network, whatever the scheme; `nil` for
///     the app's network.
package func makeMediaSource(
    _ location: MediaLocation, for app: AppSound, service: (any TransferService)? = nil
) -> any MediaSource {
    FailingMedia(
        MediaFailure(
            domain: MediaErrorDomain.url, code: TransferFailure.Kind.unsupportedURL.rawValue,
            reason: "The address \(location.url) has a scheme that is not played.",
            url: location.url),
        for: app)
}

/// The domains of the errors that a media source gives to apps.
package enum MediaErrorDomain {
    package static let url = "NSURLErrorDomain"
    package static let media = "AVFoundationErrorDomain"
}

import AudioFormats
package import HTTPTransfers
package import SoundClient

/// Creates the source of the media at a location; opens nothing yet. Any thread.
///
/// An address that cannot be played, such as one of an unknown scheme, gives a source that
/// fails when it is loaded.
///
/// - Parameters:
///   - app: Gives the source its threads, its timers and its network.
///   - service: Carries the transfers in place of the app's network, whatever the scheme; `nil` for
///     the app's network.
package func makeMediaSource(
    _ location: MediaLocation, for app: AppSound, service: (any TransferService)? = nil
) -> any MediaSource {
    if let service { return NetworkMedia(location, for: app, service: service) }
    if let path = localPath(ofAddress: location.url) {
        let hint = ServerFacts.hint(mimeType: location.mimeType, url: location.url)
        return FileMedia(path: path, hint: hint, for: app)
    }
    if let given = app.givenMedia.source(at: location.url, for: app) { return given }
    let scheme = location.url.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme) else {
        return FailingMedia(
            MediaFailure(
                domain: MediaErrorDomain.url, code: TransferFailure.Kind.unsupportedURL.rawValue,
                reason: "The address \(location.url) has a scheme that is not played.",
                url: location.url),
            for: app)
    }
    guard let service = app.networkAccess.service else {
        return FailingMedia(
            MediaFailure(
                domain: MediaErrorDomain.url, code: TransferFailure.Kind.notConnected.rawValue,
                reason: "The app has no network.", url: location.url),
            for: app)
    }
    return NetworkMedia(location, for: app, service: service)
}

/// The path of an address of a file; `nil` for other addresses.
package func localPath(ofAddress url: String) -> String? {
    guard !url.hasPrefix("/") else { return url }
    guard url.prefix(5).lowercased() == "file:" else { return nil }
    var rest = url.dropFirst(5)
    if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash])
        else { return nil }
        rest = rest[slash...]
    }
    return decoded(rest.prefix { $0 != "?" && $0 != "#" })
}

/// Replaces `%41` by the character of that number.
private func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2)
        if byte == UInt8(ascii: "%"), digits.count == 2,
            digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The domains of the errors that a media source gives to apps.
package enum MediaErrorDomain {
    package static let url = "NSURLErrorDomain"
    package static let media = "AVFoundationErrorDomain"
}

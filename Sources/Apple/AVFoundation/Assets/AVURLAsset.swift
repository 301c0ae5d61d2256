public import Foundation
import MediaSources

/// An asset at an address: a file, or what a server sends. Any thread.
///
/// Ownership: immutable.
open class AVURLAsset: AVAsset, NSCopying, @unchecked Sendable {
    /// The address.
    public let url: URL
    /// Asks the app for the asset's bytes where the scheme of the address is one of the app's own.
    public let resourceLoader: AVAssetResourceLoader

    /// Makes an asset. It reads nothing.
    ///
    /// - Parameter options: See the keys that begin with `AVURLAsset`; others are ignored, and so are
    ///   values of other types.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        let loader = AssetLoader(MediaLocation(URL, options ?? [:]))
        resourceLoader = AVAssetResourceLoader(loader)
        super.init(loader: loader)
    }

    /// Makes an asset. It reads nothing.
    public convenience init(url URL: URL) {
        self.init(url: URL, options: nil)
    }

    /// The asset itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Whether the duration shall be exact: a `Bool`. It always is here.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
    "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Cookies that are sent to the server: an array of `HTTPCookie`.
public let AVURLAssetHTTPCookiesKey = "AVURLAssetHTTPCookiesKey"
/// Whether a cellular network may be used: a `Bool`.
public let AVURLAssetAllowsCellularAccessKey = "AVURLAssetAllowsCellularAccessKey"
/// The `User-Agent` field of requests: a `String`.
public let AVURLAssetHTTPUserAgentKey = "AVURLAssetHTTPUserAgentKey"
/// The MIME type of the media, whatever the server says: a `String`.
public let AVURLAssetOverrideMIMETypeKey = "AVURLAssetOverrideMIMETypeKey"
/// Which references to other files are followed: a number. Without effect: none is followed.
public let AVURLAssetReferenceRestrictionsKey = "AVURLAssetReferenceRestrictionsKey"
/// Whether costly networks may be used: a `Bool`. Without effect.
public let AVURLAssetAllowsExpensiveNetworkAccessKey = "AVURLAssetAllowsExpensiveNetworkAccessKey"
/// Whether constrained networks may be used: a `Bool`. Without effect.
public let AVURLAssetAllowsConstrainedNetworkAccessKey =
    "AVURLAssetAllowsConstrainedNetworkAccessKey"
/// The key of header fields of requests, which apps use without a declaration of Apple's.
let headerFieldsKey = "AVURLAssetHTTPHeaderFieldsKey"

extension MediaLocation {
    /// The place of an asset with these options.
    init(_ url: URL, _ options: [String: Any]) {
        self.init(url: url.absoluteString)
        headers = options[headerFieldsKey] as? [String: String] ?? [:]
        userAgent = options[AVURLAssetHTTPUserAgentKey] as? String
        mimeType = options[AVURLAssetOverrideMIMETypeKey] as? String
        allowsCellularAccess = options[AVURLAssetAllowsCellularAccessKey] as? Bool ?? true
        if let cookies = options[AVURLAssetHTTPCookiesKey] as? [Any] {
            let pairs = cookies.compactMap { CookiePair($0, for: url.host ?? "") }
            if !pairs.isEmpty {
                self.cookies = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            }
        }
    }
}

/// Name and value of an `HTTPCookie`.
///
/// The class is of FoundationNetworking, which brings a library for transfers of its own: the
/// stored properties are read without its declaration.
private struct CookiePair {
    var name: String
    var value: String

    /// - Parameter host: The server; a cookie of another domain is none for it.
    init?(_ cookie: Any, for host: String) {
        var texts: [String: String] = [:]
        for child in Mirror(reflecting: cookie).children {
            if let label = child.label, let text = child.value as? String { texts[label] = text }
        }
        guard let name = texts["_name"], let value = texts["_value"] else { return nil }
        if let domain = texts["_domain"], domain.hasPrefix(".") {
            guard ("." + host).hasSuffix(domain) else { return nil }
        } else if let domain = texts["_domain"] {
            guard domain == host else { return nil }
        }
        (self.name, self.value) = (name, value)
    }
}

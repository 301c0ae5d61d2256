public import AVFAudio
public import Foundation

extension AVMetadataItem {
    /// The items with an identifier, in their order.
    ///
    /// - Parameter identifier: One of the common key space finds items of all key spaces.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        let common = MetadataIdentifiers.parts(identifier).flatMap { parts in
            parts.keySpace == .common ? AVMetadataKey(parts.key) : nil
        }
        return metadataItems.filter { item in
            item.identifier == identifier || common != nil && item.commonKey == common
        }
    }

    /// The items with a key, in their order.
    ///
    /// - Parameters:
    ///   - key: `nil` for any.
    ///   - keySpace: `nil` for any; the common one finds items of all key spaces.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?,
        keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let wanted = (key as? AVMetadataKey)?.rawValue ?? key as? String
        return metadataItems.filter { item in
            guard keySpace != .common else {
                guard let common = item.commonKey else { return false }
                return key == nil || common.rawValue == wanted
            }
            guard keySpace == nil || item.keySpace == keySpace else { return false }
            guard key != nil else { return true }
            guard let own = item.key else { return false }
            if let wanted { return (own as? NSString) as String? == wanted }
            return (key as? any NSObjectProtocol).map { own.isEqual($0) } ?? false
        }
    }

    /// The items in the languages that a user prefers, the preferred ones first; those without a
    /// language follow.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
    ) -> [AVMetadataItem] {
        var sorted: [AVMetadataItem] = []
        for language in preferredLanguages {
            sorted += metadataItems.filter { item in
                guard let tag = item.extendedLanguageTag else { return false }
                let isNew = !sorted.contains { $0 === item }
                return isNew && languageCode(tag) == languageCode(language)
            }
        }
        return sorted + metadataItems.filter { $0.extendedLanguageTag == nil }
    }

    /// The items in a language.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], with locale: Locale
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            item.extendedLanguageTag.map(languageCode) == languageCode(locale.identifier)
        }
    }

    /// The items that a filter lets through.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter { metadataItemFilter.allows($0) }
    }

    /// The identifier of a key of a key space; `nil` for a key that is neither text nor number.
    public class func identifier(
        forKey key: Any, keySpace: AVMetadataKeySpace
    ) -> AVMetadataIdentifier? {
        MetadataIdentifiers.identifier(
            forKey: (key as? AVMetadataKey)?.rawValue ?? key, keySpace: keySpace)
    }

    /// The key space of an identifier.
    public class func keySpace(
        forIdentifier identifier: AVMetadataIdentifier
    ) -> AVMetadataKeySpace? {
        MetadataIdentifiers.parts(identifier)?.keySpace
    }

    /// The key of an identifier.
    public class func key(forIdentifier identifier: AVMetadataIdentifier) -> Any? {
        MetadataIdentifiers.parts(identifier)?.key
    }
}

/// The language of a tag, without its region, in two letters where it has two.
func languageCode(_ tag: String) -> String {
    let code = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if let known = bibliographicCodes[code] { return known }
    return Locale.LanguageCode(code).identifier(.alpha2) ?? code
}

/// Codes that libraries use, and tags of ID3 with them.
///
/// Source: ISO 639-2, the codes for bibliographic use.
private let bibliographicCodes = [
    "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl",
    "fre": "fr", "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi",
    "may": "ms", "per": "fa", "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
]

/// Lets through the items that do not identify the user.
///
/// Ownership: immutable.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
    /// A filter of what must not be given to others: accounts, and private data.
    open class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter() }

    func allows(_ item: AVMetadataItem) -> Bool {
        guard let identifier = item.identifier?.rawValue else { return true }
        return !["itsk/apID", "itsk/akID", "itsk/ownr", "itsk/purd", "id3/PRIV", "id3/OWNE"]
            .contains(identifier)
    }
}

public import Foundation
import MusicLibrary
import SoundClient
import SoundRuntime

/// A playlist of the library: the user's, an app's, or that of a file. Any thread.
///
/// Ownership: what is set is set in `init`.
open class MPMediaPlaylist: MPMediaItemCollection, @unchecked Sendable {
    private let source: LibrarySource?

    /// Makes a playlist that is none of the library's.
    public override init() {
        source = nil
        super.init()
    }

    init(
        id: MPMediaEntityPersistentID, count: Int, in source: LibrarySource,
        items: @escaping @Sendable () -> [MPMediaItem]
    ) {
        self.source = source
        super.init(id: id, count: count, items: items)
    }

    convenience init(_ playlist: LibraryPlaylist, in source: LibrarySource) {
        self.init(id: playlist.id, count: playlist.count, in: source) {
            let ids = source.readGranted("MPMediaPlaylist.items") { library throws(LibraryError) in
                try library.items(ofPlaylist: playlist.id)
            }
            return ItemPage.items(ids ?? [], in: source)
        }
    }

    /// Reads a playlist's identifier, which stands for the playlist of the library.
    public required init?(coder: NSCoder) {
        source = .current
        super.init(coder: coder)
    }

    private var record: LibraryPlaylist? {
        let found = source?.readGranted("MPMediaPlaylist") { library throws(LibraryError) in
            try library.playlist(identifier)
        }
        return found ?? nil
    }

    // MARK: Properties

    /// The number by which the playlist is found again in later launches.
    open override var persistentID: MPMediaEntityPersistentID {
        number(MPMediaPlaylistPropertyPersistentID)?.uint64Value ?? 0
    }
    /// The name.
    open var name: String? { text(MPMediaPlaylistPropertyName) }
    /// How the playlist came to be.
    open var playlistAttributes: MPMediaPlaylistAttribute {
        MPMediaPlaylistAttribute(
            rawValue: number(MPMediaPlaylistPropertyPlaylistAttributes)?.uintValue ?? 0)
    }
    /// The items from which a Genius playlist was made; `nil` for all playlists here.
    open var seedItems: [MPMediaItem]? {
        value(forProperty: MPMediaPlaylistPropertySeedItems) as? [MPMediaItem]
    }
    /// The description.
    open var descriptionText: String? { text(MPMediaPlaylistPropertyDescriptionText) }
    /// The name of the person or the app that made it.
    open var authorDisplayName: String? { text(MPMediaPlaylistPropertyAuthorDisplayName) }
    /// The identifier in the cloud; `nil`, because playlists are the machine's own.
    open var cloudGlobalID: String? { text(MPMediaPlaylistPropertyCloudGlobalID) }

    /// The value of a property of the playlist, or else of its representative item.
    open override func value(forProperty property: String) -> Any? {
        switch property {
        case MPMediaPlaylistPropertyPersistentID, MPMediaEntityPropertyPersistentID:
            return NSNumber(value: identifier)
        case MPMediaPlaylistPropertyName: return record?.name
        case MPMediaPlaylistPropertyPlaylistAttributes:
            return record.map { NSNumber(value: UInt($0.attributes.rawValue)) }
        case MPMediaPlaylistPropertyDescriptionText: return record?.description
        case MPMediaPlaylistPropertyAuthorDisplayName: return record?.author
        case MPMediaPlaylistPropertySeedItems, MPMediaPlaylistPropertyCloudGlobalID: return nil
        default: return super.value(forProperty: property)
        }
    }

    /// Whether the property can be used in a predicate of a query.
    open override class func canFilter(byProperty property: String) -> Bool {
        if let property = LibraryProperty(rawValue: property), property.isOfPlaylists {
            return true
        }
        return super.canFilter(byProperty: property)
    }

    override class var properties: [String: String] {
        var keys = super.properties
        for property in [
            MPMediaPlaylistPropertyPersistentID, MPMediaPlaylistPropertyName,
            MPMediaPlaylistPropertyPlaylistAttributes, MPMediaPlaylistPropertySeedItems,
            MPMediaPlaylistPropertyDescriptionText, MPMediaPlaylistPropertyAuthorDisplayName,
            MPMediaPlaylistPropertyCloudGlobalID,
        ] { keys[property] = property }
        keys["descriptionText"] = MPMediaPlaylistPropertyDescriptionText
        keys["authorDisplayName"] = MPMediaPlaylistPropertyAuthorDisplayName
        return keys
    }

    override var kindOfEntity: ObjectIdentifier { ObjectIdentifier(MPMediaPlaylist.self) }

    // MARK: Changes

    /// Adds items to the end.
    ///
    /// - Parameter completionHandler: Called on a background queue with `nil`, or an error:
    ///   `permissionDenied`, `notFound` for a playlist that is gone, `notSupported` for one of a file,
    ///   which changes with its file alone.
    @preconcurrency
    open func add(
        _ mediaItems: [MPMediaItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let call = "MPMediaPlaylist.add(_:completionHandler:)"
        let ids = mediaItems.map(\.persistentID)
        let source = source
        currentApp(isForSound: false).environment.onQueue { [identifier] in
            completionHandler?(
                MPError.of { () throws in
                    guard let source, source.isUsable(call) else {
                        throw MPError(.permissionDenied)
                    }
                    let isThere = try source.change { library throws(LibraryError) in
                        try library.addItems(ids, toPlaylist: identifier)
                    }
                    guard isThere == true else { throw MPError(.notFound) }
                })
        }
    }

    /// Adds items to the end; see `add(_:completionHandler:)`.
    open func add(_ mediaItems: [MPMediaItem]) async throws {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            add(mediaItems) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    /// Adds an item of a store; there is none, so that the error is always `notFound`.
    @preconcurrency
    open func addItem(
        withProductID productID: String,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        currentApp(isForSound: false).environment.onQueue {
            completionHandler?(MPError(.notFound, userInfo: MPError.noStore))
        }
    }

    /// Adds an item of a store; there is none, so that it always throws `notFound`.
    open func addItem(withProductID productID: String) async throws {
        throw MPError(.notFound, userInfo: MPError.noStore)
    }
}

/// How a playlist came to be, as bits.
public struct MPMediaPlaylistAttribute: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes attributes from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Made on the device.
    public static let onTheGo = MPMediaPlaylistAttribute(rawValue: 1)
    /// Follows from rules.
    public static let smart = MPMediaPlaylistAttribute(rawValue: 2)
    /// Made by Genius.
    public static let genius = MPMediaPlaylistAttribute(rawValue: 4)
}

/// What a new playlist begins with.
open class MPMediaPlaylistCreationMetadata: NSObject {
    /// The name.
    open private(set) var name: String
    /// The name of the app that makes it; set to `nil`, the app's own name again.
    open var authorDisplayName: String! {
        get { author ?? Self.appName }
        set { author = newValue }
    }
    /// The description.
    open var descriptionText = ""
    private var author: String?

    /// Makes the metadata of a playlist with a name.
    public init(name: String) {
        self.name = name
        super.init()
    }

    private static var appName: String {
        let info = Bundle.main.infoDictionary ?? [:]
        return info["CFBundleDisplayName"] as? String ?? info["CFBundleName"] as? String
            ?? ProcessInfo.processInfo.processName
    }
}

// The texts are Apple's: key-value coding and predicates use them as keys.

/// The playlist's identifier, an `NSNumber` of 64 bits; can be filtered by.
public let MPMediaPlaylistPropertyPersistentID = "playlistPersistentID"
/// The playlist's name, a `String`; can be filtered by.
public let MPMediaPlaylistPropertyName = "name"
/// The playlist's attributes, an `NSNumber`; can be filtered by.
public let MPMediaPlaylistPropertyPlaylistAttributes = "playlistAttributes"
/// The items from which a Genius playlist was made.
public let MPMediaPlaylistPropertySeedItems = "seedItems"
/// The playlist's description, a `String`.
public let MPMediaPlaylistPropertyDescriptionText = "descriptionInfo"
/// The name of the person or the app that made the playlist, a `String`.
public let MPMediaPlaylistPropertyAuthorDisplayName = "externalVendorDisplayName"
/// The playlist's identifier in the cloud, a `String`.
public let MPMediaPlaylistPropertyCloudGlobalID = "cloudGlobalID"

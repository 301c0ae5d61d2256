import AudioModel
public import Foundation
import MusicLibrary
public import SimulatedTime
package import SoundClient
import SoundRuntime
import Synchronization

/// The user's media library: its date of change, the app's permission, and new playlists. Any thread.
///
/// In a simulated phone each app has an object of its own.
///
/// Ownership: `changes` is guarded by its mutex; the rest is set in `init`.
open class MPMediaLibrary: NSObject, NSSecureCoding, AppOwned, @unchecked Sendable {
    private weak var app: AppSound?
    private let source: LibrarySource
    private let changes = Mutex(Changes())

    private struct Changes {
        var observerCount = 0
        /// The change count that observers know of.
        var known: Int64 = 0
        /// Tells a running watch whether it is the latest.
        var watch = 0
    }

    /// The interval at which the library is looked at while notifications are generated.
    private static let watchInterval = HostInterval.seconds(1)

    private init(_ app: AppSound, _ source: LibrarySource) {
        self.app = app
        self.source = source
        super.init()
    }

    /// The library of the calling app: that of the simulated phone, or the user's.
    open class func `default`() -> MPMediaLibrary {
        let app = currentApp(isForSound: false)
        // Not inside of the closure: attachments are made one at a time.
        let source = LibrarySource.of(app)
        return app.attachment { MPMediaLibrary(app, source) }
    }

    package func belongs(to other: AppSound) -> Bool { app === other }

    // MARK: Permission

    /// The app's permission to use the library.
    ///
    /// On the user's own machine it is not determined until the app asks or first uses the library, and
    /// then authorized.
    open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus {
        MPMediaLibraryAuthorizationStatus(
            currentApp(isForSound: false).mediaLibraryAccess.permission)
    }

    /// Asks the user for the permission, unless that has happened.
    ///
    /// Ends the process of an app without a text for `NSAppleMusicUsageDescription` in its Info.plist;
    /// programs without an Info.plist need none.
    ///
    /// - Parameter handler: Called with the answer on a background queue.
    @preconcurrency
    open class func requestAuthorization(
        _ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void
    ) {
        let app = currentApp(isForSound: false)
        guard LibrarySource.of(app).hasUsageText("MPMediaLibrary.requestAuthorization(_:)") else {
            return
        }
        let environment = app.environment
        app.mediaLibraryAccess.ask { permission in
            environment.onQueue { handler(MPMediaLibraryAuthorizationStatus(permission)) }
        }
    }

    /// Asks the user for the permission; see `requestAuthorization(_:)`.
    open class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization { continuation.resume(returning: $0) }
        }
    }

    // MARK: Changes

    /// The date of the library's last change; 1970 for a library that never changed.
    open var lastModifiedDate: Date {
        let seconds = source.read("MPMediaLibrary.lastModifiedDate") {
            library throws(LibraryError) in
            try library.lastModified()
        }
        return Date(timeIntervalSince1970: (seconds ?? nil) ?? 0)
    }

    /// Starts the posting of `MPMediaLibraryDidChange`. Calls nest; each needs an end.
    open func beginGeneratingLibraryChangeNotifications() {
        let generation = source.generation()
        let watch = changes.withLock { changes -> Int? in
            changes.observerCount += 1
            guard changes.observerCount == 1 else { return nil }
            changes.known = generation
            changes.watch += 1
            return changes.watch
        }
        if let watch { scheduleWatch(watch) }
    }

    /// Ends one `beginGeneratingLibraryChangeNotifications()`; does nothing without one.
    open func endGeneratingLibraryChangeNotifications() {
        changes.withLock { $0.observerCount = max(0, $0.observerCount - 1) }
    }

    private func scheduleWatch(_ watch: Int) {
        app?.environment.after(Self.watchInterval) { [weak self] in self?.look(watch) }
    }

    /// Posts the notification if the library has changed since the last look.
    private func look(_ watch: Int) {
        let isWanted = changes.withLock { $0.observerCount > 0 && $0.watch == watch }
        guard isWanted, let app else { return }
        scheduleWatch(watch)
        let generation = source.generation()
        let hasChanged = changes.withLock { changes in
            defer { changes.known = generation }
            return changes.known != generation
        }
        guard hasChanged else { return }
        app.environment.onMain { [weak self] in
            guard let self, changes.withLock({ $0.observerCount > 0 }) else { return }
            NotificationCenter.default.post(.MPMediaLibraryDidChange, self)
        }
    }

    // MARK: Additions

    /// Finds the playlist that an app knows by a UUID, or makes it.
    ///
    /// - Parameters:
    ///   - uuid: The UUID, which the app should keep.
    ///   - creationMetadata: What a new playlist begins with; `nil` to make none.
    ///   - completionHandler: Called on a background queue with the playlist, or an error:
    ///     `permissionDenied`, or `notFound` when there is none and none is made.
    @preconcurrency
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?,
        completionHandler: @escaping @Sendable (MPMediaPlaylist?, (any Error)?) -> Void
    ) {
        let new = creationMetadata.map { metadata in
            (metadata.name, metadata.descriptionText, metadata.authorDisplayName as String?)
        }
        let id = MediaLibrary.playlistID(forIdentifier: uuid.uuidString)
        app?.environment.onQueue { [source] in
            var found: LibraryPlaylist?
            let error = MPError.of { () throws in
                guard source.isUsable("MPMediaLibrary.getPlaylist(with:creationMetadata:)") else {
                    throw MPError(.permissionDenied)
                }
                let known = source.readGranted("MPMediaLibrary.getPlaylist") {
                    library throws(LibraryError) in
                    try library.playlist(id)
                }
                if let known = known ?? nil {
                    found = known
                    return
                }
                guard let (name, description, author) = new else { throw MPError(.notFound) }
                found = try source.change { library throws(LibraryError) in
                    try library.createPlaylist(
                        name: name, id: id, description: description.isEmpty ? nil : description,
                        author: author, attributes: .onTheGo)
                }
            }
            completionHandler(found.map { MPMediaPlaylist($0, in: source) }, error)
        }
    }

    /// Finds the playlist that an app knows by a UUID, or makes it; see
    /// `getPlaylist(with:creationMetadata:completionHandler:)`.
    open func getPlaylist(
        with uuid: UUID, creationMetadata: MPMediaPlaylistCreationMetadata?
    ) async throws -> MPMediaPlaylist {
        try await withCheckedThrowingContinuation { continuation in
            getPlaylist(with: uuid, creationMetadata: creationMetadata) { playlist, error in
                if let playlist {
                    continuation.resume(returning: playlist)
                } else {
                    continuation.resume(throwing: error ?? MPError(.unknown))
                }
            }
        }
    }

    /// Adds an item of a store; there is none, so that the error is always `notFound`.
    @preconcurrency
    open func addItem(
        withProductID productID: String,
        completionHandler: (@Sendable ([MPMediaEntity], (any Error)?) -> Void)? = nil
    ) {
        app?.environment.onQueue {
            completionHandler?([], MPError(.notFound, userInfo: MPError.noStore))
        }
    }

    /// Adds an item of a store; there is none, so that it always throws `notFound`.
    open func addItem(withProductID productID: String) async throws -> [MPMediaEntity] {
        throw MPError(.notFound, userInfo: MPError.noStore)
    }

    // MARK: Archives

    /// Archives hold nothing: the library is that of the reading app.
    public static var supportsSecureCoding: Bool { true }

    /// Writes nothing.
    open func encode(with coder: NSCoder) {}

    /// Makes the library of the calling app.
    public required init?(coder: NSCoder) {
        let app = currentApp(isForSound: false)
        self.app = app
        source = .of(app)
        super.init()
    }
}

/// An app's permission to use the media library.
public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    /// The app has not asked, or the user has not answered yet.
    case notDetermined = 0
    /// The user has refused.
    case denied = 1
    /// Settings that the user cannot change forbid it.
    case restricted = 2
    /// The app may use the library.
    case authorized = 3

    init(_ permission: MediaLibraryPermission) {
        switch permission {
        case .undetermined: self = .notDetermined
        case .denied: self = .denied
        case .restricted: self = .restricted
        case .granted: self = .authorized
        }
    }
}

extension NSNotification.Name {
    /// The library has changed; the object is the `MPMediaLibrary`. Posted on the main thread while
    /// `beginGeneratingLibraryChangeNotifications()` is in effect.
    public static let MPMediaLibraryDidChange = Notification.Name(
        "MPMediaLibraryDidChangeNotification")
}

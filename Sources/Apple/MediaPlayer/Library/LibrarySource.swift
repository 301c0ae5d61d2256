import AudioModel
import Dispatch
import Foundation
import Glibc
package import MusicLibrary
package import SoundClient
import SoundRuntime
import Synchronization

/// One app's music library, opened when it is first used. Any thread.
package final class LibrarySource: Sendable {
    /// The app's permission and the library's place.
    package let access: MediaLibraryAccess
    private let state = Mutex(State())

    private struct State {
        var library: MediaLibrary?
        /// The change count at the last check, and the time of that check in nanoseconds.
        var changeCount: Int64 = 0
        var checkedAt: UInt64 = 0
        /// Pages that are loaded, the oldest first.
        var pages: [ItemPage] = []
        /// Messages that were written; each is written once.
        var messages: Set<String> = []
    }

    /// Most pages of items that are loaded at a time: 6,400 items.
    private static let pagesMax = 64
    /// Most different messages on standard error.
    private static let messagesMax = 16
    /// Nanoseconds between two checks of whether another process has changed the user's library.
    private static let checkInterval: UInt64 = 250_000_000

    private init(_ access: MediaLibraryAccess) { self.access = access }

    /// The library of an app.
    package static func of(_ app: AppSound) -> LibrarySource {
        let access = app.mediaLibraryAccess
        return app.attachment { LibrarySource(access) }
    }

    /// The library of the calling app.
    package static var current: LibrarySource { of(currentApp(isForSound: false)) }

    // MARK: Permission

    /// Whether the app may use the library. The first use is a request, which a user's own machine
    /// grants at once.
    package func isUsable(_ call: String) -> Bool {
        guard hasUsageText(call) else { return false }
        if access.permission == .undetermined { access.ask() }
        return access.permission == .granted
    }

    /// Whether the app has said why it uses the library; reports the violation otherwise.
    func hasUsageText(_ call: String) -> Bool {
        if access.hasUsageText ?? Self.processHasUsageText { return true }
        let rule = "Info.plist has a text for NSAppleMusicUsageDescription"
        if let report = access.reportViolation {
            report(call, rule)
        } else {
            raiseProgrammerError(call, rule)
        }
        return false
    }

    /// Programs without an Info.plist, such as those of the command line, need none.
    private static let processHasUsageText: Bool = {
        let info = Bundle.main.infoDictionary ?? [:]
        let isApp = info["CFBundleIdentifier"] != nil || info["UIBackgroundModes"] != nil
        return !isApp || info["NSAppleMusicUsageDescription"] is String
    }()

    // MARK: The database

    /// Reads the library.
    ///
    /// - Returns: `nil` without permission, without a library, and after an error, which is written to
    ///   standard error.
    package func read<Value>(
        _ call: String, _ body: (MediaLibrary) throws(LibraryError) -> Value
    ) -> Value? {
        guard isUsable(call) else { return nil }
        return readGranted(call, body)
    }

    /// Reads the library for objects that were made with permission.
    func readGranted<Value>(
        _ call: String, _ body: (MediaLibrary) throws(LibraryError) -> Value
    ) -> Value? {
        do throws(LibraryError) {
            guard let library = try opened(makes: false) else { return nil }
            return try body(library)
        } catch {
            note(error, call)
            return nil
        }
    }

    /// Changes the library, which is made if there is none.
    func change<Value>(
        _ body: (MediaLibrary) throws(LibraryError) -> Value
    ) throws(LibraryError) -> Value? {
        do throws(LibraryError) {
            guard let library = try opened(makes: true) else { return nil }
            let value = try body(library)
            state.withLock { $0.checkedAt = 0 }
            return value
        } catch {
            close(after: error)
            throw error
        }
    }

    private func opened(makes: Bool) throws(LibraryError) -> MediaLibrary? {
        if let library = state.withLock({ $0.library }) { return library }
        let location =
            access.folder.map { LibraryLocation(folder: $0()) }
            ?? LibraryLocation.standard { ProcessInfo.processInfo.environment[$0] }
        guard makes || Glibc.access(location.database, F_OK) == 0 else {
            if access.folder == nil {
                write("there is no music library yet: make one with 'sori library scan'")
            }
            return nil
        }
        let library = try MediaLibrary(at: location)
        if let notice = library.notice { write(notice) }
        return state.withLock { state in
            if let other = state.library { return other }
            state.library = library
            return library
        }
    }

    private func note(_ error: LibraryError, _ call: String) {
        close(after: error)
        write("\(call): \(error)")
    }

    /// Closes a damaged database, so that the next use sets it aside.
    private func close(after error: LibraryError) {
        guard case .damaged = error else { return }
        state.withLock { $0.library = nil }
    }

    private func write(_ text: String) {
        let isNew = state.withLock { state in
            state.messages.count < Self.messagesMax && state.messages.insert(text).inserted
        }
        if isNew { FileHandle.standardError.write(Data("sori: \(text)\n".utf8)) }
    }

    // MARK: Changes

    /// Increases when the library has changed; checked each time in a simulated phone, and four times
    /// a second at most on the user's machine.
    func generation() -> Int64 {
        var now: UInt64 = 0
        if access.folder == nil {
            now = DispatchTime.now().uptimeNanoseconds
            let known = state.withLock { state in
                state.checkedAt != 0 && now &- state.checkedAt < Self.checkInterval
                    ? state.changeCount : nil
            }
            if let known { return known }
        }
        let count = readGranted("MPMediaLibrary") { library throws(LibraryError) in
            try library.changeCount()
        }
        return state.withLock { state in
            if let count { state.changeCount = count }
            state.checkedAt = now
            return state.changeCount
        }
    }

    // MARK: Pages

    /// Keeps a page that is loaded; the oldest of too many is emptied.
    func keep(_ page: ItemPage) {
        let oldest = state.withLock { state -> ItemPage? in
            guard !state.pages.contains(where: { $0 === page }) else { return nil }
            state.pages.append(page)
            return state.pages.count > Self.pagesMax ? state.pages.removeFirst() : nil
        }
        oldest?.empty()
    }
}

/// Items of one query that are read from the library together, and again after a change. Any thread.
final class ItemPage: Sendable {
    let source: LibrarySource
    private let ids: [UInt64]
    private let content = Mutex<Content?>(nil)

    private struct Content {
        var generation: Int64
        var items: [UInt64: LibraryItem]
    }

    /// Items of a page.
    private static let size = 100

    init(_ source: LibrarySource, _ ids: [UInt64]) {
        self.source = source
        self.ids = ids
    }

    /// Media items with these identifiers, in their order.
    static func items(_ ids: [UInt64], in source: LibrarySource) -> [MPMediaItem] {
        var items: [MPMediaItem] = []
        items.reserveCapacity(ids.count)
        for start in stride(from: 0, to: ids.count, by: size) {
            let part = Array(ids[start..<min(start + size, ids.count)])
            let page = ItemPage(source, part)
            for id in part { items.append(MPMediaItem(id, page)) }
        }
        return items
    }

    /// An item as the library has it now; `nil` when it is gone.
    func item(_ id: UInt64) -> LibraryItem? {
        let generation = source.generation()
        let known = content.withLock { content in
            content?.generation == generation ? content : nil
        }
        if let known { return known.items[id] }
        let found = source.readGranted("MPMediaItem") { library throws(LibraryError) in
            try library.items(ids)
        }
        guard let found else { return nil }
        let items = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        content.withLock { $0 = Content(generation: generation, items: items) }
        source.keep(self)
        return items[id]
    }

    /// Forgets what was read; it is read again when it is needed.
    func empty() { content.withLock { $0 = nil } }
}

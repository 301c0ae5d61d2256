import COpenALSoft
import SoundClient
import Synchronization

/// The sources of a device that play, or about which the app is notified; and what the app has set
/// that OpenAL Soft does not know. Any thread.
///
/// Ownership: a mutex guards the tables. It is locked while sources are looked at, so that none is
/// deleted meanwhile, which would be an error that the app has not made.
final class OpenALSources: Sendable {
    typealias NotificationProc = @convention(c) (UInt32, UInt32, UnsafeMutableRawPointer?) -> Void

    private let notificationQueue: any WorkQueue
    private let tables = Mutex(Tables())

    private struct Tables: Sendable {
        /// In the order of their first source.
        var contexts: [Context] = []

        /// The index of a context's table, which is made if there is none.
        mutating func index(of context: UInt) -> Int {
            if let known = contexts.firstIndex(where: { $0.address == context }) { return known }
            contexts.append(Context(address: context))
            return contexts.count - 1
        }
    }

    private struct Context: Sendable {
        var address: UInt
        var sources: [UInt32: Source] = [:]
        var space = OpenALSpace()

        var isPlaying: Bool { sources.values.contains { $0.isPlaying } }
    }

    private struct Source: Sendable {
        var isPlaying = false
        var notifications: [Notification] = []
        /// What the source was when it was looked at last.
        var seen = SourceSnapshot()
        /// The quality that the app has set; without effect.
        var quality: Int32?
        var isUsed: Bool { isPlaying || !notifications.isEmpty || quality != nil }
    }

    private struct Notification: Equatable, Sendable {
        var id: UInt32
        /// The addresses of the function and of its data, which is the app's.
        var proc: UInt
        var data: UInt
    }

    private struct Delivery: Sendable {
        var source: UInt32
        var notification: Notification
    }

    init(_ environment: any AppEnvironment) {
        notificationQueue = environment.makeWorkQueue(label: "sori.openal.notifications")
    }

    // MARK: Playing sources

    var isAnyPlaying: Bool { tables.withLock { $0.contexts.contains { $0.isPlaying } } }

    var hasReverb: Bool { tables.withLock { $0.contexts.contains { $0.space.hasReverb } } }

    var hasNotifications: Bool {
        tables.withLock { tables in
            tables.contexts.contains { context in
                context.sources.values.contains { !$0.notifications.isEmpty }
            }
        }
    }

    /// Notes which of some sources play.
    func watch(_ ids: [UInt32], in context: UInt) {
        within(context) { functions in
            tables.withLock { tables in
                let index = tables.index(of: context)
                for id in ids where functions.alIsSource(id) != 0 {
                    let isPlaying = number(of: id, .state, functions) == SourceSnapshot.playing
                    guard isPlaying || tables.contexts[index].sources[id] != nil else { continue }
                    tables.contexts[index].sources[id, default: Source()].isPlaying = isPlaying
                }
            }
        }
    }

    /// Forgets sources that are about to be deleted.
    func forget(_ ids: [UInt32], in context: UInt) {
        within(context) { functions in
            tables.withLock { tables in
                let known = tables.contexts.firstIndex { $0.address == context }
                guard let index = known else { return }
                for id in ids {
                    tables.contexts[index].sources[id] = nil
                    tables.contexts[index].space.forget(id, functions)
                }
            }
        }
    }

    func forget(context: UInt) {
        tables.withLock { $0.contexts.removeAll { $0.address == context } }
    }

    /// Calls `body` with OpenAL Soft's functions, which are the context's; does nothing without one.
    @discardableResult
    private func within<Value>(
        _ context: UInt, _ body: (sori_openal_functions) -> Value
    ) -> Value? {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: context),
            let functions = sori_openal_load()
        else { return nil }
        let before = sori_openal_swap(pointer)
        defer { sori_openal_swap(before) }
        return body(functions.pointee)
    }

    private func number(
        of source: UInt32, _ property: SourceSnapshot.Property, _ functions: sori_openal_functions
    ) -> Int32 {
        var value: Int32 = 0
        functions.alGetSourcei(source, property.rawValue, &value)
        return value
    }

    /// Looks at all sources, and schedules the notifications that are due.
    ///
    /// - Returns: Whether one of them plays.
    func examine() -> Bool {
        let (isAnyPlaying, deliveries) = tables.withLock { tables -> (Bool, [Delivery]) in
            var deliveries: [Delivery] = []
            for index in tables.contexts.indices {
                let sources = tables.contexts[index].sources
                guard !sources.isEmpty else { continue }
                within(tables.contexts[index].address) { functions in
                    for id in sources.keys.sorted() {
                        guard var source = sources[id] else { continue }
                        deliveries += look(at: &source, id, functions)
                        tables.contexts[index].sources[id] = source.isUsed ? source : nil
                    }
                }
            }
            return (tables.contexts.contains { $0.isPlaying }, deliveries)
        }
        if !deliveries.isEmpty { deliver(deliveries) }
        return isAnyPlaying
    }

    private func look(
        at source: inout Source, _ id: UInt32, _ functions: sori_openal_functions
    ) -> [Delivery] {
        guard source.isPlaying || !source.notifications.isEmpty else { return [] }
        var now = SourceSnapshot(state: number(of: id, .state, functions))
        source.isPlaying = now.state == SourceSnapshot.playing
        guard !source.notifications.isEmpty else { return [] }
        now.processed = number(of: id, .processed, functions)
        now.offset = number(of: id, .offset, functions)
        now.isLooping = number(of: id, .looping, functions) != 0
        let due = now.notifications(since: source.seen)
        source.seen = now
        return source.notifications.filter { due.contains($0.id) }.map {
            Delivery(source: id, notification: $0)
        }
    }

    private func deliver(_ deliveries: [Delivery]) {
        notificationQueue.async {
            for delivery in deliveries {
                let notification = delivery.notification
                unsafeBitCast(notification.proc, to: NotificationProc.self)(
                    delivery.source, notification.id,
                    UnsafeMutableRawPointer(bitPattern: notification.data))
            }
        }
    }

    // MARK: Notifications

    /// - Returns: Zero, or an error of sources.
    func addNotification(
        _ id: UInt32, of source: UInt32, in context: UInt, proc: UInt, data: UInt
    ) -> Int32 {
        guard SourceSnapshot.notificationIDs.contains(id) else { return OpenALError.invalidEnum }
        let error = within(context) { functions in
            tables.withLock { tables in
                guard functions.alIsSource(source) != 0 else { return OpenALError.invalidName }
                let index = tables.index(of: context)
                var watched = tables.contexts[index].sources[source, default: Source()]
                if watched.notifications.isEmpty {
                    watched.seen = SourceSnapshot(state: number(of: source, .state, functions))
                    watched.seen.processed = number(of: source, .processed, functions)
                    watched.seen.offset = number(of: source, .offset, functions)
                    watched.seen.isLooping = number(of: source, .looping, functions) != 0
                }
                watched.notifications.append(Notification(id: id, proc: proc, data: data))
                tables.contexts[index].sources[source] = watched
                return 0
            }
        }
        return error ?? OpenALError.invalidOperation
    }

    func removeNotification(
        _ id: UInt32, of source: UInt32, in context: UInt, proc: UInt, data: UInt
    ) {
        tables.withLock { tables in
            let index = tables.index(of: context)
            let gone = Notification(id: id, proc: proc, data: data)
            tables.contexts[index].sources[source]?.notifications.removeAll { $0 == gone }
        }
    }

    // MARK: Properties

    /// The quality that an app has set for a source; `nil` for none.
    func quality(of source: UInt32, in context: UInt) -> Int32? {
        tables.withLock { tables in
            tables.contexts.first { $0.address == context }?.sources[source]?.quality
        }
    }

    func setQuality(_ quality: Int32, of source: UInt32, in context: UInt) -> Int32 {
        let error = within(context) { functions in
            tables.withLock { tables in
                guard functions.alIsSource(source) != 0 else { return OpenALError.invalidName }
                let index = tables.index(of: context)
                tables.contexts[index].sources[source, default: Source()].quality = quality
                return 0
            }
        }
        return error ?? OpenALError.invalidOperation
    }

    /// Calls `body` with what a context has of sound in space, and with OpenAL Soft's functions,
    /// which are the context's.
    ///
    /// - Returns: What `body` returns; an error without a context.
    func withSpace(
        of context: UInt, _ body: (inout OpenALSpace, sori_openal_functions) -> Int32
    ) -> Int32 {
        let error = within(context) { functions in
            tables.withLock { tables in
                let index = tables.index(of: context)
                return body(&tables.contexts[index].space, functions)
            }
        }
        return error ?? OpenALError.invalidOperation
    }
}

/// What can be seen of a source.
struct SourceSnapshot: Sendable {
    enum Property: Int32 {
        case looping = 0x1007
        case state = 0x1010
        case processed = 0x1016
        case offset = 0x1025
    }

    static let playing: Int32 = 0x1012
    private static let stateID: UInt32 = 0x1010
    private static let processedID: UInt32 = 0x1016
    private static let loopedID: UInt32 = 0x9000
    /// The notifications that an app can ask for.
    static let notificationIDs = [stateID, processedID, loopedID]

    var state: Int32 = 0x1011
    var processed: Int32 = 0
    /// The position in frames.
    var offset: Int32 = 0
    var isLooping = false

    /// The notifications that are due when this follows on another snapshot.
    func notifications(since before: SourceSnapshot) -> [UInt32] {
        var due: [UInt32] = []
        if state != before.state { due.append(Self.stateID) }
        if processed > before.processed { due.append(Self.processedID) }
        let isPlaying = state == Self.playing && before.state == Self.playing
        if isPlaying, isLooping, offset < before.offset { due.append(Self.loopedID) }
        return due
    }
}

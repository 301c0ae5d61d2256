import Synchronization

/// Whether code of an app handled its last entry into the background, where it ought to save its
/// state. Any thread.
package final class BackgroundEntryHandling: Sendable {
    private let isHandled = Atomic(false)

    fileprivate init() {}

    /// Notes one entry.
    ///
    /// - Parameter isHandled: Whether a delegate's method or an observer was called for it.
    package func note(isHandled: Bool) { self.isHandled.store(isHandled, ordering: .relaxed) }

    /// Whether the last entry was handled; false before any.
    package var wasHandled: Bool { isHandled.load(ordering: .relaxed) }
}

extension AppSound {
    /// Whether the app's code handled its last entry into the background.
    package var backgroundEntry: BackgroundEntryHandling {
        attachment { BackgroundEntryHandling() }
    }
}

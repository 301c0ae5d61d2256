import Synchronization

/// A picker of media items that an app shows, as its user handles it. Main thread of the app.
package protocol ShownMediaPicker: AnyObject, Sendable {
    /// Picks items by their titles, in that order.
    ///
    /// - Returns: A sentence that says why they cannot be picked; `nil` when they were.
    func pick(titled titles: [String]) -> String?
    /// Cancels the picker.
    func cancel()
    /// The titles that it offers, in its order.
    var titles: [String] { get }
}

/// The pickers that an app shows, the latest last. Any thread.
package final class ShownMediaPickers: Sendable {
    private let pickers = Mutex<[any ShownMediaPicker]>([])

    /// The picker in front.
    package var front: (any ShownMediaPicker)? { pickers.withLock { $0.last } }

    /// Adds a picker that is shown now.
    package func add(_ picker: any ShownMediaPicker) {
        pickers.withLock { $0.append(picker) }
    }

    /// Removes a picker that is no longer shown.
    package func remove(_ picker: any ShownMediaPicker) {
        pickers.withLock { $0.removeAll { $0 === picker } }
    }
}

extension AppSound {
    /// The pickers of media items that the app shows.
    package var shownMediaPickers: ShownMediaPickers { attachment { ShownMediaPickers() } }
}

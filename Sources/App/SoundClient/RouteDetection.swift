package import AudioModel
import Synchronization

/// Whether an app looks for outputs beside its own (`AVRouteDetector`), and the detectors that do.
/// Any thread.
package final class RouteDetection: Sendable {
    private struct State {
        var detectors: [Int: @Sendable () -> Void] = [:]
        var nextNumber = 1
        var changes: [(at: HostTime, isOn: Bool)] = []

        mutating func note(_ isOn: Bool, at time: HostTime) {
            changes.append((time, isOn))
            if changes.count > RouteDetection.changesMax { changes.removeFirst() }
        }
    }

    private let state = Mutex(State())
    /// The most changes that are kept, the latest ones.
    private static let changesMax = 1_000

    package init() {}

    /// Whether any detector of the app is on.
    package var isOn: Bool { state.withLock { !$0.detectors.isEmpty } }

    /// When detection began and ended, oldest first.
    package var changes: [(at: HostTime, isOn: Bool)] { state.withLock { $0.changes } }

    /// Adds a detector that is switched on.
    ///
    /// - Parameter routesMayHaveChanged: Called when an accessory or a receiver came or went.
    /// - Returns: The number to pass to `remove`.
    package func add(
        at time: HostTime, _ routesMayHaveChanged: @escaping @Sendable () -> Void
    ) -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            if state.detectors.isEmpty { state.note(true, at: time) }
            state.detectors[state.nextNumber] = routesMayHaveChanged
            return state.nextNumber
        }
    }

    /// Removes a detector that is switched off.
    package func remove(_ number: Int, at time: HostTime) {
        state.withLock { state in
            guard state.detectors.removeValue(forKey: number) != nil else { return }
            if state.detectors.isEmpty { state.note(false, at: time) }
        }
    }

    /// Lets the detectors look again.
    package func routesMayHaveChanged() {
        let detectors = state.withLock { state in
            state.detectors.sorted { $0.key < $1.key }.map(\.value)
        }
        for look in detectors { look() }
    }
}

extension AppSound {
    /// The detectors of routes that the app has switched on.
    package var routeDetection: RouteDetection { attachment { RouteDetection() } }
}

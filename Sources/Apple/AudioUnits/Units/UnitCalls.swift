import AudioModel
package import CoreAudioTypes
import SoundClient
import Synchronization

// Rendering on request, and what is called beside it.

extension UnitCore {
    /// Renders the next slice into an app's buffers.
    ///
    /// - Parameters:
    ///   - flags: Receives whether all frames are silence.
    ///   - bus: The output.
    ///   - list: Buffers of the output's format; those without memory get the unit's own.
    package func render(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: AudioTimeStamp, bus: Int, frameCount: Int,
        into list: UnitBufferList
    ) throws(UnitError) {
        if state.withLock({ $0.isLost }) { throw .invalidated }
        let rendering = state.withLock { $0.rendering }
        guard let rendering else { throw .uninitialized }
        guard bus >= 0, bus < elementCount(.output) else { throw .invalidElement }
        guard bus == 0 else { return try renderFurther(flags, time, bus, frameCount, list) }
        if let error = rendering.render(flags, time, frameCount: frameCount, to: list) {
            throw error
        }
    }

    // MARK: Notifications of slices

    /// Adds a function that is called before and after each slice that is requested of the unit.
    package func addRenderNotify(_ notify: RenderCallback) {
        state.withLock { $0.notifies.append(notify) }
    }

    /// Removes the functions with these addresses.
    package func removeRenderNotify(procedure: UInt, argument: UInt) {
        state.withLock { state in
            state.notifies.removeAll { $0.procedure == procedure && $0.argument == argument }
        }
    }
}

/// The units of an app, which are useless after a loss of the media services. Any thread.
final class UnitList: Sendable {
    private struct Entry {
        weak var unit: UnitCore?
    }

    private let entries = Mutex<[Entry]>([])

    /// Returns the app's list; made at first use.
    static func of(_ app: AppSound) -> UnitList { app.attachment { UnitList(app) } }

    private init(_ app: AppSound) {
        app.addObserver { [weak self, weak app] notification in
            // Deferred: the server waits for the observer.
            switch notification {
            case .routeChanged:
                app?.environment.onQueue { [weak self] in
                    for unit in self?.units ?? [] { unit.hardwareDidChange() }
                }
            case .mediaServicesLost:
                app?.environment.onQueue { [weak self] in
                    for unit in self?.units ?? [] { unit.invalidate() }
                }
            default: break
            }
        }
    }

    var units: [UnitCore] { entries.withLock { $0.compactMap(\.unit) } }

    func add(_ unit: UnitCore) {
        entries.withLock { entries in
            entries.removeAll { $0.unit == nil }
            entries.append(Entry(unit: unit))
        }
    }
}

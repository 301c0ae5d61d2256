import AudioGraph
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
        if isLost { throw .invalidated }
        let rendering = state.withLock { $0.rendering }
        guard let rendering else { throw .uninitialized }
        guard bus >= 0, bus < elementCount(.output) else { throw .invalidElement }
        guard rendering.hasOutput(bus) else {
            return try renderFurther(flags, time, bus, frameCount, list)
        }
        if let error = rendering.render(
            flags, time, bus: bus, frameCount: frameCount, to: list)
        {
            throw error
        }
    }

    // MARK: Notifications of slices

    /// Adds a function that is called before and after each slice of the unit.
    package func addRenderNotify(_ notify: RenderCallback) {
        changeNotifies { $0.append(notify) }
    }

    /// Removes the functions with these addresses.
    package func removeRenderNotify(procedure: UInt, argument: UInt) {
        changeNotifies { notifies in
            notifies.removeAll { $0.procedure == procedure && $0.argument == argument }
        }
    }

    private func changeNotifies(_ change: (inout [RenderCallback]) -> Void) {
        let isObserved = state.withLock { state in
            let before = state.notifies.isEmpty
            change(&state.notifies)
            return before != state.notifies.isEmpty
        }
        // Plans observe the units that have some.
        if isObserved { UnitTopology.change {} }
    }

    // MARK: Changes of connections

    /// Whether the calling thread renders a slice that was requested of the unit.
    package var isRenderedOnThisThread: Bool {
        state.withLock { $0.rendering }?.isOnThisThread ?? false
    }

    /// Whether the unit's slices are rendered with a change of connections, by its number in
    /// `UnitTopology`, and nothing of former connections sounds on.
    package func hasRendered(change number: Int) -> Bool {
        state.withLock { $0.rendering }?.hasRendered(change: number) ?? true
    }

    /// - Throws: `invalidElement`, and `formatNotSupported` for a source that the input cannot take
    ///   the format of.
    package func checkConnection(
        to source: UnitCore, output: Int, input: Int
    ) throws(UnitError) {
        let format = try source.format(.output, output)
        guard try self.format(.input, input) != format, isFormatWritable(.input, input) else {
            return
        }
        try checkFormat(format, .input, input)
        switch node.kind {
        case .effect, .timeEffect:
            // The kernel has been made for the present format.
            guard !isInitialized else { throw .formatNotSupported }
        case .source, .mixer, .matrixMixer, .spatialMixer, .selection, .sink, .output: break
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

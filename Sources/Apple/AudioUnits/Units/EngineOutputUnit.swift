package import SoundClient

/// The input and output of an engine as one unit: the engine starts and stops it.
///
/// Ownership: that of `OutputUnit`; the closures are constant.
package final class EngineOutputUnit: OutputUnit, @unchecked Sendable {
    /// What an engine does for its unit.
    package struct Transport: Sendable {
        package var start: @Sendable () throws -> Void
        package var stop: @Sendable () -> Void
        package var isRunning: @Sendable () -> Bool
        /// Returns the status of what `start` has thrown.
        package var status: @Sendable (any Error) -> Int32

        package init(
            start: @escaping @Sendable () throws -> Void, stop: @escaping @Sendable () -> Void,
            isRunning: @escaping @Sendable () -> Bool,
            status: @escaping @Sendable (any Error) -> Int32
        ) {
            self.start = start
            self.stop = stop
            self.isRunning = isRunning
            self.status = status
        }
    }

    private let transport: Transport

    package init(_ component: UnitComponent, _ app: AppSound, _ transport: Transport) {
        self.transport = transport
        super.init(component, app)
    }

    package override var isRunning: Bool { transport.isRunning() }

    package override func start() throws(UnitError) {
        do { try transport.start() } catch {
            throw UnitError(status: transport.status(error))
        }
    }

    package override func stop() { transport.stop() }

    /// Leaves the engine as it is.
    package override func uninitialize() {}
}

import CAudioToolbox
import SoundClient
import SoundRuntime
import Synchronization

/// Reports changes of parameters to their observers, on a queue.
final class ParameterChanges: Sendable {
    static let shared = ParameterChanges()

    private let lastNumber = Atomic<UInt>(0)
    private let queue = Mutex<(any WorkQueue)?>(nil)

    func nextNumber() -> UInt { lastNumber.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Reports a change to those observers that are not removed until then.
    ///
    /// - Parameter originator: The observer that made the change; it is not told.
    func report(
        _ event: AUParameterAutomationEvent, of parameter: AUParameter,
        by originator: AUParameterObserverToken?
    ) {
        let observers = parameter.allObservers(but: originator)
        guard !observers.isEmpty else { return }
        let queue = queue.withLock { queue in
            let present =
                queue
                ?? currentApp(isForSound: false).environment.makeWorkQueue(
                    label: "sori.parameters")
            queue = present
            return present
        }
        queue.async {
            for observer in observers where parameter.has(observer) { observer.receive(event) }
        }
    }
}

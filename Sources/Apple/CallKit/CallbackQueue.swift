import Dispatch
import SoundClient
import SoundRuntime

/// Where an app's callbacks run: one after another, in order.
struct CallbackQueue: Sendable {
    private let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter queue: `nil` for the main queue. A simulated app's queues are those of its phone.
    init(_ queue: DispatchQueue?, of app: AppSound) {
        let environment = app.environment
        guard let queue, !queue.isMain else {
            run = { environment.onMain($0) }
            return
        }
        if CurrentApp.simulated != nil {
            let work = environment.makeWorkQueue(label: queue.label)
            run = { work.async($0) }
        } else {
            // The app's queue may be concurrent.
            let serial = DispatchQueue(label: "sori.callkit.callback", target: queue)
            run = { serial.async(execute: $0) }
        }
    }

    func async(_ block: @escaping @Sendable () -> Void) { run(block) }
}

package import SoundClient
import Synchronization

/// The work queues on which an app's media are opened and decoded. Any thread.
package final class MediaWork: Sendable {
    private let queues: [any WorkQueue]
    private let nextQueue = Atomic(0)

    /// A slow file delays a quarter of an app's media.
    private static let queueCount = 4

    /// The queues of an app; created at first use.
    package static func of(_ app: AppSound) -> MediaWork {
        app.attachment { MediaWork(app.environment) }
    }

    private init(_ environment: any AppEnvironment) {
        queues = (0..<Self.queueCount).map { _ in
            environment.makeWorkQueue(label: "sori.media.work")
        }
    }

    /// A queue for the next source or player.
    package func next() -> any WorkQueue {
        let number = nextQueue.wrappingAdd(1, ordering: .relaxed).oldValue
        return queues[Int(UInt(bitPattern: number) % UInt(queues.count))]
    }
}

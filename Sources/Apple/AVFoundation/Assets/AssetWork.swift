import SoundClient
import Synchronization

/// The work queues on which an app's assets are read, and on which it is told. Any thread.
final class AssetWork: Sendable {
    /// For the calls of completion handlers, which may wait for an asset themselves.
    let completions: any WorkQueue
    private let queues: [any WorkQueue]
    private let nextQueue = Atomic(0)

    /// A slow file delays a quarter of an app's assets.
    private static let queueCount = 4

    /// The queues of an app; created at first use.
    static func of(_ app: AppSound) -> AssetWork {
        app.attachment { AssetWork(app.environment) }
    }

    private init(_ environment: any AppEnvironment) {
        queues = (0..<Self.queueCount).map { _ in
            environment.makeWorkQueue(label: "sori.asset.work")
        }
        completions = environment.makeWorkQueue(label: "sori.asset.completions")
    }

    /// A queue for the next asset.
    func next() -> any WorkQueue {
        let number = nextQueue.wrappingAdd(1, ordering: .relaxed).oldValue
        return queues[Int(UInt(bitPattern: number) % UInt(queues.count))]
    }
}

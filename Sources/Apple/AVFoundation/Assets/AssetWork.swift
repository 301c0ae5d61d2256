import SoundClient

/// The work queues on which an app's assets are read, and on which it is told. Any thread.
final class AssetWork: Sendable {
    /// For the calls of completion handlers, which may wait for an asset themselves.
    let completions: any WorkQueue
    private let pool: WorkQueuePool

    /// The queues of an app; created at first use.
    static func of(_ app: AppSound) -> AssetWork {
        app.attachment { AssetWork(app.environment) }
    }

    private init(_ environment: any AppEnvironment) {
        pool = WorkQueuePool(environment, label: "sori.asset.work")
        completions = environment.makeWorkQueue(label: "sori.asset.completions")
    }

    /// A queue for the next asset.
    func next() -> any WorkQueue { pool.next() }
}

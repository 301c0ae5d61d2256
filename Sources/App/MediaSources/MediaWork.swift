package import SoundClient

/// The work queues on which an app's media are opened and decoded. Any thread.
package final class MediaWork: Sendable {
    private let pool: WorkQueuePool

    /// The queues of an app; created at first use.
    package static func of(_ app: AppSound) -> MediaWork {
        app.attachment { MediaWork(app.environment) }
    }

    private init(_ environment: any AppEnvironment) {
        pool = WorkQueuePool(environment, label: "sori.media.work")
    }

    /// A queue for the next source or player.
    package func next() -> any WorkQueue { pool.next() }
}

import AudioModel
package import SoundClient
import SoundMixer
import Synchronization

/// What the players and recorders of one app share: work queues, the device's clock, and the
/// notifications that concern them. Any thread.
package final class PlaybackHost: Sendable {
    private weak let app: AppSound?
    private let pool: WorkQueuePool
    private let state = Mutex(State())

    private struct State {
        var members: [ObjectIdentifier: Member] = [:]
        var order: [ObjectIdentifier] = []
        /// Players that play or are paused.
        var soundingCount = 0
        /// The device's frame at which the first of them began.
        var clockOrigin = 0
    }

    private struct Member {
        weak var object: (any PlaybackMember)?
        var queue: any WorkQueue
    }

    /// The host of an app; created at first use.
    package static func of(_ app: AppSound) -> PlaybackHost {
        app.attachment { PlaybackHost(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
        pool = WorkQueuePool(app.environment, label: "sori.fileplayback.work")
        app.addObserver { [weak self] notification in self?.receive(notification) }
        _ = app.addResetHandler { [weak self] in
            // Deferred: the call may come within a request of a member, which holds its lock.
            for (member, queue) in self?.members ?? [] {
                queue.async { member.mediaServicesWereReset() }
            }
        }
    }

    // MARK: Members

    /// The work queue for the next player or recorder.
    package func nextQueue() -> any WorkQueue { pool.next() }

    /// Adds a player or recorder with its work queue; it is not retained.
    package func add(_ member: any PlaybackMember, on queue: any WorkQueue) {
        state.withLock { state in
            let id = ObjectIdentifier(member)
            state.members[id] = Member(object: member, queue: queue)
            state.order.append(id)
        }
    }

    /// Removes a player or recorder that is being released.
    package func remove(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.members[id] = nil
            // Compacted now and then, so that thousands of players stay cheap.
            if state.order.count > 2 * state.members.count + 16 {
                state.order.removeAll { state.members[$0] == nil }
            }
        }
    }

    /// The players and recorders in the order of their creation, with their work queues.
    private var members: [(any PlaybackMember, any WorkQueue)] {
        state.withLock { state in
            state.order.compactMap { id in
                guard let member = state.members[id], let object = member.object else {
                    return nil
                }
                return (object, member.queue)
            }
        }
    }

    private func receive(_ notification: AppNotification) {
        let call: @Sendable (any PlaybackMember) -> Void
        switch notification {
        case .interruptionBegan: call = { $0.interruptionBegan() }
        case .interruptionEnded(let shouldResume):
            call = { $0.interruptionEnded(shouldResume: shouldResume) }
        case .routeChanged(.oldDeviceUnavailable, _): call = { $0.oldDeviceBecameUnavailable() }
        default: return
        }
        for (member, queue) in members { queue.async { call(member) } }
    }

    // MARK: The device's clock

    /// The device's time in seconds, as players count it: it advances while a player plays or is
    /// paused, beginning with zero, and is zero otherwise.
    package var deviceTime: Double {
        guard let app else { return 0 }
        return state.withLock { state in
            guard state.soundingCount > 0 else { return 0 }
            return Double(app.nextSchedulableFrame - state.clockOrigin) / app.mixer.outputRate
        }
    }

    /// The number of players that play or are paused.
    package var soundingCount: Int { state.withLock { $0.soundingCount } }

    /// Notes that a player begins to play.
    func beginSounding() {
        guard let app else { return }
        state.withLock { state in
            if state.soundingCount == 0 { state.clockOrigin = app.nextSchedulableFrame }
            state.soundingCount += 1
        }
    }

    /// Notes that a player has stopped.
    func endSounding() {
        state.withLock { $0.soundingCount -= 1 }
    }

    /// The device's output frame at a time, for a player that has begun to play.
    func outputFrame(at time: Double) -> Int {
        guard let app, time.isFinite else { return 0 }
        let frames = min(max((time * app.mixer.outputRate).rounded(), 0), 0x1p53)
        return state.withLock { $0.clockOrigin } + Int(frames)
    }
}

/// A player or recorder, as its host sees it. Each call may come on any thread.
package protocol PlaybackMember: AnyObject, Sendable {
    /// The app's session has been interrupted.
    func interruptionBegan()
    /// The interruption is over.
    func interruptionEnded(shouldResume: Bool)
    /// The audio server has restarted: everything that was open is lost.
    func mediaServicesWereReset()
    /// The device that played is gone, and another one plays now.
    func oldDeviceBecameUnavailable()
}

extension PlaybackMember {
    package func oldDeviceBecameUnavailable() {}
}

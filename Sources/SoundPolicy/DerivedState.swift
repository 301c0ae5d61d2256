import AudioModel

// Full recomputation, for tests: derived state is discarded and computed again.

extension PolicyMachine {
    /// Discards all derived state and marks all records dirty.
    mutating func discardDerivedState() {
        isRouteKnown = false
        currentCircumstances = nil
        roles = ActiveRoles()
        playing = PlayingApps()
        liveStreams.forgetCounts()
        for id in liveStreams {
            streams.update(id) { $0.traits = [] }
            streams.touch(id)
        }
        for app in apps.keys.sorted() {
            apps.update(app) { $0.manner = nil }
            apps.touch(app)
        }
        isDeviceDirty = true
        let clocks = apps.compactMap { app, record in record.suspendsAt.map { (app, $0) } }
        suspendingApps = OrderedIDs(
            clocks.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0))
        waitingApps = [:]
        for app in interruptedApps {
            guard let actor = apps[app]?.session.interruption?.by else { continue }
            waitingApps[actor, default: []].append(app)
        }
    }
}

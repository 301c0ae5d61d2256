import AudioModel

extension PolicyMachine {
    /// Frees memory: warns running apps and ends suspended ones without notifying them.
    ///
    /// - Parameter megabytes: The memory to free, which may end running apps too; `nil` ends all
    ///   suspended apps and no others.
    ///
    /// Source: App Programming Guide for iOS, "Responding to Low-Memory Warnings".
    mutating func freeMemory(_ megabytes: Int?) {
        let all = apps.ids
        for app in all where apps[app]?.state != .suspended { tell(app, .didReceiveMemoryWarning) }
        let holders = all.compactMap { app in
            apps[app].map {
                MemoryHolder(
                    app: app, state: $0.state, isSounding: isSounding(app),
                    footprint: max($0.description.footprint, 0))
            }
        }
        var missing = megabytes ?? .max
        for holder in killOrder(holders, rules: rules) {
            guard missing > 0, mayTakeMemory(from: holder, isAllWanted: megabytes == nil) else {
                return
            }
            if megabytes != nil { missing -= holder.footprint }
            giveUp(holder)
        }
    }

    private func mayTakeMemory(from holder: MemoryHolder, isAllWanted: Bool) -> Bool {
        if holder.state == .suspended { return rules.hold(.memoryPressureEndsSuspended) }
        return !isAllWanted && rules.hold(.memoryReachesRunningApps)
    }

    private mutating func giveUp(_ holder: MemoryHolder) {
        switch holder.state {
        case .background: end(holder.app, .killed)
        case .suspended, .notRunning, .inactive, .active: kill(holder.app, .memory)
        }
    }
}

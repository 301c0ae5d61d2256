import AudioModel

extension PolicyMachine {
    /// Warns whatever runs, and ends what is suspended without a word; or so much as is needed.
    ///
    /// - Parameter megabytes: `nil` to end all that is suspended and nothing else.
    ///
    /// Source: App Programming Guide for iOS, "Responding to Low-Memory Warnings".
    mutating func takeBackMemory(_ megabytes: Int?) {
        let all = apps.keys.sorted()
        for app in all where apps[app]?.state != .suspended { tell(app, .didReceiveMemoryWarning) }
        let holders = all.compactMap { app in
            apps[app].map {
                MemoryHolder(
                    app: app, state: $0.state, isSounding: isSounding(app, $0),
                    footprint: max($0.description.footprint, 0))
            }
        }
        var missing = megabytes ?? .max
        for holder in killOrder(holders, rules: rules) {
            guard missing > 0, mayTakeMemory(from: holder, isAllWanted: megabytes == nil) else {
                return
            }
            missing -= holder.footprint
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

import Foundation

#if canImport(os)
    import os
#endif
#if canImport(CoreMedia)
    import CoreMedia
#endif

/// What a library for several systems does where it has no log.
func report(_ what: String) {
    #if canImport(os)
        let log = OSLog(subsystem: "sori.guarded", category: "start")
        os_log("%{public}@", log: log, type: .info, what)
        Logger(log).error("\(what.count) letters, \(what, privacy: .private)")
    #endif
}

/// Half of a duration in seconds, exactly where there are exact times.
func half(of seconds: Double) -> Double {
    #if canImport(CoreMedia)
        let time = CMTime(seconds: seconds, preferredTimescale: 600)
        return CMTimeMultiplyByRatio(time, multiplier: 1, divisor: 2).seconds
    #else
        return seconds / 2
    #endif
}

#if canImport(os)
    private let lock = OSAllocatedUnfairLock(initialState: 0)
    lock.withLock { $0 += 1 }
    print("with os")
#else
    print("without os")
#endif
report("started")
print(half(of: 3))

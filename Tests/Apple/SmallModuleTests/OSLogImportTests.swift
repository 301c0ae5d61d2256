import OSLog
import Testing

@Suite("The module OSLog")
struct OSLogImportTests {
    @Test("brings all of os, and its class keeps its name beside it")
    func classBesideModule() {
        let log: OSLog = OSLog(subsystem: "sori.tests", category: .pointsOfInterest)
        let category: OSLog.Category = .dynamicTracing
        #expect(category.rawValue == "DynamicTracing" && !log.isEnabled(type: .info))
        Logger(log).debug("\(category.rawValue)")
        os_log("%d", log: .default, type: .debug, 1)
        let lock = OSAllocatedUnfairLock(initialState: 1)
        #expect(lock.withLock { $0 } == 1)
    }
}

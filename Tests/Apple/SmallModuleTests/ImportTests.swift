import AVFoundation
import Testing
import os.lock
import os.log
import os.signpost

@Suite("Imports as clients write them")
struct ImportTests {
    @Test("bring times with AVFoundation, and a whole number of nanoseconds a second")
    func times() {
        let half = CMTime(seconds: 0.5, preferredTimescale: CMTimeScale(NSEC_PER_SEC))
        #expect(half == CMTime(value: 1, timescale: 2))
        #expect(NSEC_PER_SEC == 1000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1000 * NSEC_PER_USEC)
        #expect(USEC_PER_SEC * NSEC_PER_USEC == NSEC_PER_SEC)
    }

    @Test("bring logs by the submodule")
    func logs() {
        let log = OSLog(subsystem: "sori.tests", category: "imports")
        #expect(!log.isEnabled(type: .debug))
        os_log("%d imports", log: log, type: .debug, 3)
    }
}

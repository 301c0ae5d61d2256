import AudioModel
import Glibc

struct Timeout: Error {}

/// Looks again and again until something that other threads or processes do has come about.
func waitUntil(seconds: Double = 15, _ condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw Timeout() }
        usleep(10_000)
    }
}

func wait(_ interval: HostInterval) {
    usleep(UInt32(interval.nanoseconds / 1_000))
}

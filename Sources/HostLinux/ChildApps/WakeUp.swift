import CLinuxShim
import Glibc

/// An `eventfd` that wakes a thread waiting in `poll`. Any thread.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() {
        descriptor = sori_make_wake_descriptor()
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func wake() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Clears all wake-ups so far.
    func reset() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}

import Glibc

/// Seconds of the machine's monotonic clock, which never jumps, for modules that serve no simulated
/// phone; and for measurements of microseconds, where the median of many is robust against load.
package func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

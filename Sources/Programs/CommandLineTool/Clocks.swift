import Glibc

/// Processor seconds of this process, the only comparable time on a machine with other load.
package func processorSeconds() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Processor seconds of the calling thread, for the cost of a call that gives other threads work.
package func threadSeconds() -> Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }

private func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

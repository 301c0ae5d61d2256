import DeviceEvents
import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(keepsConfigurationLimits(bytes(data, count)), "beyond its limits")
    return 0
}

exit(runFuzzer(run))

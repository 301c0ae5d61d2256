import FuzzSupport
import Glibc
import MusicLibrary

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(keepsTagLimits(bytes(data, count)), "tags beyond their limits")
    return 0
}

exit(runFuzzer(run))

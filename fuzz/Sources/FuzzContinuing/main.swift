import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    exerciseContinuing(bytes(data, count))
}

exit(runFuzzer(run))

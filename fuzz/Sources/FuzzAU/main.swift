import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    exercise(bytes(data, count), kinds: [.au])
}

exit(runFuzzer(run))

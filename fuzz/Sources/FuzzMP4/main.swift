import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    exercise(bytes(data, count), kinds: [.m4a, .m4b, .mp4, .threeGPP, .threeGPP2, .quickTime])
}

exit(runFuzzer(run))

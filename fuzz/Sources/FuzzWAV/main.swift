import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    exercise(bytes(data, count), kinds: [.wav, .rf64, .bw64])
}

exit(runFuzzer(run))

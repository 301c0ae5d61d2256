import FuzzSupport
import Glibc
import MediaPlaylists

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(readsStreamedInput(bytes(data, count)), "a limit does not hold")
    return 0
}

exit(runFuzzer(run))

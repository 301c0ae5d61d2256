import FuzzSupport
import Glibc
import MIDISynthesis

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(keepsMIDIFile(bytes(data, count)), "read otherwise than written")
    return 0
}

exit(runFuzzer(run))

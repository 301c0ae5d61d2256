import AudioFormats
import FuzzSupport
import Glibc
import MusicLibrary

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = bytes(data, count)
    precondition(keepsTagLimits(bytes), "tags beyond their limits")
    carryTags(of: bytes)
    return 0
}

exit(runFuzzer(run))

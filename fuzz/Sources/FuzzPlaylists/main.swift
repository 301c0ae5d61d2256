import FuzzSupport
import Glibc
import MusicLibrary

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(keepsPlaylistFile(bytes(data, count)), "read otherwise than written")
    return 0
}

exit(runFuzzer(run))

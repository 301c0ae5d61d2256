import FuzzSupport
import Glibc
import DeviceProtocol

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    precondition(isReadAsWritten(bytes(data, count)), "read otherwise than written")
    return 0
}

exit(runFuzzer(run))

import FuzzSupport
import Glibc

nonisolated func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    exercise(
        bytes(data, count),
        kinds: [
            .flac, .ogg, .matroska, .wavPack, .amr, .ac3, .monkeysAudio, .mp1, .mp2, .wave64,
        ])
}

exit(runFuzzer(run))

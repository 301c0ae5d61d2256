import Glibc

/// Zeroed memory that an app frees with C's `free`.
enum AudioBufferListMemory {
    static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard let memory = calloc(1, byteCount) else { fatalError("out of memory") }
        return memory
    }
}

import Glibc

/// Lets malloc map blocks of 256 KiB or more by themselves, so that they are given back when they
/// are freed. By default glibc raises the limit to the size of each larger block that is freed, up to
/// 32 MiB: such blocks then stay in the heap, and a long story holds 300 MB in place of 54.
///
/// Call it before there is another thread. Without effect where the C library has no `mallopt`.
///
/// Source: mallopt(3), `M_MMAP_THRESHOLD`: setting it switches the dynamic adjustment off.
func mapLargeBlocks() {
    let mmapThreshold: Int32 = -3
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: Function.self)(mmapThreshold, 1 << 18)
}

/// The memory of a sound: zeroed interleaved samples.
///
/// Large blocks of memory begin at the same place of a page. Sounds that start together are then
/// always read at the same place of a page, and for the cache lines there the first cache has room
/// for eight sounds only. So each sound begins at another cache line: 256 voices of 16 sounds that
/// start together take half the time.
///
/// Ownership: its owner calls `deallocate` once.
struct SampleMemory<Sample: BitwiseCopyable & Numeric> {
    /// In memory that is there for no samples, too.
    let samples: UnsafeMutableBufferPointer<Sample>
    private let block: UnsafeMutableRawPointer

    /// The smallest size in bytes that is placed so; what is smaller comes from a heap, which has
    /// many places.
    private static var placedByteCount: Int { 1 << 16 }
    private static var lineBytes: Int { 64 }
    private static var pageBytes: Int { 4096 }

    /// - Parameter channelCount: 1 or 2.
    init(frameCount: Int, channelCount: Int, sampleRate: Double) {
        precondition(channelCount == 1 || channelCount == 2, "channelCount must be 1 or 2")
        precondition(frameCount >= 0 && sampleRate > 0, "invalid frameCount or sampleRate")
        let sampleCount = frameCount * channelCount
        let roomCount = max(sampleCount, 1)
        let byteCount = roomCount * MemoryLayout<Sample>.stride
        let isPlaced = byteCount >= Self.placedByteCount
        block = .allocate(
            byteCount: byteCount + (isPlaced ? Self.pageBytes : 0), alignment: Self.lineBytes)
        let offset = isPlaced ? Self.offset(of: block) : 0
        let start = (block + offset).bindMemory(to: Sample.self, capacity: roomCount)
        start.initialize(repeating: 0, count: roomCount)
        samples = UnsafeMutableBufferPointer(start: start, count: sampleCount)
    }

    func deallocate() {
        block.deallocate()
    }

    /// Returns a number of bytes below a page, whole cache lines, that differs from block to block.
    private static func offset(of block: UnsafeMutableRawPointer) -> Int {
        let page = UInt64(UInt(bitPattern: block)) / UInt64(pageBytes)
        // Neighbouring pages, and those at any equal distances, are far apart in the highest bits of
        // their products with the golden ratio.
        let line = (page &* 0x9E37_79B9_7F4A_7C15) >> 58
        return Int(line) * lineBytes
    }
}

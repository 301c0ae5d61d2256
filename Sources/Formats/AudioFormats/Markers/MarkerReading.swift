public import AudioCodecs
import AudioModel

extension AudioFileReader {
    /// Reads the file's markers; nil when it has none.
    ///
    /// - Throws: The first defect in the chunk, or `tooLarge`.
    public func markers() throws(FormatError) -> MarkerList? {
        try containerKind.readable?.markers(of: self)
    }

    /// Reads the file's regions; nil when it has none. Only CAF files have regions.
    ///
    /// - Throws: The first defect in the chunk, or `tooLarge`.
    public func regions() throws(FormatError) -> RegionList? {
        try containerKind.readable?.regions(of: self)
    }

    /// Reads a chunk's content.
    ///
    /// - Throws: `tooLarge` for more bytes than markers can have.
    func markerChunk(_ id: FourCC, at index: Int = 0) throws(FormatError) -> [UInt8]? {
        guard let byteCount = chunkByteCount(of: id, at: index) else { return nil }
        guard byteCount <= MarkerLimits.chunkBytesMax else { throw FormatError(.tooLarge("chunk")) }
        return try [UInt8](unsafeUninitializedCapacity: Int(byteCount)) {
            room, count throws(FormatError) in
            let wanted = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(room)[..<Int(byteCount)])
            count = max(try readChunk(id, at: index, into: wanted) ?? 0, 0)
        }
    }
}

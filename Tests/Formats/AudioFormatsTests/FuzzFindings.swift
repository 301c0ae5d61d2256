/// Inputs that once made a parser crash, reduced to the essentials.
enum FuzzFindings {
    static let inputs: [[UInt8]] = [
        // An extensible format of zero bits made an empty range.
        wavFile(
            riffChunk(
                "fmt ",
                wavFormat(tag: 0xFFFE, bits: 0, extra: Array(repeating: 0, count: 24))),
            riffChunk("data", [1, 2])),
        // A data chunk with the smallest 64-bit size, from which the edit count was subtracted.
        cafFile(cafDescription(), cafData([1, 2], statedByteCount: .min)),
        // Fixed-size packets by coding name, variable ones by the descriptor: a division by zero.
        describedTwice(),
    ]

    /// An MPEG-4 file with a sample entry for IMA4 and a descriptor for AAC.
    private static func describedTwice() -> [UInt8] {
        var bytes = SmallMP4().bytes
        guard let name = bytes.firstRange(of: Array("mp4a".utf8)) else { return bytes }
        bytes.replaceSubrange(name, with: Array("ima4".utf8))
        return bytes
    }
}

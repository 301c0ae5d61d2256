/// Inputs that once made a parser fail, cut down to what matters.
enum FuzzFindings {
    static let inputs: [[UInt8]] = [
        // An extensible format of zero bits made an empty range.
        wavFile(
            riffChunk(
                "fmt ",
                wavFormat(tag: 0xFFFE, bits: 0, extra: Array(repeating: 0, count: 24))),
            riffChunk("data", [1, 2])),
        // A data chunk of the smallest size there is, of which the edit count was taken away.
        cafFile(cafDescription(), cafData([1, 2], statedByteCount: .min)),
        // Packets of one size by their name, of any size by the descriptor inside: a division by
        // zero.
        describedTwice(),
    ]

    /// An MPEG-4 file whose sound is IMA4 by name, with the descriptor of AAC.
    private static func describedTwice() -> [UInt8] {
        var bytes = SmallMP4().bytes
        guard let name = bytes.firstRange(of: Array("mp4a".utf8)) else { return bytes }
        bytes.replaceSubrange(name, with: Array("ima4".utf8))
        return bytes
    }
}

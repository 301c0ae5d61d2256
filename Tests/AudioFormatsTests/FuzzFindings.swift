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
    ]
}

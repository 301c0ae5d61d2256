import AudioFormats

/// A large file that takes no room: parts, each of which is one piece repeated.
struct PatternBytes: ByteSource {
    struct Part {
        var piece: [UInt8]
        /// The last piece may be cut.
        var byteCount: Int64
    }

    private let parts: [Part]
    let byteCount: Int64

    init(_ parts: [Part]) {
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.byteCount }
    }

    func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(FormatError) -> Int {
        var done = 0
        var start: Int64 = 0
        for part in parts {
            let end = start + part.byteCount
            while done < buffer.count, offset + Int64(done) < end, !part.piece.isEmpty {
                let position = offset + Int64(done) - start
                let skipped = Int(position % Int64(part.piece.count))
                let count = min(
                    part.piece.count - skipped, buffer.count - done,
                    Int(part.byteCount - position))
                part.piece.withUnsafeBytes { piece in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
                        .copyMemory(from: .init(rebasing: piece[skipped..<skipped + count]))
                }
                done += count
            }
            start = end
        }
        return done
    }
}

import AudioCodecs
import AudioFormats

/// A large file that takes no memory: parts that each repeat one piece.
struct PatternBytes: ByteSource {
    struct Part {
        var piece: [UInt8]
        /// Length of the part; the last piece may be cut.
        var byteCount: Int64
        /// A number in the piece that increases from one piece to the next.
        var counter: Counter?
    }

    /// A big-endian number of eight bytes.
    struct Counter {
        /// Its offset in the piece.
        var offset: Int
        var step: Int64

        /// The bytes in the piece with this number.
        func bytes(_ number: Int64) -> [UInt8] { big(number * step) }
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
                let target = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<done + count])
                part.piece.withUnsafeBytes { piece in
                    target.copyMemory(from: .init(rebasing: piece[skipped..<skipped + count]))
                }
                if let counter = part.counter {
                    let bytes = counter.bytes(position / Int64(part.piece.count))
                    for (index, byte) in bytes.enumerated() {
                        let place = counter.offset + index - skipped
                        if target.indices.contains(place) { target[place] = byte }
                    }
                }
                done += count
            }
            start = end
        }
        return done
    }
}

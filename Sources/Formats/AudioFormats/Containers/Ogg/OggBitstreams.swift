import AudioCodecs

/// The bytes of a chained Ogg stream that arrives, one logical bitstream after the other.
///
/// Not thread-safe: used by one thread at a time.
///
/// Source: RFC 3533, 4, "sequential multiplexing", and 6, "The Ogg page format".
final class OggBitstreams {
    /// Waits for bytes and copies them; zero at the end.
    typealias Read = (UnsafeMutableRawBufferPointer) throws(FormatError) -> Int

    private let source: Read
    /// Bytes that have arrived, the first `takenCount` of which were delivered.
    private var held: [UInt8] = []
    private var takenCount = 0
    private var hasEnded = false
    /// Bytes to deliver before the next page is looked at.
    private var rest = 0
    private var isInPage = false
    /// Whether all pages so far are first pages, which come before all others of a bitstream.
    private var isInGroupStart = true
    private var lastFlags: OggPage.Flags = []

    /// Whether another bitstream follows the one that was read to its end.
    private(set) var isBeforeNext = false
    /// Whether the stream has ended with a whole page that is the last of its bitstream.
    var isComplete: Bool { hasEnded && !isInPage && lastFlags.contains(.end) }

    private static let pieceByteCount = 1 << 14

    init(_ source: @escaping Read) {
        self.source = source
    }

    /// Goes on with the bitstream that follows.
    func beginNext() {
        isBeforeNext = false
        isInGroupStart = true
    }

    /// Copies the next bytes of the bitstream; zero at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FormatError) -> Int {
        guard !isBeforeNext, !buffer.isEmpty else { return 0 }
        if rest == 0 { try beginPage() }
        guard !isBeforeNext, rest > 0, try hold(1) else { return 0 }
        let count = min(rest, buffer.count, heldCount)
        held.withUnsafeBytes {
            buffer.copyMemory(from: .init(rebasing: $0[takenCount..<takenCount + count]))
        }
        takenCount += count
        rest -= count
        if rest == 0 { isInPage = false }
        return count
    }

    private var heldCount: Int { held.count - takenCount }

    /// Looks at the next page, and stops before the first one of another bitstream.
    private func beginPage() throws(FormatError) {
        let fixed = Int(OggPageHeader.fixedByteCount)
        guard try hold(fixed), held[takenCount...].starts(with: OggPageHeader.capturePattern),
            try hold(fixed + Int(held[takenCount + fixed - 1]))
        else { return passOther() }
        let flags = OggPage.Flags(rawValue: held[takenCount + 5])
        let isFirst = flags.contains(.beginning)
        if isFirst, !isInGroupStart {
            isBeforeNext = true
            return
        }
        if !isFirst { isInGroupStart = false }
        lastFlags = flags
        let segmentsStart = takenCount + fixed
        let segments = held[segmentsStart..<segmentsStart + Int(held[segmentsStart - 1])]
        rest = fixed + segments.count + segments.reduce(0) { $0 + Int($1) }
        isInPage = true
    }

    /// Delivers what is no page, or no whole header of one, for the demuxer to skip.
    private func passOther() {
        let bytes = held[takenCount...]
        let pattern = OggPageHeader.capturePattern
        isInPage = hasEnded && bytes.starts(with: pattern)
        guard !isInPage else { return rest = bytes.count }
        // A pattern may be cut off at the end of what has arrived.
        let kept = hasEnded ? 0 : pattern.count - 1
        let starts = bytes.indices.dropFirst().filter {
            bytes[$0] == pattern[0] && bytes[$0...].starts(with: pattern)
        }
        rest = (starts.first ?? max(bytes.endIndex - kept, takenCount + 1)) - takenCount
        rest = min(rest, bytes.count)
    }

    /// Waits until some bytes are held.
    ///
    /// - Returns: Whether that many come before the end.
    private func hold(_ count: Int) throws(FormatError) -> Bool {
        while heldCount < count, !hasEnded {
            if takenCount > Self.pieceByteCount {
                held.removeFirst(takenCount)
                takenCount = 0
            }
            let piece = try [UInt8](unsafeUninitializedCapacity: Self.pieceByteCount) {
                buffer, count throws(FormatError) in
                count = try source(UnsafeMutableRawBufferPointer(buffer))
            }
            if piece.isEmpty { hasEnded = true }
            held += piece
        }
        return heldCount >= count
    }
}

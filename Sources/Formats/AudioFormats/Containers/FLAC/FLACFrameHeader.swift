import AudioCodecs

/// The header of a FLAC frame.
///
/// Source: RFC 9639, 9.1, "Frame Header".
struct FLACFrameHeader: Hashable {
    /// The longest header, in bytes.
    static let byteCountMax = 16

    /// Whether blocks may differ in size; the number then counts frames of samples, not blocks.
    let hasVariableBlocks: Bool
    /// Sample frames in the block.
    let frameCount: Int64
    let number: Int64

    /// Parses the header at the start of `bytes`, and checks its checksum.
    ///
    /// - Returns: nil when it is none, or not whole.
    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let head = Array(bytes.prefix(Self.byteCountMax))
        guard head.count >= 6, Self.startsFrame(head[0], head[1]), head[2] >> 4 != 0,
            head[2] & 0xF != 0xF, head[3] >> 4 <= 10, head[3] >> 1 & 7 != 3, head[3] & 1 == 0
        else { return nil }
        // The number is coded as in UTF-8, in up to seven bytes.
        let ones = (~head[4]).leadingZeroBitCount
        let numberByteCount = max(ones, 1)
        guard ones != 1, ones < 8, head.count > 4 + numberByteCount else { return nil }
        var number = Int64(ones == 0 ? head[4] : head[4] & UInt8(0x7F >> ones))
        for byte in head[5..<4 + numberByteCount] {
            guard byte & 0xC0 == 0x80 else { return nil }
            number = number << 6 | Int64(byte & 0x3F)
        }
        let sizes: [UInt8: Int] = [6: 1, 7: 2]
        let rates: [UInt8: Int] = [12: 1, 13: 2, 14: 2]
        let end =
            4 + numberByteCount + (sizes[head[2] >> 4] ?? 0) + (rates[head[2] & 0xF] ?? 0)
        guard end < head.count, Self.checksum(head[..<end]) == head[end] else { return nil }
        guard let frameCount = head.withUnsafeBytes({ FLACStreamInfo.frameCount(ofPacket: $0) })
        else { return nil }
        hasVariableBlocks = head[1] & 1 == 1
        self.frameCount = frameCount
        self.number = number
    }

    /// Whether two bytes are the sync code and the reserved bit of a frame.
    static func startsFrame(_ first: UInt8, _ second: UInt8) -> Bool {
        first == 0xFF && second & 0xFE == 0xF8
    }

    /// Whether bytes at the end of a file begin like a frame.
    static func beginsFrame(_ bytes: some Collection<UInt8>) -> Bool {
        let head = Array(bytes.prefix(2))
        return head == [0xFF] || head.count == 2 && startsFrame(head[0], head[1])
    }

    /// CRC-8 with the polynomial 0x07.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { sum, _ in sum << 1 ^ (sum >> 7 == 1 ? 0x07 : 0) }
        }
    }
}

/// CRC-16 with the polynomial 0x8005: zero over a whole FLAC frame.
///
/// Source: RFC 9639, 9.3, "Frame Footer".
struct FLACFrameChecksum {
    private(set) var value: UInt16 = 0

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { sum, _ in sum << 1 ^ (sum >> 15 == 1 ? 0x8005 : 0) }
    }

    mutating func add(_ byte: UInt8) {
        value = value << 8 ^ Self.table[Int(UInt8(value >> 8) ^ byte)]
    }
}

/// How the last frame of a FLAC file ends.
enum FLACFrameEnd {
    /// The frame is whole; zeros may follow it.
    case whole
    /// The frame is whole, and a few bytes of another follow it.
    case beforeCutFrame
    /// The frame's checksum is wrong.
    case broken

    /// Examines the bytes from the start of the last frame to the end of the file's frames.
    init(_ bytes: some RandomAccessCollection<UInt8>) {
        var checksum = FLACFrameChecksum()
        for index in bytes.indices {
            checksum.add(bytes[index])
            guard checksum.value == 0 else { continue }
            let rest = bytes[bytes.index(after: index)...]
            if rest.allSatisfy({ $0 == 0 }) {
                self = .whole
                return
            }
            if FLACFrameHeader.beginsFrame(rest) {
                self = .beforeCutFrame
                return
            }
        }
        self = .broken
    }
}

/// An MPEG-4 program configuration element (PCE), which describes AAC's channels explicitly.
///
/// Source: ISO/IEC 14496-3, 4.4.1.1, "program_config_element".
package struct ProgramConfiguration: Hashable, Sendable {
    package let channelCount: UInt32
    /// The element's bits without the comment, most significant bit first.
    private let bits: [Bool]

    /// Parses the whole element, with comment and alignment. Alignment is correct only when the
    /// reader's bytes begin where the bitstream's do.
    ///
    /// - Returns: nil when the element is truncated.
    init?(_ reader: inout BitReader) {
        let start = reader
        var channels: UInt32 = 0
        // Instance tag, object type and sampling frequency index.
        guard reader.read(10) != nil, let front = reader.read(4), let side = reader.read(4),
            let back = reader.read(4), let low = reader.read(2), let associated = reader.read(3),
            let coupling = reader.read(4)
        else { return nil }
        // Mono downmix, stereo downmix and matrix downmix.
        for byteCount in [4, 4, 3] {
            guard let isThere = reader.read(1) else { return nil }
            if isThere == 1, reader.read(byteCount) == nil { return nil }
        }
        for _ in 0..<(front + side + back) {
            guard let isPair = reader.read(1), reader.read(4) != nil else { return nil }
            channels += 1 + isPair
        }
        for _ in 0..<(low + associated) {
            guard reader.read(4) != nil else { return nil }
        }
        for _ in 0..<coupling {
            guard reader.read(5) != nil else { return nil }
        }
        channelCount = channels + low
        bits = start.bits(upTo: reader)
        reader.align()
        guard let comment = reader.read(8) else { return }
        for _ in 0..<comment {
            guard reader.read(8) != nil else { return }
        }
    }

    /// Parses the element at the start of a packet without ADTS header; nil when another element
    /// comes first.
    package init?(inPacket packet: [UInt8]) {
        let programConfiguration: UInt32 = 5
        var reader = BitReader(packet)
        guard reader.read(3) == programConfiguration else { return nil }
        self.init(&reader)
    }

    /// An `AudioSpecificConfig` with this element, for raw packets.
    ///
    /// - Parameter head: A two-byte `AudioSpecificConfig` with channel configuration 0.
    package func specificConfiguration(_ head: [UInt8]) -> [UInt8] {
        var bytes = head
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = (0..<8).reduce(UInt8(0)) { byte, index in
                byte << 1 | (start + index < bits.count && bits[start + index] ? 1 : 0)
            }
            bytes.append(byte)
        }
        return bytes + [0]  // No comment.
    }
}

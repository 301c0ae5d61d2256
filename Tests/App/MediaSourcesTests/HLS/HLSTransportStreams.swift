import AudioCodecs
import AudioModel
import TestSupport

extension HLSSound {
    /// A segment as a transport stream, in elementary packets of several frames.
    func transportStream(
        _ part: Range<Int>, start: Int64 = 900_000, tags: [(packet: Int, frames: [UInt8])] = []
    ) -> [UInt8] {
        var writer = TransportStreamWriter(
            soundType: format.id == .mpeg4AAC ? 0x0F : 0x03, hasTags: !tags.isEmpty)
        for first in stride(from: part.lowerBound, to: part.upperBound, by: 8) {
            let packets = first..<min(first + 8, part.upperBound)
            for tag in tags where packets.contains(tag.packet) {
                writer.writeTag(
                    Self.tag(nil, tag.frames), time: timestamp(tag.packet, after: start))
            }
            writer.writeSound(
                self.packets[packets].flatMap { framed($0) }, time: timestamp(first, after: start))
        }
        return writer.bytes
    }
}

import AudioCodecs
import AudioFormats
import CAudioToolbox

// Structures in which the caller fills in some fields and gets the others, for files and streams.

extension AudioFramePacketTranslation {
    /// Translates between packets and frames.
    ///
    /// - Parameter toFrame: Whether the packet is given and the frame asked for.
    /// - Returns: Whether the reader has such a packet or frame.
    mutating func translate(toFrame: Bool, in reader: AudioFileReader) throws(FormatError) -> Bool {
        if toFrame {
            guard let frame = try reader.frame(ofPacket: mPacket) else { return false }
            (mFrame, mFrameOffsetInPacket) = (frame, 0)
        } else {
            guard let found = try reader.packet(ofFrame: mFrame) else { return false }
            (mPacket, mFrameOffsetInPacket) = (found.packet, UInt32(clamping: found.offset))
        }
        return true
    }
}

extension AudioBytePacketTranslation {
    /// Translates between packets and bytes, exactly, from the packet index.
    ///
    /// - Parameter toByte: Whether the packet is given and the byte asked for.
    /// - Returns: Whether the reader has such a packet or byte.
    mutating func translate(toByte: Bool, in reader: AudioFileReader) throws(FormatError) -> Bool {
        if toByte {
            guard let byte = try reader.byte(ofPacket: mPacket) else { return false }
            (mByte, mByteOffsetInPacket) = (byte, 0)
        } else {
            guard let found = try reader.packet(ofByte: mByte) else { return false }
            (mPacket, mByteOffsetInPacket) = (found.packet, UInt32(clamping: found.offset))
        }
        mFlags = []
        return true
    }
}

extension AudioIndependentPacketTranslation {
    /// Finds the packet before or after `mPacket`: every packet of the encodings read here is
    /// independent.
    ///
    /// - Parameter packetCount: −1 is returned at the last packet.
    mutating func translate(toNext: Bool, packetCount: Int64) {
        if toNext {
            mIndependentlyDecodablePacket = mPacket >= packetCount - 1 ? -1 : mPacket + 1
        } else {
            mIndependentlyDecodablePacket = mPacket - 1
        }
    }
}

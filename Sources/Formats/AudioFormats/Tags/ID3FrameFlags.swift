/// The format flags of an ID3v2 frame, and what they put in front of its content.
///
/// Source: ID3 tag versions 2.3.0, "Frame header flags", and 2.4.0, "Frame format flags".
struct ID3FrameFlags {
    /// Whether the content is neither compressed nor encrypted.
    let isPlain: Bool
    /// Whether unsynchronisation is applied to the content.
    let isUnsynchronised: Bool
    /// The bytes in front of the content: the group's identifier, and the data length.
    let prefixByteCount: Int
    /// Whether the content is stored as it is, with nothing in front of it.
    var isBare: Bool { isPlain && !isUnsynchronised && prefixByteCount == 0 }

    /// - Parameters:
    ///   - byte: The frame's second flag byte.
    ///   - version: The tag's major version; frames of version 2 have no flags.
    init(_ byte: UInt8, version: UInt8) {
        switch version {
        case 4:
            isPlain = byte & 0x0C == 0
            isUnsynchronised = byte & 0x02 != 0
            prefixByteCount = (byte & 0x40 != 0 ? 1 : 0) + (byte & 0x01 != 0 ? 4 : 0)
        case 3:
            isPlain = byte & 0xC0 == 0
            isUnsynchronised = false
            prefixByteCount = byte & 0x20 != 0 ? 1 : 0
        default:
            isPlain = true
            isUnsynchronised = false
            prefixByteCount = 0
        }
    }
}

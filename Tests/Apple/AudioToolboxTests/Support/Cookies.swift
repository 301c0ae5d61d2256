import TestSupport

extension SoundFiles {
    /// An elementary stream descriptor of AAC LC, 44,100 frames a second, two channels.
    static let aacCookie: [UInt8] =
        [0x03, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 0x04, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0, 0]
        + [0, 1, 0xF4, 0, 0, 1, 0xF4, 0, 0x05, 0x80, 0x80, 0x80, 0x02, 0x12, 0x10]
        + [0x06, 0x80, 0x80, 0x80, 0x01, 0x02]

    /// A configuration of Apple Lossless: 4096 frames, 16 bits, two channels, 44,100 a second.
    static let alacCookie: [UInt8] =
        bigEndian(UInt32(4096)) + [0, 16, 40, 10, 14, 2] + bigEndian(UInt16(255))
        + bigEndian(UInt32(0)) + bigEndian(UInt32(0)) + bigEndian(UInt32(44_100))
}

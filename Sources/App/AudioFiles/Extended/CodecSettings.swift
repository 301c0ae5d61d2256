public import AudioModel

/// Codec settings of an extended audio file; kept only to be reported.
public struct CodecSettings: Sendable {
    /// Manufacturer of the codec: `appl` for software, `aphw` for hardware.
    public var maker: FourCC = "appl"
    /// Size of the I/O buffer in bytes.
    public var bufferByteCount: UInt32 = 32768

    /// The manufacturer of software codecs.
    public static let softwareManufacturer: FourCC = "appl"
    /// The manufacturer of hardware codecs.
    public static let hardwareManufacturer: FourCC = "aphw"
    /// Largest accepted I/O buffer in bytes.
    public static let bufferByteCountMax: UInt32 = 1 << 26
}

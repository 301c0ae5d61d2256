import AudioModel

/// Settings of an extended audio file that are kept because apps set them.
public struct CodecSettings: Sendable {
    /// Who made the coder: `appl` for software.
    public var maker: FourCC = "appl"
    /// Bytes read or written at a time.
    public var bufferByteCount: UInt32 = 32768

    public static let softwareManufacturer: FourCC = "appl"
    public static let hardwareManufacturer: FourCC = "aphw"
    public static let bufferByteCountMax: UInt32 = 1 << 26
}

package import AudioModel

/// HE-AAC with implicit SBR signalling: the configuration describes only the core.
package struct ImplicitSBR {
    /// The formats the packets can be decoded to, the richest first.
    package let formats: [StreamFormat]
    /// The equivalent configuration with explicit signalling.
    package let configuration: [UInt8]

    /// Number of packets decoded to detect SBR.
    package static let packetsMax = 4
    package static let packetByteCountMax: Int64 = 1 << 16
    /// Highest core sample rate in Hz; doubled by SBR, it is the highest there is.
    private static let sampleRateMax = 48_000.0

    /// Decodes the first packets to detect SBR.
    ///
    /// - Parameters:
    ///   - configuration: The container's `AudioSpecificConfig`.
    ///   - packets: Reads the first packets; called only for a configuration that leaves SBR open.
    /// - Returns: nil without SBR, with explicit signalling, and when nothing can be decoded.
    ///   Errors in packets are reported when the packets are read.
    /// - Throws: Read errors.
    package init?(
        configuration: [UInt8], packets: () throws(FormatError) -> [[UInt8]]
    ) throws(FormatError) {
        #if FFmpeg
            let lowComplexity: UInt32 = 2
            guard let plain = AudioSpecificConfiguration(configuration),
                plain.objectType == lowComplexity, !plain.signalsSBR,
                plain.sampleRate <= Self.sampleRateMax,
                let found = SBRProbe.look(in: try packets(), configuration),
                let announcing = plain.withExplicitSBR(
                    isParametricStereo: found == .parametricStereo),
                let richer = AudioSpecificConfiguration(announcing)
            else { return nil }
            formats = richer.formats
            self.configuration = announcing
        #else
            return nil
        #endif
    }
}

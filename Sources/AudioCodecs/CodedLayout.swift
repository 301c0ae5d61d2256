package import AudioModel
package import ChannelLayouts

// Layouts of codecs in which the channel count determines the channels.

extension StandardLayout {
    /// The layout tag of a codec's channel order as decoded here, and as its encoder expects it.
    ///
    /// Source: measured with a different sine in each channel. The channels: for AAC ISO/IEC
    /// 14496-3, table 1.19, "Channel Configuration"; for Apple Lossless
    /// `ALACMagicCookieDescription.txt`; for FLAC RFC 9639, 9.1.3, "Channels Bits"; for Vorbis and
    /// Opus RFC 7845, 5.1.1.2, "Channel Mapping Family 1". Eight-channel AAC is interpreted as two
    /// side and two back speakers, as most encoders use it.
    ///
    /// - Returns: nil when the channel count does not determine the channels.
    package static func decoded(_ id: FormatID, channelCount: UInt32) -> UInt32? {
        // The upper halves of kAudioChannelLayoutTag_…, by channel count.
        let layoutCodes: [UInt32: UInt32]
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            // MPEG_3_0_A, MPEG_4_0_A, MPEG_5_0_A, MPEG_5_1_A, WAVE_7_1.
            layoutCodes = [3: 113, 4: 115, 5: 117, 6: 121, 8: 189]
        case .appleLossless:
            // MPEG_3_0_A, MPEG_4_0_A, MPEG_5_0_A, MPEG_5_1_A, MPEG_6_1_A, MPEG_7_1_A.
            layoutCodes = [3: 113, 4: 115, 5: 117, 6: 121, 7: 125, 8: 126]
        case .flac, .vorbis, .opus:
            // MPEG_3_0_A, Quadraphonic, MPEG_5_0_A, MPEG_5_1_A, WAVE_6_1, WAVE_7_1.
            layoutCodes = [3: 113, 4: 108, 5: 117, 6: 121, 7: 188, 8: 189]
        default: layoutCodes = [:]
        }
        let usual: [UInt32: UInt32] = [1: 100, 2: 101]  // Mono, Stereo.
        return (usual[channelCount] ?? layoutCodes[channelCount]).map { $0 << 16 | channelCount }
    }

    /// The layout tag of a codec's channel order within the packets, as other programs expect it in
    /// a file.
    ///
    /// Source: those of `decoded(_:channelCount:)`.
    ///
    /// - Returns: nil when the order is the decoded one.
    package static func inPackets(_ id: FormatID, channelCount: UInt32) -> UInt32? {
        // The upper halves of kAudioChannelLayoutTag_…, by channel count.
        let layoutCodes: [UInt32: UInt32]
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            // MPEG_3_0_B, MPEG_4_0_B, MPEG_5_0_D, MPEG_5_1_D, MPEG_7_1_B.
            layoutCodes = [3: 114, 4: 116, 5: 120, 6: 124, 8: 127]
        case .appleLossless:
            // MPEG_3_0_B, MPEG_4_0_B, MPEG_5_0_D, MPEG_5_1_D, AAC_6_1, MPEG_7_1_B.
            layoutCodes = [3: 114, 4: 116, 5: 120, 6: 124, 7: 142, 8: 127]
        default: return nil
        }
        return layoutCodes[channelCount].map { $0 << 16 | channelCount }
    }
}

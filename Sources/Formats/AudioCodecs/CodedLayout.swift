package import AudioModel
package import ChannelLayouts

// Layouts of codecs in which the channel count or the configuration determines the channels.

extension FormatID {
    /// Whether channels in the packets follow each other from the centre to the back, as in AAC and
    /// Apple Lossless.
    package var beginsWithCenter: Bool {
        [.mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2, .appleLossless].contains(self)
    }
}

extension StandardLayout {
    /// The layout tag of a codec's channel order, as its packets have it and as decoders and encoders
    /// here give and expect it.
    ///
    /// Source: for AAC ISO/IEC 14496-3, table 1.19, "Channel Configuration"; for Apple Lossless
    /// `ALACMagicCookieDescription.txt`; Apple's tags of both are in `CoreAudioBaseTypes.h`. For FLAC
    /// RFC 9639, 9.1.3, "Channels Bits"; for Vorbis and Opus RFC 7845, 5.1.1.2, "Channel Mapping
    /// Family 1".
    ///
    /// - Parameter configuration: AAC's `AudioSpecificConfig`; nil for the usual channels of the count.
    /// - Returns: nil when neither determines the channels.
    package static func decoded(
        _ id: FormatID, channelCount: UInt32, configuration: [UInt8]? = nil
    ) -> UInt32? {
        // The upper halves of kAudioChannelLayoutTag_…, by channel count.
        let layoutCodes: [UInt32: UInt32]
        switch id {
        case .mpeg4AAC, .highEfficiencyAAC, .highEfficiencyAAC2:
            if let configuration, let stated = AudioSpecificConfiguration(configuration) {
                guard stated.hasStandardChannels else { return nil }
                // AAC 7.1 B.
                if stated.channelConfiguration == 12, channelCount == 8 { return 183 << 16 | 8 }
            }
            // MPEG_3_0_B, MPEG_4_0_B, MPEG_5_0_D, MPEG_5_1_D, AAC_6_1, MPEG_7_1_B.
            layoutCodes = [3: 114, 4: 116, 5: 120, 6: 124, 7: 142, 8: 127]
        case .appleLossless:
            // MPEG_3_0_B, MPEG_4_0_B, MPEG_5_0_D, MPEG_5_1_D, AAC_6_1, MPEG_7_1_B.
            layoutCodes = [3: 114, 4: 116, 5: 120, 6: 124, 7: 142, 8: 127]
        case .flac, .vorbis, .opus:
            // MPEG_3_0_A, Quadraphonic, MPEG_5_0_A, MPEG_5_1_A, WAVE_6_1, WAVE_7_1.
            layoutCodes = [3: 113, 4: 108, 5: 117, 6: 121, 7: 188, 8: 189]
        default: layoutCodes = [:]
        }
        let usual: [UInt32: UInt32] = [1: 100, 2: 101]  // Mono, Stereo.
        return (usual[channelCount] ?? layoutCodes[channelCount]).map { $0 << 16 | channelCount }
    }

    /// The layout tag of an encoder's channel order for the channels of `layout`.
    ///
    /// AAC has two layouts of eight channels: with a rear pair, and with a second front pair. The
    /// others have one of each number.
    package static func encoded(
        _ id: FormatID, channelCount: UInt32, for layout: ChannelLayout?
    ) -> UInt32? {
        guard id == .mpeg4AAC, channelCount == 8, let labels = try? layout?.labels(),
            labels.hasRearPair
        else { return decoded(id, channelCount: channelCount) }
        return 183 << 16 | 8  // AAC 7.1 B.
    }
}

extension [ChannelLabel] {
    /// Whether there are two pairs beside and behind the listener, whatever they are called.
    fileprivate var hasRearPair: Bool {
        contains(ChannelLabel(rawValue: 33)) || contains(ChannelLabel(rawValue: 10))
    }
}

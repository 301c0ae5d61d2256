import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import ChannelLayouts
import CommandLineTool
import Glibc
import Terminal

extension SoundEdits {
    /// What every sample is multiplied by.
    ///
    /// - Parameter peak: The highest sample, for a sound that is normalised.
    func factor(peak: Double?, _ format: StreamFormat) -> Double {
        let factor = pow(10, gain / 20)
        guard isNormalised, let peak, peak > 0 else { return factor }
        return factor * format.highestSample / peak
    }
}

extension StreamFormat {
    /// The highest sample: integers have none of exactly full scale.
    var highestSample: Double {
        let depths: [UInt32: UInt32] = [1: 16, 2: 20, 3: 24, 4: 32]
        let bits: UInt32? =
            switch id {
            case .linearPCM: flags.contains(.float) ? nil : bitsPerChannel
            case .appleLossless, .flac: depths[flags.rawValue] ?? 16
            case .appleIMA4, .uLaw, .aLaw: 16
            default: nil
            }
        return bits.map { 1 - pow(2, 1 - Double($0)) } ?? 1
    }

    /// Whether a sample is exactly as it was before it was coded.
    fileprivate var isLossless: Bool {
        [.linearPCM, .appleLossless, .flac].contains(id)
    }

    fileprivate var holdsOverFullScale: Bool { id == .linearPCM && flags.contains(.float) }
}

extension ConversionPlan {
    /// The format of frames in which samples are changed before they are written.
    var editingFormat: StreamFormat {
        .linearPCM(
            .float(bits: 64), isBigEndian: false, sampleRate: format.sampleRate,
            channelCount: format.channelCount)
    }

    /// Whether rounding to the samples of the new file can be heard.
    var hasFewBits: Bool {
        format.id == .linearPCM && !format.flags.contains(.float) && format.bitsPerChannel <= 16
    }

    /// The mapping of a source's channels to the new file's.
    func channelMapping(
        of source: AudioFileReader, after first: AudioFileReader
    ) -> ChannelMapping {
        guard let channels, source.format.channelCount == first.format.channelCount,
            source.channelLayout == first.channelLayout
        else { return .mixed }
        return channels.mapping
    }

    /// Describes, in plain words, what is lost because the sound itself changes.
    func notices(of sources: [AudioFileReader], _ request: ConversionRequest) -> [String] {
        guard !request.keepsSound else { return [] }
        var notices: [String] = []
        let coded = Set(sources.map(\.format).filter { !$0.isLossless }.map(\.codingName)).sorted()
        if !coded.isEmpty, !format.isLossless {
            notices.append(
                "\(coded.joined(separator: ", ")) is decoded and coded again as "
                    + "\(format.codingName), which loses a little more")
        }
        for (path, source) in zip(request.inputs, sources).dropFirst() {
            let found = source.format
            var changes: [String] = []
            if found.sampleRate != format.sampleRate {
                changes.append(
                    "\(Numeral.short(found.sampleRate, places: 3)) Hz become "
                        + Numeral.short(format.sampleRate, places: 3))
            }
            if found.channelCount != format.channelCount {
                changes.append("\(found.channelCount) channels become \(format.channelCount)")
            }
            if format.isLossless, !format.holdsOverFullScale,
                Self.sourceBits(found) > Self.sourceBits(format)
            {
                changes.append(
                    "\(Self.sourceBits(format)) of \(Self.sourceBits(found)) bits are kept")
            }
            guard !changes.isEmpty else { continue }
            notices.append("of \(printable(path)) \(changes.joined(separator: ", "))")
        }
        return notices
    }

    /// Says that samples are too high for the new file; `nil` if none is.
    func clippingNotice(peak: Double, _ edits: SoundEdits) -> String? {
        guard edits.changesSamples, peak > 1, !format.holdsOverFullScale else { return nil }
        let over = (200 * log10(peak)).rounded(.up) / 10
        let gain = ((edits.gain - 20 * log10(peak)) * 10).rounded(.down) / 10
        return "goes \(Numeral.short(over, places: 1)) dB over full scale, where it is cut off; "
            + "write --gain \(Numeral.short(gain, places: 1)) or less, or --normalise"
    }
}

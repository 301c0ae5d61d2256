import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import Foundation
import MediaExport

/// The preset that encodes AAC into an `.m4a` file.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// The preset that lets packets pass as they are.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"

/// What a preset makes of assets.
enum ExportPreset: String, CaseIterable {
    case appleM4A
    case passthrough

    var name: String {
        switch self {
        case .appleM4A: AVAssetExportPresetAppleM4A
        case .passthrough: AVAssetExportPresetPassthrough
        }
    }

    init?(name: String) {
        guard let preset = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = preset
    }

    /// The types of files that an asset can be exported to.
    ///
    /// - Throws: Why the asset cannot be read.
    func fileTypes(of asset: AVAsset) throws -> [AVFileType] {
        switch self {
        case .appleM4A: return [.m4a]
        case .passthrough:
            let sound = try asset.passingSound()
            return AVFileType.written.filter { $0.holds(sound.source.format) }
        }
    }

    /// The bit rate of each channel of AAC, in bits a second.
    static let bitRatePerChannel = 128_000
    /// The most channels of AAC, and its highest sample rate.
    private static let channelCountMax = 2
    private static let sampleRateMax = 48_000.0
    private static let sampleRates = [
        8000.0, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
    ]

    /// How a mix is encoded as AAC.
    ///
    /// - Throws: `encoderNotFound` without an encoder.
    static func encoding(_ mixed: MixedTracks) throws -> ExportPlan.Encoding {
        let rate =
            sampleRates.contains(mixed.sampleRate)
            ? mixed.sampleRate : sampleRates.first { $0 >= mixed.sampleRate } ?? sampleRateMax
        let count = min(mixed.channelCount, channelCountMax)
        let format = StreamFormat(
            sampleRate: rate, id: .mpeg4AAC, bytesPerPacket: 0, framesPerPacket: 1024,
            bytesPerFrame: 0, channelCount: UInt32(count), bitsPerChannel: 0)
        var options = ConversionOptions()
        options.outputBitRate = InputEncoding.possible(bitRatePerChannel * count, format)
        let frames = StreamFormat.mixed(sampleRate: rate, channelCount: count)
        do throws(ConversionError) {
            _ = try FormatConverter(from: frames, to: format, options: options)
        } catch {
            throw AVError.make(.encoderNotFound, "There is no encoder for AAC.")
        }
        return ExportPlan.Encoding(frames: frames, output: .encoded(format, options, nil))
    }
}

/// A part of a file, of which the packets can pass.
struct PassingSound {
    var source: FileSound
    /// The part, in seconds; `nil` for the whole file.
    var part: Range<Double>?

    /// The part of the file that a part of the asset is.
    func range(of range: Range<Double>?) -> Range<Double>? {
        guard let part else { return range }
        guard let range else { return part }
        return (range.lowerBound + part.lowerBound..<range.upperBound + part.lowerBound)
            .clamped(to: part)
    }
}

extension AVAsset {
    /// The sound of which the packets can pass: that of the only track with sound, which has to be a file's,
    /// or one part of it.
    ///
    /// - Throws: Why there is none.
    func passingSound() throws -> PassingSound {
        let tracks = try soundTracksToRead()
        if tracks.count == 1 {
            let sound = try tracks[0].sound()
            if let source = sound.source { return PassingSound(source: source) }
            let parts = sound.timeline.segments
            if parts.count == 1, let source = parts[0].source, parts[0].speed == 1 {
                return PassingSound(source: source, part: parts[0].sourceRange)
            }
        }
        throw AVError.make(
            .operationNotSupportedForAsset, "Only the packets of one part of a file can pass.")
    }

    /// The tracks with sound that are enabled.
    ///
    /// - Throws: Why they cannot be read, or that there are none.
    func soundTracksToRead() throws -> [AVAssetTrack] {
        guard isLocal else {
            throw AVError.make(.operationNotSupportedForAsset, "Only files are exported.")
        }
        try wait(for: [.tracks])
        let tracks = try loadedTracks().filter { $0.mediaType == .audio && $0.isEnabled }
        guard !tracks.isEmpty else {
            throw AVError.make(.operationNotSupportedForAsset, "The asset has no sound.")
        }
        return tracks
    }
}

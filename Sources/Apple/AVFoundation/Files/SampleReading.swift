import AVFAudio
import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import CoreMedia
import Foundation
import MediaExport

/// What an output reads. One thread at a time.
protocol SampleReading: AnyObject {
    /// The next buffer; `nil` at the end.
    func next() throws -> CMSampleBuffer?
    /// Goes to other ranges, in seconds; `nil` for all of it.
    func setRanges(_ ranges: [Range<Double>?]) throws
}

/// Packets of a file as they are.
final class PacketReading: SampleReading {
    private let file: AudioFileReader
    private let description: CMFormatDescription
    private var packets: [StoredPackets]

    init(_ source: FileSound, _ range: Range<Double>?) throws {
        file = try source.open()
        description = .of(file)
        packets = [try StoredPackets(file, range: range)]
    }

    func next() throws -> CMSampleBuffer? {
        while let first = packets.first {
            if let piece = try first.nextPiece() {
                return try .make(piece, file.format, description)
            }
            packets.removeFirst()
        }
        return nil
    }

    func setRanges(_ ranges: [Range<Double>?]) throws {
        packets = try ranges.map { try StoredPackets(file, range: $0) }
    }
}

/// Frames of timelines, summed.
final class FrameReading: SampleReading {
    private let rendering: MixRendering
    private let description: CMFormatDescription
    private var laterRanges: [Range<Double>?] = []

    init(
        _ timelines: [SoundTimeline], _ format: StreamFormat, _ layout: ChannelLayout?,
        _ range: Range<Double>?
    ) throws {
        do throws(FormatError) {
            rendering = try MixRendering(timelines, as: format, range: range)
        } catch {
            throw AVError.make(.unsupportedOutputSettings, "\(error)")
        }
        description = .of(rendering.format, layout: layout)
    }

    func next() throws -> CMSampleBuffer? {
        while true {
            if let frames = try rendering.next(MixRendering.pieceFramesMax) {
                return try .make(frames, rendering.format, description)
            }
            guard !laterRanges.isEmpty else { return nil }
            rendering.setRange(laterRanges.removeFirst())
        }
    }

    func setRanges(_ ranges: [Range<Double>?]) throws {
        laterRanges = Array(ranges.dropFirst())
        if let first = ranges.first { rendering.setRange(first) }
    }
}

/// The settings of linear PCM that an output reads.
///
/// Ownership: immutable; the values are those of property lists.
struct SettingsToRead: @unchecked Sendable {
    let dictionary: [String: Any]?
    /// Whether the settings are of another coding, or contradict each other.
    private let isWrong: Bool

    /// Checks an app's settings; those of another coding are a fault.
    init(_ dictionary: [String: Any]?, _ call: String) {
        self.dictionary = dictionary
        guard let dictionary else {
            isWrong = false
            return
        }
        let coding =
            (dictionary[AVFormatIDKey] as? NSNumber)?.uint32Value
            ?? (dictionary[AVFormatIDKey] as? any BinaryInteger).map {
                UInt32(clamping: Int64(clamping: $0))
            }
        isWrong = coding != nil && coding != FormatID.linearPCM.rawValue.rawValue
        if isWrong { fault(call, "the settings must be those of linear PCM") }
    }

    /// Whether there are no settings.
    var isEmpty: Bool { dictionary == nil }

    /// The format that the settings describe, with the source's values where they say nothing.
    ///
    /// - Throws: `unsupportedOutputSettings`.
    func format(
        rate: Double, channelCount: Int, layout: ChannelLayout?
    ) throws -> (format: StreamFormat, layout: ChannelLayout?) {
        var settings = dictionary ?? [:]
        if settings[AVSampleRateKey] == nil { settings[AVSampleRateKey] = rate }
        if settings[AVNumberOfChannelsKey] == nil {
            settings[AVNumberOfChannelsKey] = channelCount
            if channelCount > 2, settings[AVChannelLayoutKey] == nil {
                let layout = layout ?? ChannelLayout.discrete(channelCount)
                settings[AVChannelLayoutKey] = Data(layout.bytesForApps)
            }
        }
        if settings[AVLinearPCMBitDepthKey] == nil,
            (settings[AVLinearPCMIsFloatKey] as? Bool) == true
        {
            settings[AVLinearPCMBitDepthKey] = 32
        }
        guard !isWrong, let read = AudioSettings(settings), read.format.id == .linearPCM else {
            throw AVError.make(.unsupportedOutputSettings)
        }
        return (read.format, read.layout)
    }
}

extension ChannelLayout {
    /// Channels in order, of which nothing else is known.
    static func discrete(_ count: Int) -> ChannelLayout {
        ChannelLayout(tag: kAudioChannelLayoutTag_DiscreteInOrder | UInt32(clamping: count))
    }
}

extension StreamFormat {
    /// Interleaved 16-bit integers.
    static func shorts(_ rate: Double, _ channelCount: Int) -> StreamFormat {
        StreamFormat(
            linearPCM: rate, channelCount: UInt32(channelCount), bits: 16, bytesPerSample: 2,
            isBigEndian: false)
    }
}

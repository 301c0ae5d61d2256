import AudioCodecs
package import AudioConversion
package import AudioFiles
import AudioFormats
package import AudioModel
package import ChannelLayouts
import Foundation

/// A file to create, as its name and an app's settings describe it.
package struct FileToWrite {
    /// Apple's identifier of the file type.
    package let type: FourCC
    /// The format of the file, which the type can hold.
    package let format: StreamFormat
    /// The channel layout; `nil` without one.
    package let layout: ChannelLayout?
    /// The options of the conversion from the client's frames.
    package let options: ConversionOptions

    /// Chooses the file type and completes the format.
    ///
    /// PCM in files is interleaved. What settings cannot say, the file type decides: whether 8-bit
    /// samples have a sign, and a byte order that was not set.
    ///
    /// - Parameters:
    ///   - url: Gives the type by its extension where the settings do not; without either it is
    ///     Core Audio Format.
    ///   - client: The format of the frames to write.
    /// - Throws: `unknownFileType` for a type that is not written, `unsupportedCoding` for a format
    ///   that the type cannot hold or that cannot be encoded.
    package init(
        _ url: URL, _ settings: AudioSettings, client: StreamFormat
    ) throws(AudioFileError) {
        let type = try Self.type(url, settings)
        guard
            let kind = ContainerKind.allCases.first(where: {
                $0.fileTypeID == type.id && $0.isWrittenForApps
            }),
            let format = Self.candidates(settings, client).first(where: { format in
                do throws(FormatError) { try kind.check(format) } catch { return false }
                return true
            })
        else { throw .unsupportedCoding }
        var options = settings.coding.conversionOptions(channelCount: Int(format.channelCount))
        options.outputBitRate = options.outputBitRate.flatMap { Self.possible($0, format) }
        options.inputLayout = settings.layout
        var converterOptions = options
        converterOptions.outputLayout = settings.layout
        do throws(ConversionError) {
            _ = try FormatConverter(from: client, to: format, options: converterOptions)
        } catch {
            throw .unsupportedCoding
        }
        self.type = type.id
        self.format = format
        self.layout = settings.layout
        self.options = options
    }

    private static func type(
        _ url: URL, _ settings: AudioSettings
    ) throws(AudioFileError) -> AudioFileType {
        let name = url.pathExtension.lowercased()
        let type: AudioFileType?
        if let wanted = settings.fileType {
            type = AudioFileType.withID(FourCC(rawValue: wanted))
        } else if name.isEmpty {
            type = AudioFileType.withID("caff")
        } else {
            type = AudioFileType.all.first { $0.extensions.contains(name) }
        }
        guard let type, type.isWritten else { throw .unknownFileType }
        return type
    }

    /// The formats that the settings allow, the closest to them first.
    private static func candidates(
        _ settings: AudioSettings, _ client: StreamFormat
    ) -> [StreamFormat] {
        var format = settings.format
        if [.appleLossless, .flac].contains(format.id), format.flags.isEmpty {
            // The flags of the lossless codings give the bit depth.
            let bits = settings.coding.bitDepthHint ?? client.integerBitCount ?? 24
            format.flags = FormatFlags(rawValue: bits <= 16 ? 1 : 3)
        }
        guard format.id == .linearPCM else { return [format] }
        if format.flags.contains(.nonInterleaved) {
            format.flags.remove(.nonInterleaved)
            format.bytesPerFrame *= format.channelCount
            format.bytesPerPacket = format.bytesPerFrame
        }
        var formats = [format]
        if format.bitsPerChannel == 8 {
            var unsigned = format
            unsigned.flags.remove(.signedInteger)
            formats.append(unsigned)
        } else if !settings.hasByteOrder {
            var bigEndian = format
            bigEndian.flags.insert(.bigEndian)
            formats.append(bigEndian)
        }
        return formats
    }

    /// The bit rate nearest to the wanted one that the encoder has; `nil` for other encoders, and for
    /// Opus, on which Apple's settings have no effect (openradar 49315600).
    private static func possible(_ bitRate: Int, _ format: StreamFormat) -> Int? {
        guard format.id != .opus else { return nil }
        guard CodingProperties.bitRates(of: format.id) != nil else { return nil }
        let range = CodingProperties.bitRateRange(
            of: format.id, sampleRate: format.sampleRate, channelCount: format.channelCount)
        return Int(min(max(Double(bitRate), range.lowerBound.rounded(.up)), range.upperBound))
    }
}

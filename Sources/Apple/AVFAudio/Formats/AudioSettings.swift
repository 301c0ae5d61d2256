import AudioCodecs
package import AudioModel
import AudioToolbox
package import ChannelLayouts
import CoreAudioTypes
import Foundation

/// The settings of a format, file or recorder, read from an app's dictionary.
package struct AudioSettings {
    /// The format that the settings describe, with every field that they determine.
    package var format: StreamFormat
    /// The channel layout, of as many channels as the format; `nil` without one.
    package var layout: ChannelLayout?
    /// The type of the file to write; `nil` to take the file name's.
    package var fileType: AudioFileTypeID?
    /// The settings of the encoder and of the sample-rate converter.
    package var coding = CodingSettings()
    /// Whether the byte order of linear PCM was set, and not assumed.
    package var hasByteOrder = false

    /// Reads settings.
    ///
    /// A missing coding is linear PCM, and missing values of it are those of packed interleaved
    /// 16-bit little-endian integers.
    ///
    /// - Returns: `nil` for a missing or impossible sample rate or number of channels, for more
    ///   than two channels without a layout of as many, and for a value of the wrong type.
    package init?(_ settings: [String: Any]) {
        var values = SettingsReader(settings)
        let id = values.integer(AVFormatIDKey).map { UInt32(clamping: $0) }
        let rate = values.number(AVSampleRateKey)
        let channelCount = values.integer(AVNumberOfChannelsKey)
        let bits = values.integer(AVLinearPCMBitDepthKey) ?? Self.bitDepthAssumed
        let isBigEndian = values.boolean(AVLinearPCMIsBigEndianKey)
        let isFloat = values.boolean(AVLinearPCMIsFloatKey) ?? false
        let isNonInterleaved = values.boolean(AVLinearPCMIsNonInterleaved) ?? false
        fileType = values.integer(AVAudioFileTypeKey).map { UInt32(clamping: $0) }
        coding = CodingSettings(&values)
        layout = values.layout(AVChannelLayoutKey)
        guard values.areOfTheirTypes, let rate, let channelCount,
            rate.isFinite, rate > 0, Self.channelCounts.contains(channelCount),
            Self.bitDepths.contains(bits)
        else { return nil }
        let coding = FormatID(
            rawValue: FourCC(rawValue: id ?? FormatID.linearPCM.rawValue.rawValue))
        var flags: FormatFlags = []
        if coding == .linearPCM {
            flags = isFloat ? .float : .signedInteger
            flags.insert(bits % 8 == 0 ? .packed : .alignedHigh)
            if isBigEndian == true { flags.insert(.bigEndian) }
            if isNonInterleaved { flags.insert(.nonInterleaved) }
        }
        let isLinear = coding == .linearPCM
        let bytesPerFrame =
            isLinear ? (bits + 7) / 8 * (isNonInterleaved ? 1 : channelCount) : 0
        let given = StreamFormat(
            sampleRate: rate, id: coding, flags: flags, bytesPerPacket: UInt32(bytesPerFrame),
            framesPerPacket: isLinear ? 1 : 0, bytesPerFrame: UInt32(bytesPerFrame),
            channelCount: UInt32(channelCount), bitsPerChannel: isLinear ? UInt32(bits) : 0)
        format = isLinear ? given : CodingProperties.completed(given, magicCookie: nil) ?? given
        hasByteOrder = isBigEndian != nil
        if let layout {
            guard layout.fits(channelCount: format.channelCount) else { return nil }
        } else if channelCount > Self.channelsWithoutLayout {
            return nil
        }
    }

    /// The bit depth of linear PCM without one (facts.md: Apple's is not published).
    private static let bitDepthAssumed = 16
    private static let bitDepths = 1...64
    private static let channelsWithoutLayout = 2
    private static let channelCounts = 1...1024
}

extension AudioSettings {
    /// The settings from which a format equal to `format` can be made.
    package static func dictionary(of format: AVAudioFormat) -> [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: NSNumber(value: format.streamFormat.id.rawValue.rawValue),
            AVSampleRateKey: NSNumber(value: format.sampleRate),
            AVNumberOfChannelsKey: NSNumber(value: format.channelCount),
        ]
        let flags = format.streamFormat.flags
        if format.streamFormat.id == .linearPCM {
            settings[AVLinearPCMBitDepthKey] = NSNumber(value: format.streamFormat.bitsPerChannel)
            settings[AVLinearPCMIsBigEndianKey] = NSNumber(value: flags.contains(.bigEndian))
            settings[AVLinearPCMIsFloatKey] = NSNumber(value: flags.contains(.float))
            settings[AVLinearPCMIsNonInterleaved] = NSNumber(value: !format.isInterleaved)
        } else if format.streamFormat.bitsPerChannel > 0 {
            settings[AVEncoderBitDepthHintKey] = NSNumber(value: format.streamFormat.bitsPerChannel)
        }
        if let layout = format.channelLayout {
            settings[AVChannelLayoutKey] = Data(layout.channelLayout.bytesForApps)
        }
        return settings
    }
}

/// Reads the values of a settings dictionary, and notes those of the wrong type.
struct SettingsReader {
    private let settings: [String: Any]
    /// Whether every value read so far was of its type.
    private(set) var areOfTheirTypes = true

    init(_ settings: [String: Any]) {
        self.settings = settings
    }

    /// A number, boxed or not; `nil` without one.
    mutating func number(_ key: String) -> Double? {
        value(key) { value in
            switch value {
            case let value as any BinaryInteger: Double(Int64(clamping: value))
            case let value as any BinaryFloatingPoint: Double(value)
            case let value as NSNumber: value.doubleValue
            default: nil
            }
        }
    }

    /// A whole number; `nil` without one.
    mutating func integer(_ key: String) -> Int? {
        guard let number = number(key) else { return nil }
        guard let integer = Int(exactly: number.rounded(.towardZero)) else {
            areOfTheirTypes = false
            return nil
        }
        return integer
    }

    /// A Boolean, or a number that is not zero; `nil` without one.
    mutating func boolean(_ key: String) -> Bool? {
        value(key) { value in
            switch value {
            case let value as Bool: value
            case let value as any BinaryInteger: Int64(clamping: value) != 0
            case let value as NSNumber: value.boolValue
            default: nil
            }
        }
    }

    /// A text; `nil` without one.
    mutating func text(_ key: String) -> String? {
        value(key) { $0 as? String ?? ($0 as? NSString).map { $0 as String } }
    }

    /// A channel layout in the bytes of Apple's structure; `nil` without one.
    mutating func layout(_ key: String) -> ChannelLayout? {
        value(key) { value in
            guard let data = value as? Data ?? (value as? NSData).map({ $0 as Data }) else {
                return nil
            }
            return Array(data).withUnsafeBytes { try? ChannelLayout(bytesForApps: $0) }
        }
    }

    private mutating func value<Value>(_ key: String, _ read: (Any) -> Value?) -> Value? {
        guard let value = settings[key] else { return nil }
        guard let read = read(value) else {
            areOfTheirTypes = false
            return nil
        }
        return read
    }
}

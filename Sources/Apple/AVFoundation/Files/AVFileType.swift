import AudioCodecs
import AudioFormats
import AudioModel

/// The type of a media file: a uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a type of its identifier.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// MPEG-4 audio, as in `.m4a` files.
    public static let m4a = AVFileType("com.apple.m4a-audio")
    /// MPEG-4.
    public static let mp4 = AVFileType("public.mpeg-4")
    /// A QuickTime movie; it is read, not written.
    public static let mov = AVFileType("com.apple.quicktime-movie")
    /// A video of the iTunes Store; it is read, not written.
    public static let m4v = AVFileType("com.apple.m4v-video")
    /// 3GPP; it is read, not written.
    public static let mobile3GPP = AVFileType("public.3gpp")
    /// 3GPP2; it is read, not written.
    public static let mobile3GPP2 = AVFileType("public.3gpp2")
    /// Core Audio Format.
    public static let caf = AVFileType("com.apple.coreaudio-format")
    /// WAVE.
    public static let wav = AVFileType("com.microsoft.waveform-audio")
    /// AIFF.
    public static let aiff = AVFileType("public.aiff-audio")
    /// AIFF-C.
    public static let aifc = AVFileType("public.aifc-audio")
    /// AMR speech; it is read, not written.
    public static let amr = AVFileType("org.3gpp.adaptive-multi-rate-audio")
    /// MPEG layer 3; it is read, not written.
    public static let mp3 = AVFileType("public.mp3")
    /// NeXT/Sun audio; it is read, not written.
    public static let au = AVFileType("public.au-audio")
    /// AC-3; it is read, not written.
    public static let ac3 = AVFileType("public.ac3-audio")
    /// Enhanced AC-3; it is read, not written.
    public static let eac3 = AVFileType("public.enhanced-ac3-audio")
}

extension AVFileType {
    /// The types that are written.
    static let written: [AVFileType] = [.m4a, .mp4, .caf, .wav, .aiff, .aifc]

    /// The container of files of this type; `nil` for types that are not written.
    var writtenKind: ContainerKind? {
        switch self {
        case .m4a: .m4a
        case .mp4: .mp4
        case .caf: .caf
        case .wav: .wav
        case .aiff: .aiff
        case .aifc: .aifc
        default: nil
        }
    }

    /// Whether files of this type can hold packets of a format as they are.
    func holds(_ format: StreamFormat) -> Bool { storedFormat(format) != nil }

    /// The format in which files of this type hold sound of a format: for linear PCM another byte
    /// order may be needed.
    func storedFormat(_ format: StreamFormat) -> StreamFormat? {
        guard let kind = writtenKind else { return nil }
        var candidates = [format]
        if format.id == .linearPCM {
            candidates = []
            var packed = format
            if packed.flags.remove(.nonInterleaved) != nil {
                let (byteCount, overflow) = packed.bytesPerFrame.multipliedReportingOverflow(
                    by: packed.channelCount)
                guard !overflow else { return nil }
                packed.bytesPerFrame = byteCount
                packed.bytesPerPacket = byteCount
            }
            for isBigEndian in [false, true] {
                for isSigned in [true, false] {
                    var candidate = packed
                    if isBigEndian {
                        candidate.flags.insert(.bigEndian)
                    } else {
                        candidate.flags.remove(.bigEndian)
                    }
                    if !candidate.flags.contains(.float), candidate.bitsPerChannel == 8 {
                        if isSigned {
                            candidate.flags.insert(.signedInteger)
                        } else {
                            candidate.flags.remove(.signedInteger)
                        }
                    }
                    candidates.append(candidate)
                }
            }
            // What needs no change comes first.
            candidates.insert(packed, at: 0)
        }
        return candidates.first { candidate in
            do throws(FormatError) { try kind.check(candidate) } catch { return false }
            return true
        }
    }
}

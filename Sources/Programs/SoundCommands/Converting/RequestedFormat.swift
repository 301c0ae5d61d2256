package import AudioModel

/// A format as the user writes it: `aac`, `i24`, `LEI16@44100`.
///
/// The names are those of `afconvert`, and shorter ones. An unspecified property is `nil`; the
/// source or the file type decides it.
package struct RequestedFormat: Equatable {
    /// How the audio is encoded.
    package enum Coding: Equatable {
        /// Linear PCM; `isBigEndian` is `nil` for the file type's byte order.
        case linearPCM(SampleType, isBigEndian: Bool?)
        /// Linear PCM with the source's bit depth.
        case plainPCM
        /// An encoding other than linear PCM.
        case coded(FormatID)
    }

    /// The type of a PCM sample.
    package enum SampleType: Equatable {
        case signed(bits: UInt32)
        case unsigned(bits: UInt32)
        case float(bits: UInt32)

        var bits: UInt32 {
            switch self {
            case .signed(let bits), .unsigned(let bits), .float(let bits): bits
            }
        }
    }

    /// How the audio is encoded.
    package var coding: Coding
    /// Sample rate in hertz.
    package var sampleRate: Double?

    /// Creates a format.
    package init(_ coding: Coding, sampleRate: Double? = nil) {
        self.coding = coding
        self.sampleRate = sampleRate
    }

    /// Parses a name from the command line, optionally with a rate: `i16`, `BEF32@48000`.
    ///
    /// - Returns: The format; `nil` for an unknown name.
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let coding = Self.coding(String(parts[0])) else {
            return nil
        }
        self.coding = coding
        guard parts.count == 2 else { return }
        guard let rate = Double(parts[1]), sampleRates.contains(rate) else { return nil }
        sampleRate = rate
    }

    /// Names of formats for the help text.
    package static let words =
        "aac, alac, flac, opus, mp3, ima4, ulaw, alaw, lpcm, i8, ui8, i16, i24, i32, f32, f64; or in afconvert's "
        + "notation: BEI16, LEF32@48000"

    private static func coding(_ word: String) -> Coding? {
        let names: [String: FormatID] = [
            "aac": .mpeg4AAC, "aac ": .mpeg4AAC, "alac": .appleLossless, "ima4": .appleIMA4,
            "ulaw": .uLaw, "alaw": .aLaw, "mp3": .mpegLayer3, ".mp3": .mpegLayer3, "flac": .flac,
            "opus": .opus,
        ]
        if let id = names[word.lowercased()] { return .coded(id) }
        if ["lpcm", "pcm"].contains(word.lowercased()) { return .plainPCM }
        return linear(word)
    }

    private static func linear(_ word: String) -> Coding? {
        var rest = word.uppercased()[...]
        var isBigEndian: Bool?
        for (prefix, isBig) in [("BE", true), ("LE", false)] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(2)
            isBigEndian = isBig
            break
        }
        // "S" is FFmpeg's spelling of a signed integer: s16.
        for prefix in ["UI", "I", "S", "F"] where rest.hasPrefix(prefix) {
            guard let bits = UInt32(rest.dropFirst(prefix.count)) else { return nil }
            switch (prefix, bits) {
            case ("UI", 8): return .linearPCM(.unsigned(bits: bits), isBigEndian: isBigEndian)
            case ("I", 8), ("I", 16), ("I", 24), ("I", 32), ("S", 8), ("S", 16), ("S", 24),
                ("S", 32):
                return .linearPCM(.signed(bits: bits), isBigEndian: isBigEndian)
            case ("F", 32), ("F", 64):
                return .linearPCM(.float(bits: bits), isBigEndian: isBigEndian)
            default: return nil
            }
        }
        return nil
    }
}

/// Sample rates in hertz that a file can be converted to.
let sampleRates = 1.0...10_000_000.0

extension StreamFormat {
    /// Interleaved linear PCM.
    static func linearPCM(
        _ sampleType: RequestedFormat.SampleType, isBigEndian: Bool, sampleRate: Double,
        channelCount: UInt32
    ) -> StreamFormat {
        var flags: FormatFlags = .packed
        if isBigEndian { flags.insert(.bigEndian) }
        switch sampleType {
        case .signed: flags.insert(.signedInteger)
        case .unsigned: break
        case .float: flags.insert(.float)
        }
        let bytesPerFrame = sampleType.bits / 8 * channelCount
        return StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: flags, bytesPerPacket: bytesPerFrame,
            framesPerPacket: 1, bytesPerFrame: bytesPerFrame, channelCount: channelCount,
            bitsPerChannel: sampleType.bits)
    }
}

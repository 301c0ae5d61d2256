import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
package import CommandLineTool
import CoreAudioTypes

/// The arguments of `sori record`.
package struct RecordRequest: Equatable, Sendable {
    package var path: String
    package var coding: Coding
    package var container: Container
    /// Length in seconds; `nil` for a recording without limit.
    package var seconds: Double?
    /// A source's name; `nil` for the machine's choice.
    package var input: String?
    /// Whether a file that is there is replaced.
    package var mayReplace: Bool
    /// The rate of the file, in Hz.
    package var sampleRate: Double
    /// One channel or two.
    package var channelCount: Int
    /// Bits a second; `nil` for the encoder's default.
    package var bitRate: Int?

    package init(
        path: String, coding: Coding, container: Container, seconds: Double? = nil,
        input: String? = nil, mayReplace: Bool = false,
        sampleRate: Double = RecordRequest.sampleRateDefault,
        channelCount: Int = RecordRequest.channelCountDefault, bitRate: Int? = nil
    ) {
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.mayReplace = mayReplace
        self.path = path
        self.coding = coding
        self.container = container
        self.seconds = seconds
        self.input = input
    }

    /// The coding; raw values are the values of `--format`.
    package enum Coding: String, CaseIterable, Sendable {
        case pcm8
        case pcm16
        case pcm24
        case pcm32
        case float32
        case float64
        case ima4
        case ulaw
        case alaw
        case aac
        case alac
        case flac
        case opus
        case mp3

        package var isPCM: Bool {
            [.pcm8, .pcm16, .pcm24, .pcm32, .float32, .float64].contains(self)
        }

        /// The rate in Hz unless the user asks for another: Opus has one only.
        var sampleRate: Double { self == .opus ? 48_000 : RecordRequest.sampleRateDefault }
    }

    /// The file type; raw values are the file name extensions.
    package enum Container: String, CaseIterable, Sendable {
        case wav
        case rf64
        case bw64
        case aif
        case aiff
        case aifc
        case caf
        case m4a
        case m4b
        case mp4
        case aac
        case flac
        case opus
        case ogg
        case mp3

        var kind: ContainerKind {
            switch self {
            case .wav: .wav
            case .rf64: .rf64
            case .bw64: .bw64
            case .aif, .aiff: .aiff
            case .aifc: .aifc
            case .caf: .caf
            case .m4a: .m4a
            case .m4b: .m4b
            case .mp4: .mp4
            case .aac: .adts
            case .flac: .flac
            case .opus, .ogg: .ogg
            case .mp3: .mp3
            }
        }

        package var usualCoding: Coding {
            switch self {
            case .wav, .rf64, .bw64, .aif, .aiff, .aifc, .caf: .pcm16
            case .m4a, .m4b, .mp4, .aac: .aac
            case .flac: .flac
            case .opus, .ogg: .opus
            case .mp3: .mp3
            }
        }

        /// Whether the most significant byte comes first in it.
        var isBigEndian: Bool { self == .aif || self == .aiff || self == .aifc }
    }

    /// The format of the file.
    var format: AudioStreamBasicDescription {
        var format = AudioStreamBasicDescription()
        format.mSampleRate = sampleRate
        format.mChannelsPerFrame = UInt32(channelCount)
        switch coding {
        case .pcm8:
            // WAVE has unsigned bytes.
            let isUnsigned = [.wav, .rf64, .bw64].contains(container)
            describePCM(&format, bits: 8, isUnsigned ? 0 : kAudioFormatFlagIsSignedInteger)
        case .pcm16: describePCM(&format, bits: 16, kAudioFormatFlagIsSignedInteger)
        case .pcm24: describePCM(&format, bits: 24, kAudioFormatFlagIsSignedInteger)
        case .pcm32: describePCM(&format, bits: 32, kAudioFormatFlagIsSignedInteger)
        case .float32: describePCM(&format, bits: 32, kAudioFormatFlagIsFloat)
        case .float64: describePCM(&format, bits: 64, kAudioFormatFlagIsFloat)
        case .ima4: format.mFormatID = kAudioFormatAppleIMA4
        case .ulaw: format.mFormatID = kAudioFormatULaw
        case .alaw: format.mFormatID = kAudioFormatALaw
        case .aac: format.mFormatID = kAudioFormatMPEG4AAC
        case .alac, .flac:
            format.mFormatID = coding == .alac ? kAudioFormatAppleLossless : kAudioFormatFLAC
            // Flag 1 of the lossless codings means samples of 16 bits.
            format.mFormatFlags = 1
        case .opus: format.mFormatID = kAudioFormatOpus
        case .mp3: format.mFormatID = kAudioFormatMPEGLayer3
        }
        return format
    }

    /// The format of the file, with the fields filled in that the coding determines.
    var streamFormat: StreamFormat {
        let format = StreamFormat(format)
        return CodingProperties.completed(format, magicCookie: nil) ?? format
    }

    var clientStreamFormat: StreamFormat { StreamFormat(clientFormat) }

    /// What the microphone's frames are given to the file's encoder as: PCM is not changed.
    var clientFormat: AudioStreamBasicDescription {
        guard !coding.isPCM else { return format }
        return RecordRequest(
            path: path, coding: .float32, container: .wav, sampleRate: sampleRate,
            channelCount: channelCount
        ).format
    }

    private func describePCM(
        _ format: inout AudioStreamBasicDescription, bits: UInt32, _ kind: AudioFormatFlags
    ) {
        let order = container.isBigEndian && bits > 8 ? kAudioFormatFlagIsBigEndian : 0
        format.mFormatID = kAudioFormatLinearPCM
        format.mFormatFlags = kind | order | kAudioFormatFlagIsPacked
        format.mBitsPerChannel = bits
        format.mFramesPerPacket = 1
        format.mBytesPerFrame = bits / 8 * format.mChannelsPerFrame
        format.mBytesPerPacket = format.mBytesPerFrame
    }

    package static let sampleRateDefault = 44_100.0
    package static let channelCountDefault = 2
}

extension RecordRequest {
    /// - Throws: When the options contradict each other.
    package init(_ arguments: Arguments) throws(ProgramError) {
        let path = arguments.operands[0]
        let end = path.split(separator: "/").last?.split(separator: ".").dropFirst().last
        guard let end, let container = Container(rawValue: end.lowercased()) else {
            throw ProgramError(
                .wrongUse, "unknown file name extension", in: path,
                advice: "use one of "
                    + Container.allCases.map { "." + $0.rawValue }.joined(separator: ", "))
        }
        let coding = try arguments.choice("--format", "format") ?? container.usualCoding
        self.init(
            path: path, coding: coding, container: container,
            seconds: try arguments.number("--seconds", in: 0.001...86_400),
            input: arguments.value("--input"), mayReplace: arguments.has("--force"),
            sampleRate: Double(
                try arguments.integer("--rate", in: 4_000...192_000) ?? Int(coding.sampleRate)),
            channelCount: try arguments.integer("--channels", in: 1...2)
                ?? Self.channelCountDefault,
            bitRate: try ConversionRequest.bitRate(arguments))
    }
}

extension RecordRequest {
    /// - Throws: `wrongUse` when the container does not hold the coding, or the coding not the rate
    ///   or the bit rate.
    func checkFormat() throws(ProgramError) {
        let format = streamFormat
        let rates = CodingProperties.sampleRates(of: format.id)
        guard rates.contains(where: { $0.contains(sampleRate) }) else {
            throw ProgramError(
                .wrongUse, "\(format.codingName) has no sample rate of \(Int(sampleRate)) Hz",
                in: path, advice: "write --rate \(Int(coding.sampleRate))")
        }
        try ConversionPlan.checkBitRate(bitRate, format, in: path)
        do throws(FormatError) { try container.kind.check(format) } catch {
            throw ProgramError(
                .wrongUse,
                ".\(container.rawValue) files do not hold \(coding.rawValue)",
                in: path, advice: "see 'sori record --help'")
        }
    }
}

package import AudioCodecs
import AudioFormats
import AudioModel
package import CommandLineTool
import Glibc

/// The arguments of `sori convert`.
package struct ConversionRequest: Equatable {
    /// The sources: their sounds follow each other.
    package var inputs: [String]
    package var output: String
    /// Format; `nil` for the file type's default.
    package var format: RequestedFormat?
    /// Sample rate in hertz; `nil` for the source's.
    package var sampleRate: Double?
    /// Number of channels; `nil` for the source's.
    package var channelCount: UInt32?
    /// Bits per second; `nil` for the encoder's default.
    package var bitRate: Int?
    /// Quality of sample rate conversion, 0…127.
    package var quality: Int
    package var container: ContainerKind
    /// Whether the file type was guessed from the name, so that a related type may be used instead.
    package var isContainerGuessed: Bool
    /// Whether to dither; `nil` to dither when bits are lost.
    package var wantsDither: Bool?
    package var mayReplace: Bool
    /// What changes of the sound itself.
    package var edits: SoundEdits

    /// The first source, from which the format and the tags come.
    package var input: String { inputs[0] }

    /// Whether the new file has the whole sound of one source, unchanged.
    package var keepsSound: Bool { edits.isNone && inputs.count == 1 }

    package static let qualityDefault = 127

    /// - Parameter isForFolder: Whether the output is a folder, which has no name to tell the type
    ///   by.
    package init(_ arguments: Arguments, isForFolder: Bool = false) throws(ProgramError) {
        inputs = Array(arguments.operands.dropLast())
        output = arguments.operands[arguments.operands.count - 1]
        edits = try SoundEdits(arguments)
        if let word = arguments.value("--format") {
            guard let format = RequestedFormat(word) else {
                throw arguments.wrongUse(
                    "unknown format '\(word)'", advice: "write one of \(RequestedFormat.words)")
            }
            self.format = format
        }
        let rate = try arguments.number("--rate", in: sampleRates)
        if let rate, let other = format?.sampleRate, rate != other {
            throw arguments.wrongUse(
                "--rate and the rate in --format contradict each other", advice: "keep one of them")
        }
        sampleRate = rate ?? format?.sampleRate
        channelCount = try arguments.integer("--channels", in: 1...64).map { UInt32($0) }
        bitRate = try Self.bitRate(arguments)
        quality = try Self.quality(arguments)
        let named = try Self.container(arguments)
        isContainerGuessed = named == nil
        if let named {
            container = named
        } else if isForFolder {
            container = try Self.container(ofCoding: format?.coding, output)
        } else {
            container = try Self.container(byNameOf: output)
        }
        guard !(arguments.has("--dither") && arguments.has("--no-dither")) else {
            throw arguments.wrongUse(
                "--dither and --no-dither contradict each other", advice: "keep one of them")
        }
        wantsDither = arguments.has("--dither") ? true : arguments.has("--no-dither") ? false : nil
        mayReplace = arguments.has("--force")
    }

    /// Parses `128000` or `128k`.
    static func bitRate(_ arguments: Arguments) throws(ProgramError) -> Int? {
        guard let word = arguments.value("--bitrate") else { return nil }
        let isThousands = word.hasSuffix("k") || word.hasSuffix("K")
        let range = 1000...10_000_000
        if let number = Int(isThousands ? String(word.dropLast()) : word) {
            let (bits, overflow) = number.multipliedReportingOverflow(by: isThousands ? 1000 : 1)
            if !overflow, range.contains(bits) { return bits }
        }
        throw arguments.wrongUse(
            "--bitrate takes 1000 to 10000000 bits a second, not '\(word)'",
            advice: "write 128k or 128000")
    }

    private static func quality(_ arguments: Arguments) throws(ProgramError) -> Int {
        guard let word = arguments.value("--quality") else { return qualityDefault }
        let names = ["min": 0, "low": 0x20, "medium": 0x40, "high": 0x60, "max": 0x7F]
        if let named = names[word.lowercased()] { return named }
        if let number = Int(word), (0...127).contains(number) { return number }
        throw arguments.wrongUse(
            "unknown quality '\(word)'",
            advice: "write min, low, medium, high, max or a number from 0 to 127")
    }

    /// The file types that can be written, for messages.
    static let writtenKinds = ContainerKind.allCases.filter(\.isWritten)

    private static func container(_ arguments: Arguments) throws(ProgramError) -> ContainerKind? {
        guard let word = arguments.value("--container") else { return nil }
        let found = writtenKinds.first {
            $0.rawValue == word.lowercased() || $0.fileTypeID?.description == word
        }
        if let found { return found }
        throw arguments.wrongUse(
            "unknown kind of file '\(word)'",
            advice: "write one of \(writtenKinds.map(\.rawValue).joined(separator: ", "))")
    }

    /// The file type for the files of a folder.
    private static func container(
        ofCoding coding: RequestedFormat.Coding?, _ folder: String
    ) throws(ProgramError) -> ContainerKind {
        switch coding {
        case .coded(.mpeg4AAC), .coded(.appleLossless): return .m4a
        case .coded(.flac): return .flac
        case .coded(.opus): return .ogg
        case .coded(.mpegLayer3): return .mp3
        case .coded(.appleIMA4): return .caf
        case .coded, .linearPCM, .plainPCM: return .wav
        case nil:
            throw ProgramError(
                .wrongUse, "is a folder, and nothing tells which files it gets", in: folder,
                advice: "write --container or --format, such as --format flac")
        }
    }

    /// The extension of files of this type: Opus has one of its own.
    package var fileNameExtension: String {
        if container == .ogg, isContainerGuessed { return "opus" }
        return container.extensions.first ?? container.rawValue
    }

    /// Checks that standard input is read once, and that standard output can take a sound.
    func checkStreams() throws(ProgramError) {
        guard inputs.count(where: { $0 == "-" }) <= 1 else {
            throw ProgramError(
                .wrongUse, "can be read once only", in: "standard input",
                advice: "save it to a file first")
        }
        guard output == "-", isatty(STDOUT_FILENO) == 1 else { return }
        throw ProgramError(
            .wrongUse, "is a terminal, which plays no sound", in: "standard output",
            advice: "send it into a program, or name a file")
    }

    private static func container(byNameOf path: String) throws(ProgramError) -> ContainerKind {
        let name = fileName(of: path)
        let words = writtenKinds.map(\.rawValue).joined(separator: ", ")
        guard path != "-" else {
            throw ProgramError(
                .wrongUse, "has no name that tells the file type", in: "standard output",
                advice: "write --container with one of \(words)")
        }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
            name.index(after: dot) != name.endIndex
        else {
            throw ProgramError(
                .wrongUse, "the file name has no extension", in: path,
                advice: "add one, or write --container with one of \(words)")
        }
        let ending = name[name.index(after: dot)...].lowercased()
        // A type with this extension as its usual one comes before types that only accept it.
        let usual = ContainerKind.allCases.first { $0.extensions.first == ending }
        let found = usual ?? ContainerKind.allCases.first { $0.extensions.contains(ending) }
        guard let kind = found, kind.isWritten else {
            let what =
                found.map { "\($0.name) is not written" } ?? "unknown file extension .\(ending)"
            throw ProgramError(
                .wrongUse, what, in: path,
                advice: "use another extension, or write --container with one of \(words)")
        }
        return kind
    }
}

import AudioFormats
import AudioModel
import Foundation
import TestSupport

/// What a program makes of a file: a cell of docs/interop.md.
enum InteropOutcome: Equatable, CustomStringConvertible {
    /// The frames that were written, with their samples.
    case same
    /// Another number of frames, among which are those that were written.
    case frames(Int)
    /// Anything else that it decodes, in the words of the document.
    case other(String)
    /// The program does not open the file, or gives nothing.
    case no

    /// Reads a cell; `nil` where it is none.
    init?(_ cell: String) {
        let words = cell.split(separator: " ")
        switch (cell, words.last) {
        case ("same", _): self = .same
        case ("no", _): self = .no
        case (_, "samples"): self = .other(cell)
        case (_, "frames"):
            guard words.count == 2, let count = Int(words[0]) else { return nil }
            self = .frames(count)
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .same: "same"
        case .frames(let count): "\(count) frames"
        case .other(let words): words
        case .no: "no"
        }
    }

    /// Whether the program does at least as well as is documented.
    ///
    /// Programs learn: a newer version may trim what an older one did not, or read what it did not
    /// know. That says nothing against the file.
    ///
    /// - Parameter frameCount: Number of frames that were written.
    func isAtLeast(_ documented: InteropOutcome, of frameCount: Int) -> Bool {
        if case .frames(let ours) = self, case .frames(let known) = documented {
            return abs(ours - frameCount) <= abs(known - frameCount)
        }
        return rank >= documented.rank
    }

    private var rank: Int {
        switch self {
        case .same: 3
        case .frames: 2
        case .other: 1
        case .no: 0
        }
    }
}

/// What the programs that are installed can read, as they tell themselves.
struct InteropAbilities {
    private let soxFormats: Set<String>
    private let demuxers: Set<String>
    private let decoders: Set<String>
    /// The codecs that libsndfile may be built without, and is built with.
    private let sndfileCodecs: Set<String>

    /// Asks the programs.
    init() throws {
        soxFormats = try ExternalProgram.soxFormats()
        demuxers = try ExternalProgram.names(ofFFmpeg: "-demuxers")
        decoders = try ExternalProgram.names(ofFFmpeg: "-decoders")
        // It lists what it knows, and not what it was built with: that shows when it writes one.
        let folder = try TemporaryFolder()
        let source = folder.file("silence.wav")
        let silence = wavFile([Int16](repeating: 0, count: 4800), rate: 48000)
        try Data(silence).write(to: URL(fileURLWithPath: source))
        sndfileCodecs = Set(
            ["flac", "mp3", "opus"].filter { ending in
                let coded = folder.file("silence.\(ending)")
                return (try? ExternalProgram.sndfileConvert.run([source, coded])) != nil
            })
    }

    /// Whether a program has what it needs for files of a container and a coding.
    func covers(_ kind: ContainerKind, _ id: FormatID, for program: ExternalProgram) -> Bool {
        switch program {
        case .sox:
            return soxFormats.contains(id == .opus ? "opus" : kind.extensions[0])
        case .sndfileConvert:
            switch id {
            case .flac: return sndfileCodecs.contains("flac")
            case .mpegLayer3: return sndfileCodecs.contains("mp3")
            case .opus: return sndfileCodecs.contains("opus")
            default: return true
            }
        default:
            return demuxers.contains(Self.demuxer(kind)) && decoders.contains(Self.decoder(id))
        }
    }

    private static func demuxer(_ kind: ContainerKind) -> String {
        switch kind.extensions[0] {
        case "aiff", "aifc": "aiff"
        case "m4a", "m4b", "mp4", "3gp", "3g2": "mov"
        case let ending: ending
        }
    }

    private static func decoder(_ id: FormatID) -> String {
        switch id {
        case .mpeg4AAC: "aac"
        case .appleLossless: "alac"
        case .flac: "flac"
        case .mpegLayer3: "mp3"
        case .opus: "opus"
        case .appleIMA4: "adpcm_ima_qt"
        case .uLaw: "pcm_mulaw"
        case .aLaw: "pcm_alaw"
        default: "pcm_s16le"
        }
    }
}

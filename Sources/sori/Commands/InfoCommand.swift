import AudioFormats
import AudioModel
import Simulation

/// Says what files are.
package enum InfoCommand: Command {
    package static let syntax = CommandSyntax(
        name: "info", summary: "says what sound files are, and whether a system sound may be one",
        operands: .oneOrMore("FILE"),
        options: [OptionSyntax("--json", "prints JSON, an object a file")])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try run(arguments, console, inspect)
    }

    package static func run(
        _ arguments: Arguments, _ console: Console,
        _ inspect: (String) throws(ProgramError) -> FileInspection
    ) throws(ProgramError) -> ExitCode {
        var worst = ExitCode.done
        var isFirst = true
        for path in arguments.operands {
            do throws(ProgramError) {
                let file = try inspect(path)
                if arguments.has("--json") {
                    console.print(file.json.compactText + "\n")
                } else {
                    console.print((isFirst ? "" : "\n") + file.text)
                }
                isFirst = false
            } catch {
                worst = max(worst, Program.report(error, console))
            }
        }
        return worst
    }

    private static func inspect(_ path: String) throws(ProgramError) -> FileInspection {
        do throws(FormatError) {
            return try FileInspection(path: path)
        } catch {
            throw ProgramError(.badInput, error.description, in: path)
        }
    }
}

extension FileInspection {
    var json: JSONValue {
        func integer(_ value: (some BinaryInteger)?) -> JSONValue {
            value.map { .integer($0) } ?? .null
        }
        return .object([
            ("path", .string(path)),
            ("type", .string(type)),
            ("mimeType", .string(mimeType)),
            ("format", format?.json ?? .null),
            ("duration", duration.map { .decimal($0, places: 6) } ?? .null),
            ("packetCount", integer(packetCount)),
            ("frameCount", integer(frameCount)),
            ("packetSizeUpperBound", integer(packetSizeUpperBound)),
            ("maximumPacketSize", integer(maximumPacketSize)),
            ("dataOffset", integer(dataOffset)),
            ("audioDataByteCount", integer(audioDataByteCount)),
            ("magicCookieBytes", integer(magicCookieBytes)),
            ("variableBitRate", variableBitRate.map { .bool($0) } ?? .null),
            (
                "systemSound",
                .object([
                    ("accepted", .bool(systemSound.accepted)),
                    ("reason", .string(systemSound.reason)),
                ])
            ),
            ("tags", .object(uniqueTags.map { ($0.key, .string($0.value)) })),
            ("nameMismatch", .optional(nameMismatch)),
            ("limitation", .optional(limitation)),
        ])
    }

    /// A JSON object has each key once: values of one key are joined.
    private var uniqueTags: [(key: String, value: String)] {
        var unique: [(key: String, value: String)] = []
        for tag in tags {
            if let index = unique.firstIndex(where: { $0.key == tag.key }) {
                unique[index].value += "; " + tag.value
            } else {
                unique.append(tag)
            }
        }
        return unique
    }

    /// One aligned line a fact; nothing for what is not known.
    var text: String {
        var facts: [(name: String, value: String?)] = [
            ("type", "\(kind.name) (\(type)), \(mimeType)"),
            ("format", format.map { "\($0.codingName), \($0.words)" }),
            ("duration", duration.map { Numeral.fixed($0, places: 3) + " s" }),
            ("frames", frameCount.map(String.init)),
            ("packets", packetCount.map { "\($0)\(packetWords)" }),
            ("audio data", audioDataByteCount.map { "\($0) bytes" + offsetWords }),
            ("magic cookie", magicCookieBytes.map { "\($0) bytes" }),
            (
                "system sound",
                (systemSound.accepted ? "yes: " : "no: ") + systemSound.reason
            ),
            ("name", nameMismatch),
            ("cannot play", limitation),
        ]
        facts += tags.map { ("tag " + $0.key, $0.value) }
        let known = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
        let width = known.map { printable($0.0).count }.max() ?? 0
        return printable(path) + "\n"
            + known.map { "  \(printable($0.0).padded(to: width))  \(printable($0.1))\n" }.joined()
    }

    /// ` of 4 bytes`, `, at most 1065 bytes each, variable bit rate`.
    private var packetWords: String {
        guard variableBitRate == true else {
            return maximumPacketSize.map { " of " + Numeral.counted(Int($0), "byte") } ?? ""
        }
        return (maximumPacketSize.map { ", at most \($0) bytes each" } ?? "")
            + ", variable bit rate"
    }

    private var offsetWords: String { dataOffset.map { " from byte \($0) on" } ?? "" }
}

extension StreamFormat {
    fileprivate var json: JSONValue {
        .object([
            ("id", .string(id.rawValue.description)),
            ("sampleRate", .decimal(sampleRate, places: 6)),
            ("channels", .integer(channelCount)),
            ("bitsPerChannel", .integer(bitsPerChannel)),
            ("bytesPerPacket", .integer(bytesPerPacket)),
            ("framesPerPacket", .integer(framesPerPacket)),
            ("flags", .integer(flags.rawValue)),
        ])
    }

    fileprivate var words: String {
        let channels =
            switch channelCount {
            case 1: "mono"
            case 2: "stereo"
            default: "\(channelCount) channels"
            }
        return "\(Numeral.short(sampleRate, places: 3)) Hz, \(channels)"
    }
}

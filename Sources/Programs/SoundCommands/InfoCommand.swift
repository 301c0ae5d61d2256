import AudioCodecs
package import AudioFormats
import AudioModel
package import CommandLineTool
import SoundRuntime
import Terminal

/// Describes sound files.
package enum InfoCommand: Command {
    package static let syntax = CommandSyntax(
        name: "info", summary: "describes sound files, and the type of any other file",
        operands: .oneOrMore("FILE"),
        options: [
            OptionSyntax("--json", "prints JSON, one object per file"),
            OptionSyntax("--packets", "also lists the packets; a packet of linear PCM is a frame"),
            OptionSyntax("--from", value: "N", "begins the list with packet N, not with packet 0"),
            OptionSyntax("--count", value: "N", "lists at most N packets"),
        ],
        notes: [
            "In the list, 'byte' is the offset in the audio data, and 'first frame' the number of "
                + "decoded frames before the packet, priming included. In JSON it is the array "
                + "'packets'. It is printed as it is read, whatever the file's size.",
            "A file that ends early is described, a message says what is missing, and the exit "
                + "code is 3. Of several files of which some fail a last line says how many.",
            "FILE may be a FIFO, or - for standard input, which is read to its end and kept in a "
                + "temporary file meanwhile ($TMPDIR, /var/tmp); of what is no sound only the "
                + "first bytes.",
            "FILE may be an address, http or https: the format, the length, whether it is live or can "
                + "seek, the present title of a radio, and the variants of HTTP Live Streaming.",
            "The uniform type is the identifier that Apple's systems have for the type. Of a file "
                + "that is no sound the types alone are printed. They follow its first bytes, "
                + "its name, and the machine's shared MIME database.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        try describe(arguments, console, inspect)
    }

    package static func run(
        _ arguments: Arguments, _ console: Console,
        _ inspect: (String) throws(ProgramError) -> FileInspection
    ) throws(ProgramError) -> ExitCode {
        try describe(arguments, console) { path throws(ProgramError) in
            .sound(try inspect(path))
        }
    }

    private static func describe(
        _ arguments: Arguments, _ console: Console,
        _ inspect: (String) throws(ProgramError) -> InspectedFile
    ) throws(ProgramError) -> ExitCode {
        let packets = try PacketListing.wanted(arguments)
        var worst = ExitCode.done
        var isFirst = true
        var tally = ListTally(count: arguments.operands.count)
        for (index, path) in arguments.operands.enumerated() where !console.output.isClosed {
            do throws(ProgramError) {
                if let address = WebAddress(path) {
                    try describe(
                        address, packets, isJSON: arguments.has("--json"), &isFirst, console)
                    tally.end(index)
                    continue
                }
                let source = try InputFile(path) { false }
                let file = try inspected(source, path, inspect)
                if arguments.has("--json") {
                    try printJSON(file, source, packets, console)
                } else {
                    console.print((isFirst ? "" : "\n") + file.text)
                    isFirst = false
                    if case .sound = file {
                        try packets?.printText(of: source, after: "\n", console)
                    }
                }
                if case .sound(let sound) = file, let missing = sound.missingAudio {
                    worst = max(worst, console.report(shortageError(missing, in: path)))
                    tally.fail(index)
                }
                tally.end(index)
            } catch {
                worst = max(worst, console.report(error))
                tally.fail(index)
            }
        }
        if let words = tally.words { console.warn(words) }
        return worst
    }

    private static func describe(
        _ address: WebAddress, _ packets: PacketListing?, isJSON: Bool, _ isFirst: inout Bool,
        _ console: Console
    ) throws(ProgramError) {
        guard packets == nil else {
            throw ProgramError(
                .wrongUse, "--packets is for files", in: address.shown,
                advice: "write 'curl -sL ADDRESS | sori info --packets -'")
        }
        let found = try WebInspection(address) { false }
        guard !isJSON else { return console.print(found.json.compactText + "\n") }
        console.print((isFirst ? "" : "\n") + found.text)
        isFirst = false
    }

    /// Inspects a source, under the name that the user gave it.
    private static func inspected(
        _ source: InputFile, _ path: String,
        _ inspect: (String) throws(ProgramError) -> InspectedFile
    ) throws(ProgramError) -> InspectedFile {
        do throws(ProgramError) {
            let file = try inspect(source.path)
            return source.path == path ? file : file.named(path)
        } catch {
            guard error.place == source.path else { throw error }
            throw ProgramError(
                error.code, error.what, in: StreamPath.name(of: path), advice: error.advice)
        }
    }

    private static func printJSON(
        _ file: InspectedFile, _ source: InputFile, _ packets: PacketListing?,
        _ console: Console
    ) throws(ProgramError) {
        let object = file.json.compactText
        guard let packets, case .sound = file else {
            return console.print(object + "\n")
        }
        // The last member of the object, so that packets can be printed as they are read.
        console.print(object.dropLast() + ", \"packets\": [")
        // The object is complete even if the file ends early.
        defer { console.print("]}\n") }
        try packets.printJSON(of: source, console)
    }

    private static func inspect(_ path: String) throws(ProgramError) -> InspectedFile {
        let limits = SystemSoundLimits(
            SystemSoundSetting.ofProcess, names: SystemSoundSetting.namesOfProcess)
        return try readingInput(path) { () throws(FormatError) in
            try InspectedFile(path: path, limits: limits)
        }
    }
}

extension FileInspection {
    var json: JSONValue {
        // Closures within so long a literal would take the compiler seconds.
        func integer(_ value: (some BinaryInteger)?) -> JSONValue {
            value.map { .integer($0) } ?? .null
        }
        func decimal(_ value: Double?, places: Int) -> JSONValue {
            value.map { .decimal($0, places: places) } ?? .null
        }
        let isVariable: JSONValue = variableBitRate.map { .bool($0) } ?? .null
        let chunks: [JSONValue] = chunks.map { .string($0.description) }
        let tags: [(key: String, value: JSONValue)] = Self.unique(tags).map {
            ($0.key, .string($0.value))
        }
        return .object([
            ("path", .string(path)),
            ("type", .string(type)),
            ("mimeType", .string(mimeType)),
            ("uniformType", .string(uniformType)),
            ("format", format?.json ?? .null),
            ("duration", decimal(duration, places: 6)),
            ("packetCount", integer(packetCount)),
            ("frameCount", integer(frameCount)),
            ("packetSizeUpperBound", integer(packetSizeUpperBound)),
            ("maximumPacketSize", integer(maximumPacketSize)),
            ("dataOffset", integer(dataOffset)),
            ("audioDataByteCount", integer(audioDataByteCount)),
            ("endsEarly", .bool(missingAudio != nil)),
            ("magicCookieBytes", integer(magicCookieBytes)),
            ("variableBitRate", isVariable),
            (
                "systemSound",
                .object([
                    ("accepted", .bool(systemSound.accepted)),
                    ("reason", .string(systemSoundWords)),
                ])
            ),
            ("bitRate", decimal(bitRate, places: 3)),
            ("primingFrames", integer(packetTable?.primingFrames)),
            ("remainderFrames", integer(packetTable?.remainderFrames)),
            ("formatList", .array(formatList.map(\.json))),
            ("channelLayout", .optional(channelLayout)),
            ("chunks", .array(chunks)),
            ("tags", .object(tags)),
            ("pictures", .array(pictureObjects)),
            ("chapters", .array(chapterObjects)),
            ("laterParts", .array(laterPartObjects)),
            ("otherTags", .array(otherParts.map { .string($0) })),
            ("nameMismatch", .optional(nameMismatch)),
            ("limitation", .optional(limitation)),
        ])
    }

    private var pictureObjects: [JSONValue] {
        pictures.map { picture, byteCount in
            .object([
                ("kind", .string(picture.kindName)), ("mimeType", .string(picture.mimeType)),
                ("description", .string(picture.description)), ("bytes", .integer(byteCount)),
            ])
        }
    }

    private var chapterObjects: [JSONValue] {
        chapters.map { chapter in
            .object([
                ("start", .decimal(chapter.start, places: 3)), ("title", .string(chapter.title)),
                ("subtitle", .string(chapter.subtitle)), ("link", .string(chapter.link)),
                ("pictures", .integer(chapter.pictureCount)),
            ])
        }
    }

    private var laterPartObjects: [JSONValue] {
        laterParts.map { part in
            .object([
                ("start", .decimal(part.start, places: 3)),
                ("tags", .object(Self.unique(part.texts).map { ($0.key, .string($0.value)) })),
                ("otherPictures", .integer(part.pictureCount)),
            ])
        }
    }

    /// Lines for each later part, as for the first.
    private var laterPartFacts: [(name: String, value: String?)] {
        laterParts.flatMap { part in
            var facts = [
                ("part \(part.number)", "from \(Numeral.fixed(part.start, places: 3)) s on")
            ]
            facts += part.texts.map { ("tag " + $0.key, $0.value) }
            if part.pictureCount > 0 {
                facts.append(("pictures", Numeral.counted(part.pictureCount, "other picture")))
            }
            facts += part.chapters.map {
                ("chapter", "\(Numeral.fixed(part.start + $0.start, places: 3)) s  \($0.title)")
            }
            if !part.unread.isEmpty {
                facts.append(("other tags", part.unread.joined(separator: ", ")))
            }
            return facts
        }
    }

    private var systemSoundWords: String {
        guard SystemSoundSetting.ofProcess == .documented else { return systemSound.reason }
        return systemSound.reason(lenientWith: "\(SystemSoundSetting.variable)=lenient")
    }

    /// The tags with unique keys, as JSON demands: values of one key are joined.
    private static func unique(
        _ tags: [(key: String, value: String)]
    ) -> [(key: String, value: String)] {
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

    /// One aligned line per known fact.
    var text: String {
        var facts: [(name: String, value: String?)] = [
            ("type", "\(kind.name) (\(type)), \(mimeType)"),
            ("uniform type", uniformType),
            ("format", format.map { "\($0.codingName), \($0.words)" }),
        ]
        // The first format of the list is described already.
        facts += formatList.dropFirst().map { ("or", "\($0.codingName), \($0.words)") }
        facts += [
            ("channels", channelLayout),
            ("duration", duration.map { Numeral.fixed($0, places: 3) + " s" }),
            ("bit rate", bitRate.flatMap(Self.bitRateWords)),
            ("frames", frameCount.map { "\($0)\(trimmingWords)" }),
            ("packets", packetCount.map { "\($0)\(packetWords)" }),
            ("audio data", audioDataByteCount.map { "\($0) bytes" + offsetWords }),
            ("ends early", missingAudio?.words),
            (
                "unfinished",
                isRecovered
                    ? "its header says that it has no sound, and apps take it as empty; "
                        + "sori convert completes it" : nil
            ),
            ("magic cookie", magicCookieBytes.map { "\($0) bytes" }),
            ("parts", chunks.isEmpty ? nil : chunkWords),
            (
                "system sound",
                // What comes through a pipe has no name, by which such sounds are told.
                path == "-" ? nil : (systemSound.accepted ? "yes: " : "no: ") + systemSoundWords
            ),
            ("name", nameMismatch),
            ("cannot play", limitation),
        ]
        facts += tags.map { ("tag " + $0.key, $0.value) }
        facts += pictures.map { picture, byteCount in
            let words = [picture.kindName, picture.mimeType, "\(byteCount) bytes"]
            return (
                "picture",
                (words + [picture.description]).filter { !$0.isEmpty }
                    .joined(separator: ", ")
            )
        }
        facts += chapters.map { chapter in
            let pictures =
                chapter.pictureCount == 0 ? "" : Numeral.counted(chapter.pictureCount, "picture")
            let words = [chapter.title, chapter.subtitle, chapter.link, pictures]
            return (
                "chapter",
                "\(Numeral.fixed(chapter.start, places: 3)) s  "
                    + words.filter { !$0.isEmpty }.joined(separator: ", ")
            )
        }
        if !otherParts.isEmpty {
            facts.append(("other tags", otherParts.joined(separator: ", ")))
        }
        facts += laterPartFacts
        let known = facts.compactMap { fact in fact.value.map { (fact.name, $0) } }
        return factLines(under: StreamPath.name(of: path), known)
    }

    private static func bitRateWords(_ bitRate: Double) -> String? {
        guard bitRate > 0 else { return nil }
        return bitRate < 10_000_000
            ? Numeral.short(bitRate / 1000, places: 1) + " kbit/s"
            : Numeral.short(bitRate / 1_000_000, places: 2) + " Mbit/s"
    }

    /// A clause such as `, after 2112 of priming and before 960 of remainder`.
    private var trimmingWords: String {
        guard let packetTable else { return "" }
        var words: [String] = []
        if packetTable.primingFrames > 0 {
            words.append("after \(packetTable.primingFrames) of priming")
        }
        if packetTable.remainderFrames > 0 {
            words.append("before \(packetTable.remainderFrames) of remainder")
        }
        return words.isEmpty ? "" : ", " + words.joined(separator: " and ")
    }

    private var chunkWords: String {
        chunks.map { $0.description.trimmingEnd() }.joined(separator: " ")
    }

    /// Clauses such as ` of 4 bytes` or `, at most 1065 bytes each, variable bit rate`.
    private var packetWords: String {
        guard variableBitRate == true else {
            return maximumPacketSize.map { " of " + Numeral.counted(Int($0), "byte") } ?? ""
        }
        return (maximumPacketSize.map { ", at most \($0) bytes each" } ?? "")
            + ", variable bit rate"
    }

    private var offsetWords: String { dataOffset.map { " from byte \($0) on" } ?? "" }
}

/// Names of facts and their values in two columns, below a title.
func factLines(under title: String, _ facts: [(String, String)]) -> String {
    // A tag's long name sticks out instead of moving the whole column.
    let width = min(facts.map { printable($0.0).count }.max() ?? 0, 14)
    return printable(title) + "\n"
        + facts.map { name, value in
            let start = "  \(printable(name).padded(to: width))  "
            // A line that is too long continues below its beginning.
            return wrapped(
                start + printable(value), width: CommandSyntax.widthMax, indent: start.count
            ).joined(separator: "\n") + "\n"
        }.joined()
}

extension StreamFormat {
    var json: JSONValue {
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

    var words: String {
        let channels =
            switch channelCount {
            case 1: "mono"
            case 2: "stereo"
            default: "\(channelCount) channels"
            }
        return "\(Numeral.short(sampleRate, places: 3)) Hz, \(channels)"
    }
}

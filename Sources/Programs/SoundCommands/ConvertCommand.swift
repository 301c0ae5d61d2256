import AudioCodecs
import AudioModel
package import CommandLineTool
import Glibc
import Terminal

/// Converts a sound file.
package enum ConvertCommand: Command {
    package static let syntax = CommandSyntax(
        name: "convert", summary: "converts a sound file to another type or format",
        operands: .twoOrMore("IN", "OUT"),
        options: [
            OptionSyntax("--format", value: "F", RequestedFormat.words),
            OptionSyntax("--rate", value: "HZ", "the sample rate; the source's unless given"),
            OptionSyntax("--channels", value: "N", "channel count; default the source's"),
            OptionSyntax(
                "--bitrate", value: "B", "bits per second for AAC, Opus, MP3 (its nearest): 128k"),
            OptionSyntax(
                "--quality", value: "Q",
                "of sample rate conversion: min, low, medium, high, max (default) or 0 to 127"),
            OptionSyntax(
                "--container", value: "K",
                "the file type, when OUT's extension does not tell: "
                    + ConversionRequest.writtenKinds.map(\.rawValue).joined(separator: ", ")),
            OptionSyntax("--from", value: "T", "start of the part to convert: 83.5 or 1:23.5"),
            OptionSyntax("--to", value: "T", "end of the part to convert"),
            OptionSyntax("--gain", value: "DB", "makes it louder or quieter, -120 to 60 decibels"),
            OptionSyntax(
                "--normalise",
                "brings the highest sample to full scale (the peak, not the loudness)"),
            OptionSyntax(
                "--fade", value: "IN[,OUT]", "fades in and out for these times: 2 or 0.5,10"),
            OptionSyntax("--dither", "adds noise where bits are lost, even if it is not needed"),
            OptionSyntax("--no-dither", "adds no noise where bits are lost"),
            OptionSyntax(
                "--jobs", value: "N", "files of folders at a time, 1 to 256; default one per core"),
            OptionSyntax("--force", "replaces OUT if it exists"),
        ],
        notes: [
            "OUT's extension determines the file type. Without --format, .m4a gets AAC (Apple "
                + "Lossless if IN has it), .flac FLAC, .opus and .ogg Opus at 48000 Hz, .mp3 MP3, .caf "
                + "IN's format, and other types linear PCM with IN's bit depth, 16 bits if IN is "
                + "lossy. A whole Ogg file of another coding is copied to .ogg. FLAC and Apple Lossless have 16 or 24 bits.",
            "Packets are copied, not decoded, if nothing changes. Length, tags and channel layout "
                + "are kept; without a change of rate every frame is the same.",
            "Channels are reordered as OUT needs it. If OUT cannot hold one, channels are mixed, "
                + "or the layout is left out, and a message says so.",
            "Several INs become one OUT in which they follow each other sample for sample, with the "
                + "first one's format and tags. --from, --to, --gain, --normalise and --fade apply "
                + "to the whole of them: what is between --from and --to is brought to its level, "
                + "and faded in and out, in a straight line. With --normalise, --gain counts from "
                + "full scale: --normalise --gain -1. All of these decode the sound and code it again: nothing is lost of "
                + "lossless sound that is only cut or joined, and a little of what is coded with loss; --format alac "
                + "or flac loses nothing more. Texts "
                + "about the loudness (ReplayGain) are left out when the level changes. What is cut off at full scale is told.",
            "If OUT is a folder or ends with /, or an IN is a folder, every sound file becomes one "
                + "of its own in OUT, which is made if it is missing. The folders in an IN are kept. --container or "
                + "--format tells the type. A file that fails stops no other; the last line says how many "
                + "are done: 9 of 10 done, 1 failed. The exit code is that of the worst.",
            "IN may be - for standard input or a FIFO, which is read to its end and kept in a temporary file "
                + "meanwhile ($TMPDIR, /var/tmp), or an address, http or https. OUT may be - for standard "
                + "output, with --container; it gets the whole file when it is complete.",
            "OUT appears when it is complete. A terminal shows a progress bar. If IN ends early, "
                + "its frames are converted, a message says so, and the exit code is 3.",
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        EndSignals.listen()
        return try run(
            arguments, console,
            terminalWidth: isatty(STDERR_FILENO) == 1
                ? { RawTerminal.width(STDERR_FILENO) } : nil,
            shouldEnd: { EndSignals.hasCome })
    }

    /// - Parameters:
    ///   - terminalWidth: Columns of the terminal on standard error; `nil` if it is not a terminal.
    ///   - shouldEnd: Returns whether a signal asked for the end.
    package static func run(
        _ arguments: Arguments, _ console: Console, terminalWidth: (() -> Int)?,
        shouldEnd: @escaping @Sendable () -> Bool
    ) throws(ProgramError) -> ExitCode {
        let jobCount = try arguments.jobCount()
        if try ConversionList.isMeant(arguments) {
            let list = try ConversionList(arguments)
            return try ConversionBatch(
                list, jobCount: jobCount, terminalWidth: terminalWidth, shouldEnd: shouldEnd
            ).run(console)
        }
        guard !arguments.has("--jobs") else {
            throw arguments.wrongUse(
                "--jobs is for the files of folders",
                advice: "leave it out, or name a folder as OUT")
        }
        let request = try ConversionRequest(arguments)
        do throws(ProgramError) {
            return try convert(request, console, terminalWidth: terminalWidth, shouldEnd: shouldEnd)
        } catch {
            guard error.place == "-" else { throw error }
            throw ProgramError(
                error.code, error.what, in: StreamPath.outputName(of: "-"), advice: error.advice)
        }
    }

    private static func convert(
        _ request: ConversionRequest, _ console: Console, terminalWidth: (() -> Int)?,
        shouldEnd: @escaping @Sendable () -> Bool
    ) throws(ProgramError) -> ExitCode {
        var conversion = try FileConversion(request, isCancelled: shouldEnd)
        let name = StreamPath.outputName(of: request.output)
        for notice in conversion.notices { console.warn("\(printable(name)): \(notice)") }
        var bar = terminalWidth.map { ProgressBar(name, width: $0) }
        do throws(ProgramError) {
            while try conversion.step() {
                guard !shouldEnd() else {
                    throw ProgramError(
                        EndSignals.first?.exitCode ?? .stopped, "stopped", in: request.output,
                        advice: "nothing is made")
                }
                bar?.show(conversion, console)
            }
            try conversion.finish()
        } catch {
            conversion.discard()
            bar?.clear(console)
            throw error
        }
        bar?.finish(conversion, console)
        for notice in conversion.finalNotices { console.warn("\(printable(name)): \(notice)") }
        var worst = ExitCode.done
        for (missing, input) in conversion.shortages {
            worst = max(worst, console.report(shortageError(missing, in: input)))
        }
        return worst
    }
}

/// A progress bar on standard error, drawn at intervals.
private struct ProgressBar {
    private let name: String
    private let width: () -> Int
    private let start = ContinuousClock.now
    private var shownAt: ContinuousClock.Instant?

    init(_ name: String, width: @escaping () -> Int) {
        self.name = name
        self.width = width
    }

    private static let period = Duration.milliseconds(100)

    mutating func show(_ conversion: FileConversion, _ console: Console) {
        let now = ContinuousClock.now
        // The first piece is often the whole file.
        guard now - (shownAt ?? start) >= Self.period else { return }
        shownAt = now
        let line = progress(conversion, now).text(width: max(width() - 1, 0))
        console.errors.write("\r\u{1B}[K" + line)
    }

    func clear(_ console: Console) {
        if shownAt != nil { console.errors.write("\r\u{1B}[K") }
    }

    /// Replaces the bar by a line that describes the result.
    func finish(_ conversion: FileConversion, _ console: Console) {
        clear(console)
        let progress = progress(conversion, ContinuousClock.now)
        let way = conversion.plan.isCopy ? "packets copied" : "converted"
        console.warn(
            "\(printable(name)): \(conversion.plan.kind.name), "
                + "\(conversion.plan.format.codingName), "
                + "\(Numeral.short(conversion.plan.format.sampleRate, places: 3)) Hz, "
                + "\(way)\(progress.speed.map { " at \($0)" } ?? "")")
    }

    private func progress(
        _ conversion: FileConversion, _ now: ContinuousClock.Instant
    ) -> ConversionProgress {
        ConversionProgress(
            name: name, done: Double(conversion.framesDone) / conversion.sourceRate,
            duration: Double(conversion.frameCount) / conversion.sourceRate,
            elapsed: (now - start) / .seconds(1))
    }
}

import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool
import Foundation
import Simulation
import SoundCommands
import StoryCommands
import TestSupport
import Testing

/// Collects text.
final class KeptText: TextSink {
    private(set) var text = ""
    let hasFailed = false

    func write(_ text: String) { self.text += text }

    var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A console that collects its output.
struct TestConsole {
    let output = KeptText()
    let errors = KeptText()
    var console: Console { Console(output: output, errors: errors, isColored: false) }
}

/// Stories by path; other paths cannot be read.
struct ReadyStories: StoryReader {
    var reports: [String: StoryReport]

    /// The generations of each story, and what changes with one.
    var profiles = [PhoneProfile.ios17]
    var changes: (inout StoryReport, PhoneProfile) -> Void = { _, _ in }

    struct Story: ReadStory {
        var report: StoryReport
        var profiles: [PhoneProfile]
        var changes: (inout StoryReport, PhoneProfile) -> Void
        var storyCase: StoryCase { report.storyCase }

        func run(
            _ outputs: StoryOutputs, with profile: PhoneProfile
        ) throws(ProgramError) -> StoryReport {
            if let wav = outputs.wavPath { try writeFile("wav", to: wav) }
            var report = report
            if profiles.count > 1 { report.profile = profile }
            changes(&report, profile)
            return report
        }
    }

    func read(_ path: String) throws(ProgramError) -> [any ReadStory] {
        guard let report = reports[path] else {
            throw ProgramError(
                .badInput, "the scenario cannot be read", in: path, advice: "see above",
                details: ["\(path):3:10: a time was expected"],
                filePlaces: [
                    .init(path: path, line: 3, column: 10, message: "a time was expected")
                ])
        }
        return [Story(report: report, profiles: profiles, changes: changes)]
    }
}

/// A player with a position that changes only by `seek`.
final class StillPlayer: Player {
    var position: Double
    var duration: Double?
    var level: Float = 0.5
    var route = "loudspeaker"
    var isFinished = false
    var failure: ProgramError?
    var removedDevice: String?
    var hasDevice = true
    var volume = 1.0
    var isMuted = false
    var about = SoundAbout()
    var rateRefusal: String?
    private(set) var rate = 1.0
    /// What happens while it stops.
    var stopping: (StillPlayer) -> Void = { _ in }
    private(set) var calls: [String] = []

    init(position: Double = 0, duration: Double? = 12) {
        self.position = position
        self.duration = duration
    }

    func pause() { calls.append("pause") }
    func resume() {
        calls.append("resume")
        removedDevice = nil
    }
    func seek(to seconds: Double) {
        calls.append("seek \(seconds)")
        position = seconds
    }
    func setRate(_ rate: Double) {
        calls.append("rate \(rate)")
        self.rate = rate
    }
    func stop() {
        calls.append("stop")
        stopping(self)
        isFinished = true
    }
}

/// A story with one expectation, which holds or fails.
func story(_ title: String, holds: Bool = true) -> StoryReport {
    var report = StoryReport(title: title, path: "\(title).scenario", duration: .seconds(2))
    var lane = StreamLane(app: "App", name: "song", sound: "tone:440", kind: .player)
    lane.spans = [
        StreamSpan(
            from: .zero, to: .seconds(2),
            verdict: Verdict(state: .audible, factors: [GainFactor(.mediaVolume, 0.8)]), by: nil)
    ]
    report.streams = [lane]
    report.expectations = [
        ExpectationResult(
            line: 4, text: "at 1 App.song audible", isOK: holds, found: "audible at 1.000")
    ]
    return report
}

extension TemporaryFolder {
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: true)
    }

    /// Relative paths of all files in the folder, sorted.
    var files: [String] {
        (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? [])
            .filter { relative in
                var isFolder: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: path + "/" + relative, isDirectory: &isFolder)
                return exists && !isFolder.boolValue
            }.sorted()
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: file(name), encoding: .utf8)
    }

    func data(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Writes a 16-bit WAVE file of interleaved samples.
    func writeWAV(
        _ samples: [Float], rate: Double, channelCount: Int = 1, as name: String
    ) throws {
        let writer = try WAVFileWriter(
            path: file(name), sampleRate: rate, channelCount: channelCount, sampleFormat: .int16)
        try writer.write(samples, frameCount: samples.count / channelCount)
        try writer.close()
    }
}

/// `sori convert` on the files of a folder.
extension TemporaryFolder {
    func audioFile(_ name: String) throws -> AudioFileReader {
        try AudioFileReader(path: file(name))
    }

    /// Converts a file and expects no text on standard output.
    func runConvert(
        _ input: String, _ output: String, _ options: [String] = []
    ) throws -> (code: ExitCode, errors: String) {
        let test = TestConsole()
        let words = try arguments([file(input), file(output)] + options, ConvertCommand.syntax)
        let code = try ConvertCommand.run(
            words, test.console, terminalWidth: nil, shouldEnd: { false })
        #expect(test.output.text.isEmpty)
        return (code, test.errors.text)
    }

    /// - Returns: The text on standard error.
    @discardableResult
    func convert(_ input: String, _ output: String, _ options: String...) throws -> String {
        try runConvert(input, output, options).errors
    }

    func failure(_ input: String, _ output: String, _ options: String...) throws -> ProgramError {
        try #require(throws: ProgramError.self) { _ = try runConvert(input, output, options) }
    }

    /// Makes a 16-bit file.
    func makeAudioFile(
        _ name: String, _ kind: ContainerKind = .wav, channels: UInt32 = 2, samples: [Int16],
        sampleRate: Double = 44_100, _ describe: (AudioFileWriter) -> Void = { _ in }
    ) throws {
        let format = StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: [.signedInteger, .packed],
            bytesPerPacket: 2 * channels, framesPerPacket: 1, bytesPerFrame: 2 * channels,
            channelCount: channels, bitsPerChannel: 16)
        let writer = try AudioFileWriter(path: file(name), kind: kind, format: format)
        describe(writer)
        try samples.withUnsafeBytes { bytes in
            try writer.writePackets(
                startingAt: 0, count: samples.count / Int(channels), from: bytes)
        }
        try writer.close()
    }
}

func arguments(_ words: [String], _ syntax: CommandSyntax) throws -> Arguments {
    try Arguments(parsing: words, syntax)
}

import AudioModel
import Foundation
import RandomPhones
import Simulation
import SoundPolicy
import Synchronization

// Prints what the phone does, as hashes, to see that a change of the code changes none of it.

let usage = """
    usage: BehaviourDigest FOLDER [BASELINE]

    Plays every story below FOLDER and random phones 1 to 200, and prints one line for each:
    name, hash of the WAV, hash of the policy's responses, separated by tabs. Names and sentences
    do not enter the hashes. With BASELINE, an output of before, it prints only the lines that
    differ, and exits with 1 when there are any.

    """

let phoneSeeds: ClosedRange<UInt64> = 1...200

struct Digest: Equatable {
    var name: String
    var wav: String
    var trace: String

    init(name: String, wav: String, trace: String) {
        self.name = name
        self.wav = wav
        self.trace = trace
    }

    init?(line: Substring) {
        let fields = line.split(separator: "\t")
        guard fields.count == 3 else { return nil }
        (name, wav, trace) = (String(fields[0]), String(fields[1]), String(fields[2]))
    }

    var line: String { "\(name)\t\(wav)\t\(trace)" }
}

/// Every story below a folder, twins that are to fail excepted, by its path in that folder.
func storyNames(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".scenario") && !$0.hasSuffix(".fails.scenario") }.sorted()
}

func hash(ofFile path: String) throws -> String {
    FNV1aHash(try Data(contentsOf: URL(fileURLWithPath: path))).text
}

/// Collects the responses of one story; the server calls its observer on the thread that runs it.
final class Responses: Sendable {
    private struct Entry: Sendable {
        var time: HostTime
        var response: PolicyResponse
    }
    private let entries = Mutex<[Entry]>([])

    func append(_ time: HostTime, _ response: PolicyResponse) {
        entries.withLock { $0.append(Entry(time: time, response: response)) }
    }

    func hash(_ numbers: CaseNumbers) -> String {
        var trace = BehaviourTrace(numbers)
        for entry in entries.withLock({ $0 }) {
            trace.add(entry.response.effects, refusal: entry.response.refusal, at: entry.time)
        }
        return trace.hash.text
    }
}

/// Records the responses of a random phone.
final class ResponseRecorder: Checker {
    static var sentence: String { "" }
    var premiseCount = 0
    let responses = Responses()

    func check(_ step: Step) -> Finding? {
        let response = PolicyResponse(effects: step.effects, refusal: step.refusal)
        responses.append(step.now, response)
        return nil
    }
}

func digest(_ name: String, _ scenario: Scenario, _ wavPath: String, _ numbers: CaseNumbers) throws
    -> Digest
{
    let responses = Responses()
    var options = RunOptions()
    options.wavPath = wavPath
    options.observer = { time, _, response in responses.append(time, response) }
    _ = try runScenario(scenario, options: options)
    return Digest(name: name, wav: try hash(ofFile: wavPath), trace: responses.hash(numbers))
}

/// A phone's whole life by its responses, and the moments of a brief one by its sound.
func digest(ofPhone seed: UInt64, _ wavPath: String, _ numbers: CaseNumbers) throws -> Digest {
    let recorder = ResponseRecorder()
    _ = PhoneFuzzer().life(seed: seed, checkers: [recorder])
    let brief = PhoneFuzzer().life(seed: seed, isBrief: true, checkers: [])
    let story = PhoneStory(brief.log, brief.step.configuration)
    let scenario = try parseScenario(bytes: Array(story.text.utf8), path: "phone-\(seed)")
    let rendered = try digest("phone \(seed)", scenario, wavPath, numbers)
    var whole = FNV1aHash()
    for byte in (recorder.responses.hash(numbers) + rendered.trace).utf8 { whole.add(byte: byte) }
    return Digest(name: rendered.name, wav: rendered.wav, trace: whole.text)
}

/// The cases of a story, which may include other files.
func cases(ofFile path: String) throws -> [Scenario] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return try parseScenarios(bytes: Array(bytes), path: path) { path throws(IncludeError) in
        guard let included = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw IncludeError("cannot be read")
        }
        return Array(included)
    }
}

func run() throws -> Int32 {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, arguments.count <= 2, !folder.hasPrefix("-") else {
        print(usage, terminator: "")
        return arguments.first == "--help" ? 0 : 2
    }
    var baseline: [Digest] = []
    if arguments.count == 2, let path = arguments.last {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        baseline = text.split(separator: "\n").compactMap { Digest(line: $0) }
    }
    let known = Set(baseline.map(\.name))
    let found = storyNames(in: folder)
    // The baseline's first: cases are numbered in the order in which they appear.
    let names = found.filter(known.contains) + found.filter { !known.contains($0) }
    let wavPath = FileManager.default.temporaryDirectory
        .appendingPathComponent("BehaviourDigest-\(getpid()).wav").path
    defer { try? FileManager.default.removeItem(atPath: wavPath) }
    let numbers = CaseNumbers()
    var digests: [Digest] = []
    for seed in phoneSeeds { digests.append(try digest(ofPhone: seed, wavPath, numbers)) }
    for name in names {
        for scenario in try cases(ofFile: folder + "/" + name) {
            let name = scenario.storyCase.title(name)
            digests.append(try digest(name, scenario, wavPath, numbers))
        }
    }
    guard arguments.count == 2 else {
        for digest in digests { print(digest.line) }
        return 0
    }
    return report(digests, against: baseline)
}

func report(_ digests: [Digest], against baseline: [Digest]) -> Int32 {
    let before = Dictionary(uniqueKeysWithValues: baseline.map { ($0.name, $0) })
    let after = Set(digests.map(\.name))
    var differences: [String] = []
    for digest in digests {
        switch before[digest.name] {
        case nil: differences.append("new       \(digest.name)")
        case let old? where old.wav != digest.wav && old.trace != digest.trace:
            differences.append("both      \(digest.name)")
        case let old? where old.wav != digest.wav: differences.append("sound     \(digest.name)")
        case let old? where old.trace != digest.trace:
            differences.append("responses \(digest.name)")
        default: break
        }
    }
    for old in baseline where !after.contains(old.name) {
        differences.append("missing   \(old.name)")
    }
    for difference in differences { print(difference) }
    print("\(digests.count) digests, \(differences.count) differences")
    return differences.isEmpty ? 0 : 1
}

do {
    exit(try run())
} catch {
    FileHandle.standardError.write(Data("BehaviourDigest: \(error)\n".utf8))
    exit(1)
}

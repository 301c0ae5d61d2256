import AudioFormats
import AudioModel
import SoundMixer

/// A sound of a story, ready to be started any number of times.
package enum StorySound {
    /// Held in memory, decoded once.
    case buffer(SoundBuffer)
    /// Made or read while it plays: endless, or too long to hold.
    case stream(@Sendable () throws(FormatError) -> any SampleGenerator, isEndless: Bool)
}

extension SoundSpec {
    /// For people: as in the scenario, but a path without quotes.
    var plainText: String {
        if case .file(let path) = self { path } else { description }
    }
}

/// Why a story's sound cannot be used; found before anything runs.
public struct StorySoundError: Error, CustomStringConvertible {
    public var path: String
    public var line: Int
    public var column: Int
    public var message: String

    public var description: String { "\(path):\(line):\(column): \(message)" }
}

/// Opens and keeps the sounds of one story.
package final class StorySounds {
    /// Longer sounds are streamed.
    static let bufferSecondsMax = 60.0

    private let folder: String
    private var files: [String: StorySound] = [:]
    /// What was measured; see `largestStep(of:from:seed:rate:loops:)`.
    var largestSteps: [MeasuredSound: Float] = [:]

    /// - Parameter scenarioPath: Files are found from its folder.
    package init(scenarioPath: String) {
        folder = scenarioPath.lastIndex(of: "/").map { String(scenarioPath[...$0]) } ?? ""
    }

    /// - Parameter seed: The stream's full name, for noise.
    package func sound(for spec: SoundSpec, seed: String) throws(FormatError) -> StorySound {
        switch spec {
        case .file(let path): return try file(path)
        case .tone(let hertz, let seconds):
            let count = seconds.map { GeneratedSound.frameCount(seconds: $0) }
            return made(ToneGenerator(hertz: hertz, frameCount: count), frameCount: count)
        case .noise(let seconds):
            let count = seconds.map { GeneratedSound.frameCount(seconds: $0) }
            return made(NoiseGenerator(seed: seed, frameCount: count), frameCount: count)
        case .silence(let seconds):
            let count = GeneratedSound.frameCount(seconds: seconds)
            return made(SilenceGenerator(frameCount: count), frameCount: count)
        }
    }

    /// Why System Sound Services would not take the sound; `nil` when it would.
    func systemSoundProblem(of spec: SoundSpec) throws(FormatError) -> String? {
        switch spec {
        case .file(let path):
            let verdict = systemSoundVerdict(
                of: try AudioFileReader(path: resolved(path)), limits: .documented)
            return verdict.accepted ? nil : verdict.reason
        case .tone(_, let seconds), .noise(let seconds):
            guard let seconds else { return "a system sound has an end: write its length" }
            return StorySounds.lengthProblem(seconds)
        case .silence(let seconds): return StorySounds.lengthProblem(seconds)
        }
    }

    private static func lengthProblem(_ seconds: Double) -> String? {
        seconds <= 30 ? nil : "a system sound lasts at most 30 s; this one lasts \(seconds) s"
    }

    private func resolved(_ path: String) -> String {
        path.hasPrefix("/") ? path : folder + path
    }

    private func file(_ path: String) throws(FormatError) -> StorySound {
        if let known = files[path] { return known }
        let reader = try AudioFileReader(path: resolved(path))
        let seconds = Double(reader.frameCount) / reader.format.sampleRate
        let sound: StorySound
        if seconds <= StorySounds.bufferSecondsMax {
            sound = .buffer(try decodeSound(reader))
        } else {
            _ = try FileGenerator(reader)  // Says now what it could not say while it plays.
            sound = .stream(
                { () throws(FormatError) in try FileGenerator(reader) }, isEndless: false)
        }
        files[path] = sound
        return sound
    }

    private func made(_ generator: some SampleGenerator & Sendable, frameCount: Int?) -> StorySound
    {
        let isShort = frameCount.map {
            Double($0) <= StorySounds.bufferSecondsMax * GeneratedSound.sampleRate
        }
        guard let frameCount, isShort == true else {
            return .stream({ () throws(FormatError) in generator }, isEndless: frameCount == nil)
        }
        return .buffer(
            SoundBuffer(
                frameCount: frameCount, channelCount: 1, sampleRate: GeneratedSound.sampleRate
            ) { samples in
                var generator = generator
                guard let start = samples.baseAddress else { return }
                var done = 0
                while done < frameCount {
                    let count = generator.generate(
                        into: start + done, frameCount: frameCount - done)
                    if count == 0 { break }
                    done += count
                }
            })
    }
}

/// Frames of a long file as it is read. A file that fails midway ends there.
struct FileGenerator: SampleGenerator {
    /// More channels than two are folded.
    let channelCount: Int
    let sampleRate: Double

    private let reader: FrameReader
    private let fold: StereoFold
    private var unfolded: [Float] = []

    init(_ file: AudioFileReader) throws(FormatError) {
        reader = try FrameReader(file)
        channelCount = min(reader.channelCount, 2)
        sampleRate = file.format.sampleRate
        fold = StereoFold(channelCount: reader.channelCount, layout: file.channelLayout)
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        guard reader.channelCount > 2 else {
            return (try? reader.read(into: samples, frameCount: frameCount)) ?? 0
        }
        let sampleCount = frameCount * reader.channelCount
        if unfolded.count < sampleCount { unfolded = Array(repeating: 0, count: sampleCount) }
        return unfolded.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                let count = try? reader.read(into: start, frameCount: frameCount)
            else { return 0 }
            fold.fold(UnsafePointer(start), frameCount: count, into: samples)
            return count
        }
    }
}

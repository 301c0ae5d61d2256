package import AudioCodecs
import AudioFormats
package import AudioModel
import ChannelLayouts
package import ScenarioLanguage
import SoundMixer
import Synchronization

/// A sound of a scenario, ready to be started any number of times.
package enum StorySound {
    /// Held in memory, decoded once.
    case buffer(SoundBuffer)
    /// Generated or read during playback: endless, or too long to hold.
    case stream(@Sendable () throws(FormatError) -> any SampleGenerator, isEndless: Bool)
}

extension SoundSpec {
    /// The sound as in the scenario, with a path without quotes.
    var plainText: String {
        switch self {
        case .file(let path): path
        case .address(let url): url
        case .tone, .noise, .silence: description
        }
    }
}

/// The reason why a story's sound cannot be used, found before the run.
public struct StorySoundError: Error, CustomStringConvertible {
    /// The scenario's path, as given to the parser.
    public var path: String
    /// The line that names the sound, from 1.
    public var line: Int
    /// The column at which the sound is named, from 1.
    public var column: Int
    /// What is wrong with the sound.
    public var message: String

    public var description: String { "\(path):\(line):\(column): \(message)" }
}

/// Opens and caches the sounds of one story.
package final class StorySounds {
    /// Longest sound that is held in memory; longer ones are streamed.
    static let bufferSecondsMax = 60.0

    private let folder: String
    private var files: [String: StorySound] = [:]
    /// Errors of files that are read during playback.
    let readErrors = SoundReadErrors()
    /// The sounds that servers have, by their addresses.
    var servedSounds: [String: SoundSpec] = [:]
    /// Cached measurements; see `largestStep(of:seed:)`.
    var largestSteps: [MeasuredSound: Float] = [:]

    /// - Parameter scenarioPath: The scenario's path; sound files are relative to its folder.
    package init(scenarioPath: String) {
        folder = scenarioPath.lastIndex(of: "/").map { String(scenarioPath[...$0]) } ?? ""
    }

    /// Opens a sound, or returns the cached one.
    ///
    /// - Parameter seed: The stream's full name, which seeds noise.
    package func sound(for spec: SoundSpec, seed: String) throws(FormatError) -> StorySound {
        switch spec {
        case .file(let path): return try file(path)
        // An `AVPlayer` has the sound, when it has arrived.
        case .address: return sound(SilenceGenerator(frameCount: 1), frameCount: 1)
        case .tone(let hertz, let seconds):
            let count = seconds.map { GeneratedSound.frameCount(seconds: $0) }
            return sound(ToneGenerator(hertz: hertz, frameCount: count), frameCount: count)
        case .noise(let seconds):
            let count = seconds.map { GeneratedSound.frameCount(seconds: $0) }
            return sound(NoiseGenerator(seed: seed, frameCount: count), frameCount: count)
        case .silence(let seconds):
            let count = GeneratedSound.frameCount(seconds: seconds)
            return sound(SilenceGenerator(frameCount: count), frameCount: count)
        }
    }

    /// The reason why System Sound Services refuses the sound; `nil` if it accepts it.
    func systemSoundRefusal(
        of spec: SoundSpec, on phone: PhoneSetup
    ) throws(FormatError) -> String? {
        switch spec {
        case .file(let path):
            let limits = SystemSoundLimits(phone.systemSounds, names: phone.systemSoundNames)
            let verdict = try systemSoundVerdict(
                of: try AudioFileReader(path: resolved(path)), named: path, limits: limits)
            if verdict.accepted { return nil }
            return phone.systemSounds == .lenient
                ? verdict.reason
                : verdict.reason(lenientWith: "the header 'phone system-sounds lenient'")
        case .tone(_, let seconds), .noise(let seconds):
            guard let seconds else { return "a system sound has an end: write its length" }
            return StorySounds.lengthRefusal(seconds)
        case .silence(let seconds): return StorySounds.lengthRefusal(seconds)
        case .address: return "a system sound is a file of the phone"
        }
    }

    private static func lengthRefusal(_ seconds: Double) -> String? {
        seconds <= 30 ? nil : "a system sound lasts at most 30 s; this one lasts \(seconds) s"
    }

    /// The path of a sound file from the working directory.
    func resolved(_ path: String) -> String {
        path.hasPrefix("/") ? path : folder + path
    }

    private func file(_ path: String) throws(FormatError) -> StorySound {
        if let known = files[path] { return known }
        let reader = try AudioFileReader(path: resolved(path))
        let seconds = Double(try reader.frameCount()) / reader.format.sampleRate
        let sound: StorySound
        if seconds <= StorySounds.bufferSecondsMax {
            sound = .buffer(try decodeSound(reader))
        } else {
            _ = try FileGenerator(reader)  // Fails now, not during playback.
            sound = .stream(
                { [readErrors] () throws(FormatError) in
                    do throws(FormatError) {
                        return try FileGenerator(reader) { readErrors.add($0, of: path) }
                    } catch {
                        readErrors.add(error, of: path)
                        throw error
                    }
                }, isEndless: false)
        }
        files[path] = sound
        return sound
    }

    /// - Parameter frameCount: `nil` for an endless sound.
    private func sound(
        _ generator: some SampleGenerator & Sendable, frameCount: Int?
    ) -> StorySound {
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

/// Errors of the files that a story reads during playback. Thread-safe.
final class SoundReadErrors: Sendable {
    typealias Failure = (path: String, error: FormatError)

    private let failures = Mutex<[Failure]>([])

    /// Adds an error, unless the same file has one already.
    func add(_ error: FormatError, of path: String) {
        failures.withLock { failures in
            guard !failures.contains(where: { $0.path == path }) else { return }
            failures.append((path, error))
        }
    }

    /// Returns the errors since the last call.
    func take() -> [Failure] {
        failures.withLock { failures in
            defer { failures = [] }
            return failures
        }
    }
}

/// Frames of a long file, read as they are needed; a read error is reported and ends the sound.
struct FileGenerator: SampleGenerator {
    /// Channels, at most two: more are downmixed.
    let channelCount: Int
    let sampleRate: Double

    private let reader: FrameReader
    private let downmix: StereoDownmix
    /// Frames with more than two channels, before the downmix.
    private var multichannel: [Float] = []
    private let onError: @Sendable (FormatError) -> Void

    init(
        _ file: AudioFileReader, onError: @escaping @Sendable (FormatError) -> Void = { _ in }
    ) throws(FormatError) {
        self.onError = onError
        reader = try FrameReader(file)
        channelCount = min(reader.channelCount, 2)
        sampleRate = file.format.sampleRate
        downmix = StereoDownmix(channelCount: reader.channelCount, layout: file.channelLayout)
    }

    mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int) -> Int {
        do throws(FormatError) { return try read(into: samples, frameCount: frameCount) } catch {
            onError(error)
            return 0
        }
    }

    private mutating func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        guard reader.channelCount > 2 else {
            return try reader.read(into: samples, frameCount: frameCount)
        }
        let sampleCount = frameCount * reader.channelCount
        if multichannel.count < sampleCount {
            multichannel = Array(repeating: 0, count: sampleCount)
        }
        return try multichannel.withUnsafeMutableBufferPointer { buffer throws(FormatError) in
            guard let start = buffer.baseAddress else { return 0 }
            let count = try reader.read(into: start, frameCount: frameCount)
            downmix.apply(UnsafePointer(start), frameCount: count, into: samples)
            return count
        }
    }
}

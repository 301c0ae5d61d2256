import AVFoundation
import AudioModel
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

/// A phone at full volume with one app. What is heard equals the samples of the app's players.
@MainActor
final class MediaStage {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let folder: TemporaryFolder
    let log = Log()
    private var tokens: [any NSObjectProtocol] = []
    private var observations: [NSKeyValueObservation] = []

    /// - Parameter finding: Receives findings of the phone; each is an issue without it.
    init(backgroundModes: [String] = []) throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Player", backgroundModes: backgroundModes)
        folder = try TemporaryFolder()
    }

    /// The phone's sample rate.
    static let outputRate = 48_000.0

    // MARK: Files

    /// A WAVE file of a sine of half the full scale, of 16-bit samples.
    func sine(
        _ hertz: Double = 440, seconds: Double = 5, rate: Int = 48_000, name: String = "sine.wav"
    ) throws -> URL {
        let samples = (0..<Int((seconds * Double(rate)).rounded())).map { frame in
            let angle = 2 * Double.pi * hertz * Double(frame) / Double(rate)
            return Int16((16_384 * sin(angle)).rounded())
        }
        return try wave(samples, rate: rate, name: name)
    }

    /// A WAVE file of 16-bit samples of one channel.
    func wave(_ samples: [Int16], rate: Int = 48_000, name: String) throws -> URL {
        let data = samples.flatMap { littleEndian($0) }
        let format =
            littleEndian(UInt16(1)) + littleEndian(UInt16(1)) + littleEndian(UInt32(rate))
            + littleEndian(UInt32(rate * 2)) + littleEndian(UInt16(2)) + littleEndian(UInt16(16))
        let chunks =
            ascii("fmt ") + littleEndian(UInt32(16)) + format + ascii("data")
            + littleEndian(UInt32(data.count)) + data
        let bytes = ascii("RIFF") + littleEndian(UInt32(4 + chunks.count)) + ascii("WAVE") + chunks
        return try file(bytes, name: name)
    }

    func file(_ bytes: [UInt8], name: String) throws -> URL {
        let url = URL(fileURLWithPath: folder.file(name))
        try Data(bytes).write(to: url)
        return url
    }

    // MARK: Players

    func item(_ url: URL) -> AVPlayerItem { app.run { AVPlayerItem(url: url) } }

    /// A player of a file that is ready.
    func player(_ url: URL) -> AVPlayer {
        let player = app.run { AVPlayer(url: url) }
        pass(20)
        #expect(player.status == .readyToPlay)
        return player
    }

    /// Notes what a handler does in the log, while the stage is there.
    func keep(_ observation: NSKeyValueObservation) { observations.append(observation) }

    /// Notes each notification of an object in the log, by a word.
    func note(
        _ name: Notification.Name, of object: AnyObject?, as word: String,
        _ details: @escaping @Sendable (Notification) -> String = { _ in "" }
    ) {
        let token = app.run { [log] in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                log.add(word + details($0))
            }
        }
        tokens.append(token)
    }

    // MARK: Time and sound

    func pass(_ milliseconds: Int) { phone.advance(by: .milliseconds(milliseconds)) }

    /// The left channel of what was heard from the app, between two times of the phone in seconds.
    func heard(_ start: Double, _ end: Double) -> [Float] {
        let samples = phone.heard(from: app, during: .seconds(start)..<Duration.seconds(end))
            .samples
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    /// The frequency of what was heard, in hertz; `nil` for silence.
    func frequency(_ start: Double, _ end: Double) -> Double? {
        phone.heard(from: app, during: .seconds(start)..<Duration.seconds(end)).frequency
    }

    /// The phone's time in seconds.
    var now: Double { phone.now / .seconds(1) }
}

/// Lines that handlers have written.
final class Log: Sendable {
    private let state = Mutex<[String]>([])

    func add(_ line: String) { state.withLock { $0.append(line) } }
    var lines: [String] { state.withLock { $0 } }
    func clear() { state.withLock { $0 = [] } }
}

/// How far samples are from a sine of one frequency, at most: 0 for one without a gap or a jump.
func largestBreak(_ samples: [Float], hertz: Double, rate: Double = 48_000) -> Float {
    guard samples.count > 2 else { return 0 }
    let factor = Float(2 * cos(2 * Double.pi * hertz / rate))
    return (1..<samples.count - 1).reduce(0) { largest, frame in
        max(largest, abs(samples[frame - 1] + samples[frame + 1] - factor * samples[frame]))
    }
}

/// The greatest amplitude.
func peak(_ samples: [Float]) -> Float { samples.reduce(0) { max($0, abs($1)) } }

extension AVPlayer.TimeControlStatus {
    var word: String {
        switch self {
        case .paused: "paused"
        case .waitingToPlayAtSpecifiedRate: "waiting"
        case .playing: "playing"
        }
    }
}

extension AVPlayerItem.Status {
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .readyToPlay: "ready"
        case .failed: "failed"
        }
    }
}

extension AVPlayer.Status {
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .readyToPlay: "ready"
        case .failed: "failed"
        }
    }
}

extension MediaStage {
    /// A file of AAC in MP4 with a sine of 440 Hz at 44.1 kHz.
    func aac(seconds: Double) throws -> URL { try aac(seconds, "sine.m4a") }

    /// The same in ADTS.
    func adts(seconds: Double) throws -> URL { try aac(seconds, "sine.aac") }

    private func aac(_ seconds: Double, _ name: String) throws -> URL {
        let url = URL(fileURLWithPath: folder.file(name))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100.0,
            AVNumberOfChannelsKey: 1, AVEncoderBitRateKey: 128_000,
        ]
        let file = try AVAudioFile(forWriting: url, settings: settings)
        let frames = AVAudioFrameCount(seconds * 44_100)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
        buffer.frameLength = frames
        let samples = try #require(buffer.floatChannelData)[0]
        for frame in 0..<Int(frames) {
            samples[frame] = Float(0.5 * sin(2 * Double.pi * 440 * Double(frame) / 44_100))
        }
        try file.write(from: buffer)
        return url
    }
}

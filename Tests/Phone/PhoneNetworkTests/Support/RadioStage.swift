import AVFoundation
import Foundation
import Simulation
import Synchronization
import TestSupport
import Testing

/// A phone at full volume, an app with a player, and what it has told.
@MainActor
final class RadioStage {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let log = Log()
    private var tokens: [any NSObjectProtocol] = []
    private var observations: [NSKeyValueObservation] = []

    init() {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Radio", backgroundModes: ["audio"])
    }

    // MARK: What servers have

    static let url = URL(string: "http://radio.example/song")!

    /// A WAVE file of 16-bit samples: 32,000 bytes a second at 16 kHz, with a sine of 440 Hz.
    static func wave(seconds: Int) -> Data {
        var data = Data()
        func add(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        let count = seconds * 16_000
        data.append(contentsOf: "RIFF".utf8)
        add(UInt32(36 + 2 * count))
        data.append(contentsOf: "WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(1))
        add(UInt32(16_000))
        add(UInt32(32_000))
        add(UInt16(2))
        add(UInt16(16))
        data.append(contentsOf: "data".utf8)
        add(UInt32(2 * count))
        for frame in 0..<count {
            add(Int16(16_384 * sin(Double(frame) * 440 * 2 * .pi / 16_000)))
        }
        return data
    }

    /// Bytes of such a file that last a second.
    static let bytesPerSecond = 32_000

    /// An ADTS file with a sine of 440 Hz.
    static func adts(seconds: Double, rate: Double = 44_100) throws -> Data {
        let folder = try TemporaryFolder()
        let url = URL(fileURLWithPath: folder.file("sine.aac"))
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate,
            AVNumberOfChannelsKey: 1, AVEncoderBitRateKey: 96_000,
        ]
        do {
            let file = try AVAudioFile(forWriting: url, settings: settings)
            let frames = AVAudioFrameCount(seconds * rate)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
            buffer.frameLength = frames
            let samples = try #require(buffer.floatChannelData)[0]
            for frame in 0..<Int(frames) {
                samples[frame] = Float(0.5 * sin(2 * Double.pi * 440 * Double(frame) / rate))
            }
            try file.write(from: buffer)
        }
        return try Data(contentsOf: url)
    }

    // MARK: Players

    /// A player of an address, and what becomes of it in the log.
    func player(_ url: URL = RadioStage.url, waits: Bool = true) -> AVPlayer {
        let player = app.run {
            let player = AVPlayer(url: url)
            player.automaticallyWaitsToMinimizeStalling = waits
            return player
        }
        watch(player)
        return player
    }

    private func watch(_ player: AVPlayer) {
        observations.append(
            player.observe(\.timeControlStatus) { [log, phone = Clock(phone)] player, _ in
                log.add(player.timeControlStatus.word, at: phone.now)
            })
        observations.append(
            player.observe(\.reasonForWaitingToPlay) { [log, phone = Clock(phone)] player, _ in
                if let reason = player.reasonForWaitingToPlay {
                    log.add(reason.word, at: phone.now)
                }
            })
        note(AVPlayerItem.playbackStalledNotification, player.currentItem, "stalled")
        note(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem, "end")
        note(AVPlayerItem.timeJumpedNotification, player.currentItem, "jumped")
        note(AVPlayerItem.failedToPlayToEndTimeNotification, player.currentItem, "broke off ") {
            let error = $0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
            return "\(error?.code ?? 0)"
        }
        note(AVPlayer.rateDidChangeNotification, player, "rate ") {
            let reason = $0.userInfo?[AVPlayer.rateDidChangeReasonKey]
            return (reason as? AVPlayer.RateDidChangeReason)?.rawValue
                .replacing("AVPlayerRateDidChangeReason", with: "") ?? "-"
        }
    }

    private func note(
        _ name: Notification.Name, _ object: AnyObject?, _ word: String,
        _ details: @escaping @Sendable (Notification) -> String = { _ in "" }
    ) {
        let clock = Clock(phone)
        let token = app.run { [log] in
            NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                log.add(word + details($0), at: clock.now)
            }
        }
        tokens.append(token)
    }

    // MARK: Time and sound

    func pass(_ seconds: Double) { phone.advance(by: .seconds(seconds)) }

    /// The left channel of what was heard, between two times in seconds.
    func heard(_ start: Double, _ end: Double) -> [Float] {
        let samples = phone.heard(from: app, during: .seconds(start)..<Duration.seconds(end))
            .samples
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }

    func peak(_ start: Double, _ end: Double) -> Float {
        heard(start, end).reduce(0) { max($0, abs($1)) }
    }

    /// Whether a sine of a frequency goes on without a gap or a jump.
    func isWhole(_ start: Double, _ end: Double, hertz: Double = 440) -> Bool {
        let samples = heard(start, end)
        let factor = Float(2 * cos(2 * Double.pi * hertz / 48_000))
        let largest = (1..<max(samples.count - 1, 1)).reduce(Float(0)) { largest, frame in
            max(largest, abs(samples[frame - 1] + samples[frame + 1] - factor * samples[frame]))
        }
        return largest < 0.01 && peak(start, end) > 0.3
    }
}

/// The time of a phone for handlers, in seconds.
///
/// Ownership: the phone's thread, on which handlers run.
private final class Clock: @unchecked Sendable {
    private weak var phone: SimulatedPhone?

    @MainActor init(_ phone: SimulatedPhone) { self.phone = phone }

    var now: Double {
        MainActor.assumeIsolated { phone.map { $0.now / .seconds(1) } ?? 0 }
    }
}

/// What has been told, with its times in seconds.
final class Log: Sendable {
    private let state = Mutex<[(word: String, time: Double)]>([])

    func add(_ word: String, at time: Double) { state.withLock { $0.append((word, time)) } }

    var words: [String] { state.withLock { $0.map(\.word) } }

    /// The times of a word.
    func times(of word: String) -> [Double] {
        state.withLock { $0.filter { $0.word == word }.map(\.time) }
    }

    func clear() { state.withLock { $0 = [] } }
}

extension AVPlayer.TimeControlStatus {
    var word: String {
        switch self {
        case .paused: "paused"
        case .waitingToPlayAtSpecifiedRate: "waiting"
        case .playing: "playing"
        }
    }
}

extension AVPlayer.WaitingReason {
    var word: String {
        switch self {
        case .toMinimizeStalls: "to minimize stalls"
        case .evaluatingBufferingRate: "evaluating"
        case .noItemToPlay: "no item"
        default: rawValue
        }
    }
}

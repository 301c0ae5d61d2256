import AVFAudio
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

/// A phone at full volume with one app. What is heard equals the samples of the app's players.
@MainActor
final class PlayerStage {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let folder: TemporaryFolder

    init(
        backgroundModes: [String] = [], _ change: (inout SimulatedPhone.Settings) -> Void = { _ in }
    ) throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        change(&settings)
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Player", backgroundModes: backgroundModes)
        folder = try TemporaryFolder()
    }

    // MARK: Files

    /// A WAVE file of 16-bit samples, interleaved.
    func wave(
        _ samples: [Int16], channels: Int = 1, rate: Int = 48_000, name: String = "sound.wav"
    ) throws -> URL {
        let url = URL(fileURLWithPath: folder.file(name))
        try Data(waveBytes(samples, channels: channels, rate: rate)).write(to: url)
        return url
    }

    func player(
        _ samples: [Int16], channels: Int = 1, rate: Int = 48_000
    ) throws -> AVAudioPlayer {
        let data = Data(waveBytes(samples, channels: channels, rate: rate))
        return try app.run { try AVAudioPlayer(data: data) }
    }

    /// A player of noise.
    func player(seconds: Double, rate: Int = 48_000) throws -> AVAudioPlayer {
        try player(noise(Int(seconds * Double(rate))), rate: rate)
    }

    // MARK: Time and sound

    func pass(_ milliseconds: Int) { phone.advance(by: .milliseconds(milliseconds)) }

    /// The left channel of what was heard from the app.
    func heard(from start: Duration, for duration: Duration) -> [Float] {
        let samples = phone.heard(from: app, during: start..<start + duration).samples
        return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    }
}

/// Noise without a silent sample, the same each time.
func noise(_ count: Int, seed: UInt64 = 1) -> [Int16] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next() >> 48) | 1 }
}

/// A constant level.
func level(_ value: Int16, _ count: Int) -> [Int16] { Array(repeating: value, count: count) }

func floats(_ samples: some Sequence<Int16>) -> [Float] { samples.map { Float($0) / 32_768 } }

func waveBytes(_ samples: [Int16], channels: Int = 1, rate: Int = 48_000) -> [UInt8] {
    let data = samples.flatMap { littleEndian($0) }
    let format =
        littleEndian(UInt16(1)) + littleEndian(UInt16(channels)) + littleEndian(UInt32(rate))
        + littleEndian(UInt32(rate * 2 * channels)) + littleEndian(UInt16(2 * channels))
        + littleEndian(UInt16(16))
    let chunks =
        ascii("fmt ") + littleEndian(UInt32(16)) + format + ascii("data")
        + littleEndian(UInt32(data.count)) + data
    return ascii("RIFF") + littleEndian(UInt32(4 + chunks.count)) + ascii("WAVE") + chunks
}

/// A delegate that notes its calls.
final class PlayerLog: NSObject, AVAudioPlayerDelegate {
    private(set) var calls: [String] = []
    var onFinish: (AVAudioPlayer) -> Void = { _ in }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        calls.append("finished \(flag)")
        onFinish(player)
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        calls.append("decode error \((error as NSError?)?.code ?? 0)")
    }

    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { calls.append("began") }

    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        calls.append("ended \(flags)")
    }
}

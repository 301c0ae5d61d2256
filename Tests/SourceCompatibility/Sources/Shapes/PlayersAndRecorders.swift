import AVFoundation

// Players and recorders of files, as apps write them.

/// What an app asks of a player, so that tests can replace it.
protocol SoundPlaying: AnyObject {
    init(contentsOf url: URL) throws
    var volume: Float { get set }
    var isPlaying: Bool { get }
    var duration: TimeInterval { get }
    func prepareToPlay() -> Bool
    func play() -> Bool
    func stop()
}

extension AVAudioPlayer: SoundPlaying {}

/// A player that counts its starts.
final class CountingPlayer: AVAudioPlayer {
    var startCount = 0

    override func play() -> Bool {
        startCount += 1
        return super.play()
    }
}

/// A controller of a player and a recorder, in the shape of a view controller.
@MainActor
final class MemoController: NSObject {
    var player = AVAudioPlayer()
    var effect: AVAudioPlayer?
    var audioPlayer: AVAudioPlayer!
    var recorder: AVAudioRecorder?
    private(set) var events: [String] = []
    private var timer: Timer?

    let settings: [String: Any] = [
        AVFormatIDKey: Int(kAudioFormatMPEG4AAC),
        AVSampleRateKey: 44_100,
        AVNumberOfChannelsKey: 1 as NSNumber,
        AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
        AVEncoderBitRateKey: 128_000,
        AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Variable,
    ]

    let pcm = [
        AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM),
        AVSampleRateKey: NSNumber(value: 48_000.0),
        AVNumberOfChannelsKey: NSNumber(value: 1),
        AVLinearPCMBitDepthKey: NSNumber(value: 16),
        AVLinearPCMIsBigEndianKey: NSNumber(value: false),
        AVLinearPCMIsFloatKey: NSNumber(value: false),
        AVLinearPCMIsNonInterleaved: NSNumber(value: false),
    ]

    func open(_ url: URL) throws {
        player = try AVAudioPlayer(contentsOf: url)
        player.delegate = self
        player.prepareToPlay()
        player.volume = 0.5
        player.pan = -0.25
        player.numberOfLoops = -1
        player.enableRate = true
        player.rate = 1.5
        player.isMeteringEnabled = true
        player.currentTime = 0
        player.setVolume(1, fadeDuration: 0.25)
        audioPlayer = try AVAudioPlayer(
            contentsOf: url, fileTypeHint: AVMediaTypeHint.wave.rawValue)
        effect = try? AVAudioPlayer(data: Data(contentsOf: url))
        let same = try AVAudioPlayer(data: Data(contentsOf: url), fileTypeHint: nil)
        _ = (same.data, same.url, same.settings, same.format.sampleRate, same.numberOfChannels)
    }

    func playAll() {
        guard let effect else { return }
        let start = player.deviceCurrentTime + 0.01
        player.play(atTime: start)
        effect.play(atTime: start)
        if !audioPlayer.isPlaying { audioPlayer.play() }
        player.updateMeters()
        let power = (0..<player.numberOfChannels).map {
            (player.averagePower(forChannel: $0), player.peakPower(forChannel: $0))
        }
        events.append("\(power.count) of \(player.duration), at \(player.currentTime)")
        audioPlayer.pause()
        audioPlayer.stop()
        effect.stop()
        player.stop()
    }

    func record(into url: URL) throws {
        let recorder = try AVAudioRecorder(url: url, settings: pcm)
        recorder.delegate = self
        recorder.isMeteringEnabled = true
        recorder.prepareToRecord()
        recorder.record(forDuration: 10)
        recorder.pause()
        recorder.record()
        recorder.record(atTime: recorder.deviceCurrentTime + 0.5)
        recorder.record(atTime: recorder.deviceCurrentTime, forDuration: 1)
        recorder.updateMeters()
        events.append("\(recorder.averagePower(forChannel: 0)), \(recorder.currentTime)")
        recorder.stop()
        recorder.deleteRecording()
        if let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1) {
            let other = try AVAudioRecorder(url: url, format: format)
            _ = (other.url, other.settings, other.format, other.isRecording)
        }
        self.recorder = recorder
    }
}

/// File types as an app may name them.
enum AVMediaTypeHint: String {
    case wave = "com.microsoft.waveform-audio"
}

extension MemoController: AVAudioPlayerDelegate, AVAudioRecorderDelegate {
    nonisolated func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        DispatchQueue.main.async { self.note("finished \(flag)") }
    }

    nonisolated func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: Error?) {
        if let error { print(error.localizedDescription) }
    }

    nonisolated func audioRecorderDidFinishRecording(
        _ recorder: AVAudioRecorder, successfully flag: Bool
    ) {
        DispatchQueue.main.async { self.note("recorded \(flag)") }
    }

    func note(_ event: String) { events.append(event) }
}

/// A delegate of no actor that implements every method.
final class EveryPlayerEvent: NSObject, AVAudioPlayerDelegate, AVAudioRecorderDelegate {
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: Error?) {}
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { player.pause() }
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        if flags == 1 { player.play() }
    }
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: Error?) {}
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}

/// A recorder may be used from any actor.
func stopElsewhere(_ recorder: AVAudioRecorder) {
    Task.detached { recorder.stop() }
}

@MainActor
func tryPlayersAndRecorders(_ tone: URL) {
    func makePlayer<Player: SoundPlaying>(_ type: Player.Type) -> Player? {
        try? Player(contentsOf: tone)
    }
    let controller = MemoController()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("shape.wav")
    do {
        try controller.open(tone)
        controller.playAll()
        try controller.record(into: file)
    } catch {
        print("\(error)")
    }
    expect(controller.events.count >= 2, "a player's events")
    expect(makePlayer(AVAudioPlayer.self)?.duration ?? 0 > 0, "a player of a protocol")
    expect((try? CountingPlayer(contentsOf: tone))?.startCount == 0, "a subclass of a player")
    expect(
        (try? AVAudioPlayer(contentsOf: file.appendingPathComponent("none"))) == nil, "no player")
    if let recorder = controller.recorder { stopElsewhere(recorder) }
    try? FileManager.default.removeItem(at: file)
}

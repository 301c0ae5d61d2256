import AVFoundation

/// An app's player of sounds on an engine, as apps write it.
@MainActor
final class SoundBoard {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    private var onEnd: AVAudioNodeCompletionHandler?
    private var onPlayed: AVAudioPlayerNodeCompletionHandler?
    private(set) var playedCount = 0

    init() throws {
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) else {
            return
        }
        engine.attach(player)
        engine.connect(player, to: engine.mainMixerNode, format: format)
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 1024)
        try engine.start()
    }

    func play(_ buffer: AVAudioPCMBuffer) {
        player.scheduleBuffer(buffer, at: nil, options: .loops)
        player.scheduleBuffer(
            buffer, at: nil, options: [.interrupts, .loops], completionHandler: nil)
        player.scheduleBuffer(buffer)
        player.scheduleBuffer(buffer) {}
        player.scheduleBuffer(buffer, at: nil, options: .interruptsAtLoop) {
            DispatchQueue.main.async { self.playedCount += 1 }
        }
        player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [weak self] type in
            guard type == .dataPlayedBack else { return }
            Task { @MainActor in self?.playedCount += 1 }
        }
        player.scheduleBuffer(
            buffer, at: AVAudioTime(sampleTime: 4410, atRate: 44_100), options: [],
            completionCallbackType: .dataRendered, completionHandler: onPlayed)
        player.scheduleBuffer(buffer, completionHandler: onEnd)
        player.play()
    }

    func play(_ file: AVAudioFile) {
        player.scheduleFile(file, at: nil)
        player.scheduleFile(file, at: nil, completionHandler: nil)
        player.scheduleFile(file, at: nil) {}
        player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack) { _ in }
        player.scheduleSegment(file, startingFrame: 10, frameCount: 100, at: nil)
        player.scheduleSegment(
            file, startingFrame: 10, frameCount: AVAudioFrameCount(file.length) - 10, at: nil,
            completionCallbackType: .dataRendered
        ) { (type: AVAudioPlayerNodeCompletionCallbackType) in
            print(type.rawValue)
        }
        player.prepare(withFrameCount: 1024)
    }

    var currentTime: TimeInterval {
        guard let nodeTime = player.lastRenderTime,
            let playerTime = player.playerTime(forNodeTime: nodeTime)
        else { return 0 }
        return Double(playerTime.sampleTime) / playerTime.sampleRate
    }

    func startTogether(with other: AVAudioPlayerNode, in seconds: Double) {
        guard let now = player.lastRenderTime else { return }
        let start = AVAudioTime(
            sampleTime: now.sampleTime + AVAudioFramePosition(seconds * now.sampleRate),
            atRate: now.sampleRate)
        player.play(at: start)
        other.play(at: start)
    }

    func mix() {
        player.volume = 0.5
        player.pan = -0.25
        (player as AVAudioMixing).volume = 0.75
        let sources: [any AVAudioMixing] = [player, engine.mainMixerNode]
        for source in sources { source.volume *= 1 }
        let stereo: any AVAudioStereoMixing = player
        stereo.pan = 0
        let destination: AVAudioMixingDestination? = player.destination(
            forMixer: engine.mainMixerNode, bus: 0)
        destination?.volume = 1
        expect(destination?.connectionPoint.bus == 0, "the destination has another bus")
    }

    func playNewer() throws {
        try player.playAudio()
        try player.playAudio(at: nil)
    }
}

@MainActor
func tryPlayerNodes(_ tone: URL) {
    do {
        let board = try SoundBoard()
        let file = try AVAudioFile(forReading: tone)
        guard let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 441)
        else { return }
        buffer.frameLength = 441
        board.play(buffer)
        board.play(file)
        board.mix()
        try board.playNewer()
        try board.engine.renderOffline(441, to: buffer)
        expect(board.player.isPlaying, "the player does not play")
        expect(board.currentTime >= 0, "the player's time is negative")
        board.startTogether(with: AVAudioPlayerNode(), in: 0.5)
        board.player.pause()
        board.player.stop()
        board.player.reset()
    } catch {
        expect(false, "\(error)")
    }
}

/// Waits for the end of what it schedules.
@MainActor
func playAndWait(_ player: AVAudioPlayerNode, _ buffer: AVAudioPCMBuffer, _ file: AVAudioFile) async
{
    await player.scheduleBuffer(buffer)
    await player.scheduleBuffer(buffer, at: nil, options: .loops)
    await player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack)
    let type = await player.scheduleBuffer(
        buffer, at: nil, options: [], completionCallbackType: .dataRendered)
    expect(type == .dataRendered, "another moment")
    await player.scheduleFile(file, at: nil)
    await player.scheduleFile(file, at: nil, completionCallbackType: .dataPlayedBack)
    await player.scheduleSegment(file, startingFrame: 0, frameCount: 1, at: nil)
    await player.scheduleSegment(
        file, startingFrame: 0, frameCount: 1, at: nil, completionCallbackType: .dataConsumed)
}

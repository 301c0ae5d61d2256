import AVFAudio

/// The players of one drum. They take turns, so that a hit does not cut off the one before it.
@MainActor
final class Voices {
    /// The number of players: at the highest tempo a sound ends before its player's next turn.
    static let count = 4

    let players: [AVAudioPlayerNode]
    private let buffer: AVAudioPCMBuffer
    private var turn = 0

    /// Connects the players to an engine's main mixer.
    init(_ drum: Drum, _ engine: AVAudioEngine, _ format: AVAudioFormat) throws {
        let samples = drum.samples(sampleRate: format.sampleRate)
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(samples.count)),
            let data = buffer.floatChannelData
        else { throw DrumMachine.NoMemory() }
        buffer.frameLength = buffer.frameCapacity
        for (frame, sample) in samples.enumerated() { data[0][frame] = sample }
        self.buffer = buffer
        players = (0..<Self.count).map { _ in AVAudioPlayerNode() }
        for player in players {
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
        }
    }

    /// Lets the drum sound at a frame of the players' timelines.
    func hit(at frame: AVAudioFramePosition) {
        let player = players[turn]
        turn = (turn + 1) % players.count
        player.scheduleBuffer(
            buffer, at: AVAudioTime(sampleTime: frame, atRate: buffer.format.sampleRate))
    }
}

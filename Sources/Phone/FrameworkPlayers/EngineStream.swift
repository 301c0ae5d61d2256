import AVFAudio
import AudioModel
import Foundation
import SimulatedDevice
import SoundMixer
import Synchronization

/// A stream that an `AVAudioEngine` of its own plays, with an `AVAudioPlayerNode`, and with an
/// `AVAudioUnitTimePitch` for a rate.
final class EngineStream: StreamPlayer {
    private let engine = EngineStream.makeEngine()
    private let node = AVAudioPlayerNode()
    private let schedule: NodeSchedule

    init(_ sound: PlayerSound) throws(SessionError) {
        do {
            let schedule = try NodeSchedule(sound, node)
            self.schedule = schedule
            engine.attach(node)
            if sound.rate == 1 {
                engine.connect(node, to: engine.mainMixerNode, format: schedule.format)
            } else {
                let effect = AVAudioUnitTimePitch()
                effect.rate = Float(sound.rate)
                engine.attach(effect)
                engine.connect(node, to: effect, format: schedule.format)
                engine.connect(effect, to: engine.mainMixerNode, format: schedule.format)
            }
            node.volume = sound.volume
            // An app stops its engine when the sound is over.
            schedule.begin { [weak core = engine.core] in core?.engine?.stop() }
        } catch {
            throw SessionError(error)
        }
    }

    /// Makes an engine that starts again after a reset of the media services, where an app makes
    /// another one and goes on at the same position.
    private static func makeEngine() -> AVAudioEngine {
        var rules = EngineRules.current
        rules.survivesReset = true
        return EngineRules.$current.withValue(rules) { AVAudioEngine() }
    }

    var stream: Int? { engine.core.outputStream }

    var isOver: Bool { schedule.isOver }

    func prepare() { engine.prepare() }

    func play() throws(SessionError) {
        do { try engine.start() } catch { throw SessionError(error) }
        if !node.isPlaying { node.play() }
    }

    func pause() { engine.pause() }

    func stop() {
        schedule.cancel()
        engine.stop()
        node.stop()
    }

    func setVolume(_ volume: Float) { node.volume = volume }
}

/// What an engine's player node is given to play, and when that is over. Any thread.
///
/// Ownership: a mutex guards the mutable state; the rest is constant.
private final class NodeSchedule: @unchecked Sendable {
    let format: AVAudioFormat
    private weak let node: AVAudioPlayerNode?
    private let sound: PlayerSound
    private let state = Mutex(State())

    private struct State {
        /// Items that are scheduled and not played.
        var pending = 0
        /// The rest of a long sound that is scheduled in pieces.
        var rest: RepeatedSound?
        var isOver = false
        var ended: (@Sendable () -> Void)?
    }

    /// The length of the buffers of a long sound, and how many of them are scheduled.
    private static let pieceSeconds = 0.25
    private static let piecesAhead = 3
    /// Limit of repetitions that are scheduled at once.
    private static let repetitionsMax = 1_000

    init(_ sound: PlayerSound, _ node: AVAudioPlayerNode) throws {
        self.sound = sound
        self.node = node
        let repeated = try RepeatedSound(sound)
        guard
            let format = AVAudioFormat(
                standardFormatWithSampleRate: repeated.sampleRate,
                channels: AVAudioChannelCount(repeated.channelCount))
        else { throw SessionError.badParam }
        self.format = format
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Schedules the sound.
    ///
    /// - Parameter ended: Called when the listener has heard all of it.
    func begin(_ ended: @escaping @Sendable () -> Void) {
        state.withLock { $0.ended = ended }
        let repetitions = max(sound.loops, 0) + 1
        if sound.loops >= 0, repetitions <= Self.repetitionsMax, let file = openedFile {
            for _ in 0..<repetitions {
                add { node, handler in
                    node.scheduleFile(
                        file, at: nil, completionCallbackType: .dataPlayedBack,
                        completionHandler: handler)
                }
            }
        } else if repetitions <= Self.repetitionsMax, case .buffer(let samples) = sound.sound {
            guard var repeated = try? RepeatedSound(sound),
                let buffer = repeated.take(samples.frameCount).flatMap(makeBuffer)
            else { return finish() }
            let options: AVAudioPlayerNodeBufferOptions = sound.loops < 0 ? .loops : []
            for _ in 0..<repetitions { add(buffer, options) }
        } else {
            state.withLock { $0.rest = try? RepeatedSound(sound) }
            for _ in 0..<Self.piecesAhead { addPiece() }
            if state.withLock({ $0.pending == 0 }) { finish() }
        }
    }

    private var openedFile: AVAudioFile? {
        sound.path.flatMap { try? AVAudioFile(forReading: URL(fileURLWithPath: $0)) }
    }

    // MARK: Items

    private func add(_ buffer: AVAudioPCMBuffer, _ options: AVAudioPlayerNodeBufferOptions = []) {
        add { node, handler in
            node.scheduleBuffer(
                buffer, at: nil, options: options, completionCallbackType: .dataPlayedBack,
                completionHandler: handler)
        }
    }

    private func add(
        _ schedule: (AVAudioPlayerNode, @escaping AVAudioPlayerNodeCompletionHandler) -> Void
    ) {
        guard let node else { return }
        state.withLock { $0.pending += 1 }
        schedule(node) { [weak self] _ in self?.itemEnded() }
    }

    private func itemEnded() {
        state.withLock { $0.pending -= 1 }
        addPiece()
        if state.withLock({ $0.pending == 0 }) { finish() }
    }

    /// Schedules nothing more.
    func cancel() {
        state.withLock { state in
            state.isOver = true
            (state.rest, state.ended) = (nil, nil)
        }
    }

    private func finish() {
        let ended = state.withLock { state in
            state.isOver = true
            defer { state.ended = nil }
            return state.ended
        }
        ended?()
    }

    // MARK: Pieces

    /// Schedules the next piece of a long sound, if there is one.
    private func addPiece() {
        let frameCount = Int(Self.pieceSeconds * format.sampleRate)
        let samples = state.withLock { $0.rest?.take(frameCount) }
        if let samples, let buffer = makeBuffer(samples) { add(buffer) }
    }

    private func makeBuffer(_ samples: [Float]) -> AVAudioPCMBuffer? {
        let channelCount = Int(format.channelCount)
        let frameCount = samples.count / channelCount
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)),
            let channels = buffer.floatChannelData
        else { return nil }
        buffer.frameLength = AVAudioFrameCount(frameCount)
        for channel in 0..<channelCount {
            for frame in 0..<frameCount {
                channels[channel][frame] = samples[frame * channelCount + channel]
            }
        }
        return buffer
    }
}

import AVFAudio
import Foundation
import Simulation
import Synchronization
import Testing

/// An engine that is rendered on request by an app of a simulated phone, with players.
@MainActor
final class PlayerEngine {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let engine: AVAudioEngine
    let player: AVAudioPlayerNode
    let format: AVAudioFormat
    private let output: AVAudioPCMBuffer

    /// - Parameter connectsPlayer: Whether the player is attached and connected, and the engine
    ///   started.
    init(
        sampleRate: Double = 44_100, channelCount: AVAudioChannelCount = 2,
        connectsPlayer: Bool = true
    ) throws {
        phone = SimulatedPhone()
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Engine")
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: sampleRate, channels: channelCount))
        self.format = format
        output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        (engine, player) = try app.run {
            let engine = AVAudioEngine()
            let player = AVAudioPlayerNode()
            try engine.enableManualRenderingMode(
                .offline, format: format, maximumFrameCount: 4096)
            if connectsPlayer {
                engine.attach(player)
                engine.connect(player, to: engine.mainMixerNode, format: format)
                try engine.start()
            }
            return (engine, player)
        }
    }

    /// Attaches and connects another player.
    func addPlayer(_ format: AVAudioFormat? = nil) -> AVAudioPlayerNode {
        app.run {
            let player = AVAudioPlayerNode()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format ?? self.format)
            return player
        }
    }

    /// Renders all channels.
    func renderedChannels(_ frameCount: Int, blockFrames: Int = 4096) throws -> [[Float]] {
        var channels = [[Float]](repeating: [], count: Int(format.channelCount))
        var left = frameCount
        while left > 0 {
            let count = min(left, blockFrames)
            let status = try app.run { try engine.renderOffline(UInt32(count), to: output) }
            #expect(status == .success)
            let data = try #require(output.floatChannelData)
            for channel in channels.indices {
                channels[channel] += UnsafeBufferPointer(start: data[channel], count: count)
            }
            left -= count
        }
        return channels
    }

    /// Renders the left channel.
    func rendered(_ frameCount: Int, blockFrames: Int = 4096) throws -> [Float] {
        try renderedChannels(frameCount, blockFrames: blockFrames)[0]
    }

    /// Lets completion handlers run.
    func settle() { phone.advance(by: .milliseconds(50)) }

    /// Makes a buffer of the engine's format with the same samples on all channels.
    func buffer(_ samples: [Float], _ format: AVAudioFormat? = nil) throws -> AVAudioPCMBuffer {
        try pcmBuffer(samples, format ?? self.format)
    }
}

/// Makes a buffer with the same samples on all channels.
func pcmBuffer(_ samples: [Float], _ format: AVAudioFormat) throws -> AVAudioPCMBuffer {
    let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(samples.count)))
    buffer.frameLength = UInt32(samples.count)
    for channel in 0..<Int(format.channelCount) {
        for (frame, sample) in samples.enumerated() {
            switch format.commonFormat {
            case .pcmFormatFloat32:
                let data = try #require(buffer.floatChannelData)
                data[channel][frame * buffer.stride] = sample
            case .pcmFormatInt16:
                let data = try #require(buffer.int16ChannelData)
                data[channel][frame * buffer.stride] = Int16(sample * 32_768)
            default: Issue.record("no such buffer")
            }
        }
    }
    return buffer
}

/// Numbers that tell buffers and frames apart, exact in the sum of a mixer.
func ramp(_ buffer: Int, _ count: Int) -> [Float] {
    (0..<count).map { Float(buffer + 1) + Float($0) / 65_536 }
}

func zeros(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }

/// What handlers were called, in order.
final class HandlerLog: Sendable {
    private let entries = Mutex<[String]>([])

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }
}

/// The rules that calls break, instead of ending the program.
func brokenRules(_ body: () throws -> Void) rethrows -> [String] {
    let log = HandlerLog()
    try ProgrammerErrors.handle(with: { _, rule in log.add(rule) }, during: body)
    return log.all
}

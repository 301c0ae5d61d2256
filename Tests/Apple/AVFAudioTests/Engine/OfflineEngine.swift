import AVFAudio
import AudioToolbox
import CoreAudioTypes
import Synchronization
import Testing

/// An engine that renders offline at 44,100 Hz stereo.
final class OfflineEngine {
    static let format = makeFormat(rate: 44_100, channels: 2)
    let engine = AVAudioEngine()

    init(
        _ format: AVAudioFormat = OfflineEngine.format,
        _ mode: AVAudioEngineManualRenderingMode = .offline, maximumFrameCount: UInt32 = 4096
    ) throws {
        try engine.enableManualRenderingMode(
            mode, format: format, maximumFrameCount: maximumFrameCount)
    }

    static func makeFormat(rate: Double, channels: UInt32) -> AVAudioFormat {
        AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels) ?? AVAudioFormat()
    }

    /// Attaches a source node and connects it to a node, or to the main mixer.
    @discardableResult
    func play(
        _ format: AVAudioFormat = OfflineEngine.format, to node: AVAudioNode? = nil,
        _ sample: @escaping (_ channel: Int, _ frame: Int) -> Float
    ) -> AVAudioSourceNode {
        let source = makeSource(sample)
        engine.attach(source)
        engine.connect(source, to: node ?? engine.mainMixerNode, format: format)
        return source
    }

    /// Makes a node that plays a function of channel and frame.
    func makeSource(
        _ sample: @escaping (_ channel: Int, _ frame: Int) -> Float
    ) -> AVAudioSourceNode {
        var position = 0
        return AVAudioSourceNode { _, _, frameCount, list in
            let buffers = UnsafeMutableAudioBufferListPointer(list)
            for (channel, buffer) in buffers.enumerated() {
                guard let samples = buffer.mData?.assumingMemoryBound(to: Float.self) else {
                    continue
                }
                for frame in 0..<Int(frameCount) {
                    samples[frame] = sample(channel, position + frame)
                }
            }
            position += Int(frameCount)
            return noErr
        }
    }

    /// Renders frames in blocks of at most the maximum; a list for each channel.
    func render(_ frameCount: Int) throws -> [[Float]] {
        let format = engine.manualRenderingFormat
        var samples = [[Float]](repeating: [], count: Int(format.channelCount))
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: format, frameCapacity: engine.manualRenderingMaximumFrameCount))
        while samples[0].count < frameCount {
            let count = min(frameCount - samples[0].count, Int(buffer.frameCapacity))
            let status = try engine.renderOffline(AVAudioFrameCount(count), to: buffer)
            try #require(status == .success)
            let channels = try #require(buffer.floatChannelData)
            for channel in samples.indices {
                samples[channel] += (0..<count).map { channels[channel][$0] }
            }
        }
        return samples
    }
}

/// Runs `body` and returns the rules of the programmer errors in it.
func violatedRules(_ body: () throws -> Void) rethrows -> [String] {
    let rules = RuleList()
    try ProgrammerErrors.handle(with: { _, rule in rules.add(rule) }, during: body)
    return rules.all
}

private final class RuleList: Sendable {
    private let rules = Mutex<[String]>([])

    var all: [String] { rules.withLock { $0 } }

    func add(_ rule: String) { rules.withLock { $0.append(rule) } }
}

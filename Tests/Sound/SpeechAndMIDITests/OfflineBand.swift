import AVFAudio
import Testing

/// An engine in manual rendering with one sampler that has the ocarina.
final class OfflineBand {
    static let rate = 44_100.0

    let engine = AVAudioEngine()
    let sampler = AVAudioUnitSampler()
    let format = AVAudioFormat(standardFormatWithSampleRate: rate, channels: 2)!

    /// - Parameter loadsBank: Whether the sampler gets its sound font.
    init(loadsBank: Bool = true) throws {
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
        engine.attach(sampler)
        engine.connect(sampler, to: engine.mainMixerNode, format: format)
        if loadsBank {
            try sampler.loadSoundBankInstrument(
                at: TestSoundFont.url, program: 79,
                bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
                bankLSB: UInt8(kAUSampler_DefaultBankLSB))
        }
        try engine.start()
    }

    /// Renders seconds; returns the left channel.
    func render(_ seconds: Double, pieces: AVAudioFrameCount = 4096) throws -> [Float] {
        try render(frameCount: Int((seconds * Self.rate).rounded()), pieces: pieces)[0]
    }

    /// Renders frames; returns both channels.
    func render(frameCount: Int, pieces: AVAudioFrameCount = 4096) throws -> [[Float]] {
        var left = frameCount
        var samples: [[Float]] = [[], []]
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4096))
        while left > 0 {
            let count = min(pieces, AVAudioFrameCount(left))
            #expect(try engine.renderOffline(count, to: buffer) == .success)
            let channels = try #require(buffer.floatChannelData)
            for channel in 0..<2 {
                samples[channel] += UnsafeBufferPointer(
                    start: channels[channel], count: Int(count))
            }
            left -= Int(count)
        }
        return samples
    }

    /// The first frames at which sound follows a silence of 50 ms.
    static func onsets(_ samples: [Float]) -> [Int] {
        var onsets: [Int] = []
        var silence = Int.max / 2
        for (frame, sample) in samples.enumerated() {
            if abs(sample) > 2e-4 {
                if silence > 2205 { onsets.append(frame) }
                silence = 0
            } else {
                silence += 1
            }
        }
        return onsets
    }

    /// The frequency in hertz, by rising zero crossings.
    static func frequency(_ samples: ArraySlice<Float>) -> Double {
        let count = zip(samples, samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
        return Double(count) * rate / Double(samples.count)
    }
}

import AVFAudio
import AudioModel
import Testing

/// A PCM format in the machine's byte order.
func pcmFormat(
    _ common: AVAudioCommonFormat, _ rate: Double, _ channels: AVAudioChannelCount,
    interleaved: Bool = false
) throws -> AVAudioFormat {
    try #require(
        AVAudioFormat(
            commonFormat: common, sampleRate: rate, channels: channels, interleaved: interleaved))
}

/// A buffer of zeros.
func pcmBuffer(
    _ format: AVAudioFormat, _ capacity: AVAudioFrameCount, length: AVAudioFrameCount = 0
) throws -> AVAudioPCMBuffer {
    let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity))
    buffer.frameLength = length
    return buffer
}

/// Random samples of full scale.
func noiseBuffer(
    _ format: AVAudioFormat, _ count: AVAudioFrameCount, _ generator: inout SeededGenerator
) throws -> AVAudioPCMBuffer {
    let buffer = try pcmBuffer(format, count, length: count)
    for memory in UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList) {
        switch format.commonFormat {
        case .pcmFormatFloat32: fill(memory) { Float.random(in: -1...1, using: &generator) }
        case .pcmFormatFloat64: fill(memory) { Double.random(in: -1...1, using: &generator) }
        case .pcmFormatInt16: fill(memory) { Int16.random(in: .min ... .max, using: &generator) }
        default: fill(memory) { Int32.random(in: .min ... .max, using: &generator) }
        }
    }
    return buffer
}

private func fill<Sample>(_ memory: AudioBuffer, _ sample: () -> Sample) {
    let samples = UnsafeMutableBufferPointer<Sample>(memory)
    for index in samples.indices { samples[index] = sample() }
}

/// A converter of Audio Converter Services, as the reference.
final class CConverter {
    private var reference: AudioConverterRef?
    private let output: AVAudioFormat

    init(_ from: AVAudioFormat, _ to: AVAudioFormat) throws {
        output = to
        #expect(
            AudioConverterNew(from.streamDescription, to.streamDescription, &reference) == noErr)
    }

    deinit {
        if let reference { AudioConverterDispose(reference) }
    }

    func set(_ id: AudioConverterPropertyID, _ value: UInt32) {
        var value = value
        #expect(AudioConverterSetProperty(reference!, id, 4, &value) == noErr)
    }

    /// Fills both channels of stereo from mono, as `AVAudioConverter` does.
    func fillBoth() {
        let map: [Int32] = [0, 0]
        #expect(AudioConverterSetProperty(reference!, kAudioConverterChannelMap, 8, map) == noErr)
    }

    /// Converts a whole buffer in one call.
    func all(_ input: AVAudioPCMBuffer, capacity: AVAudioFrameCount) throws -> [UInt8] {
        let result = try pcmBuffer(output, capacity)
        let source = Source(input)
        var count = capacity
        let status = AudioConverterFillComplexBuffer(
            reference!,
            { _, count, list, _, data in
                Unmanaged<Source>.fromOpaque(data!).takeUnretainedValue().give(&count.pointee, list)
                return noErr
            }, Unmanaged.passUnretained(source).toOpaque(), &count, result.mutableAudioBufferList,
            nil)
        #expect(status == noErr)
        result.frameLength = count
        return result.bytes
    }

    private final class Source {
        private let input: AVAudioPCMBuffer
        private var isGiven = false

        init(_ input: AVAudioPCMBuffer) {
            self.input = input
        }

        func give(_ count: inout UInt32, _ list: UnsafeMutablePointer<AudioBufferList>) {
            count = isGiven ? 0 : input.frameLength
            isGiven = true
            let target = UnsafeMutableAudioBufferListPointer(list)
            for (index, memory) in UnsafeMutableAudioBufferListPointer(input.mutableAudioBufferList)
                .enumerated()
            {
                target[index] = memory
            }
        }
    }
}

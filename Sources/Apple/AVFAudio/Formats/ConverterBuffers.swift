import AudioCodecs
import AudioConversion
import AudioModel
import AudioToolbox
import CoreAudioTypes

/// The calls of an input block during one conversion.
struct ConverterInput {
    /// Status of an input that has no data now.
    static let ranDry: OSStatus = 1
    let format: AVAudioFormat

    /// Asks the block once.
    ///
    /// - Returns: The answer for the converter, and the buffer that it reads from.
    mutating func next(
        _ wanted: Int, _ block: AVAudioConverterInputBlock
    ) -> (ConversionInput, AVAudioBuffer?) {
        var status = AVAudioConverterInputStatus.noDataNow
        let buffer = block(AVAudioPacketCount(clamping: wanted), &status)
        switch status {
        case .endOfStream: return (.end, nil)
        case .noDataNow: return (.failed(status: Self.ranDry), nil)
        case .haveData: break
        }
        guard let buffer else { return (.failed(status: Self.ranDry), nil) }
        guard buffer.format == format, let batch = PacketBatch(buffer) else {
            return (.failed(status: kAudio_ParamError), nil)
        }
        // An empty batch would mean the end of the input.
        guard batch.packetCount > 0 else { return (.failed(status: Self.ranDry), nil) }
        return (.packets(batch), buffer)
    }
}

extension PacketBatch {
    /// The packets in a buffer; `nil` for a kind of buffer that has none.
    init?(_ buffer: AVAudioBuffer) {
        switch buffer {
        case let buffer as AVAudioPCMBuffer:
            self.init(packetCount: Int(buffer.frameLength), buffers: buffer.filledFrames)
        case let buffer as AVAudioCompressedBuffer:
            // The two structures have the same layout.
            let descriptions = buffer.packetDescriptions.map {
                UnsafeBufferPointer(
                    start: UnsafeRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
                    count: Int(buffer.packetCount))
            }
            self.init(
                packetCount: Int(buffer.packetCount),
                buffers: [
                    UnsafeRawBufferPointer(start: buffer.data, count: Int(buffer.byteLength))
                ],
                descriptions: descriptions)
        default: return nil
        }
    }
}

/// The buffer that a conversion fills.
enum ConvertedBuffer {
    case pcm(AVAudioPCMBuffer)
    case compressed(AVAudioCompressedBuffer)

    init?(_ buffer: AVAudioBuffer) {
        switch buffer {
        case let buffer as AVAudioPCMBuffer: self = .pcm(buffer)
        case let buffer as AVAudioCompressedBuffer: self = .compressed(buffer)
        default: return nil
        }
    }

    /// The number of packets to convert; for PCM, of frames.
    var packetCapacity: Int {
        switch self {
        case .pcm(let buffer): Int(buffer.frameCapacity)
        case .compressed(let buffer): Int(buffer.packetCapacity)
        }
    }

    /// The memory of the whole buffer.
    var room: ConversionOutput {
        switch self {
        case .pcm(let buffer): ConversionOutput(buffers: buffer.roomForFrames)
        case .compressed(let buffer):
            ConversionOutput(
                buffers: [
                    UnsafeMutableRawBufferPointer(
                        start: buffer.data, count: Int(buffer.byteCapacity))
                ],
                descriptions: buffer.packetDescriptions.map {
                    UnsafeMutableBufferPointer(
                        start: UnsafeMutableRawPointer($0).assumingMemoryBound(
                            to: PacketDescription.self),
                        count: Int(buffer.packetCapacity))
                })
        }
    }

    func setLength(_ result: ConversionResult) {
        switch self {
        case .pcm(let buffer): buffer.frameLength = AVAudioFrameCount(clamping: result.packetCount)
        case .compressed(let buffer):
            buffer.packetCount = AVAudioPacketCount(clamping: result.packetCount)
            buffer.byteLength = UInt32(clamping: result.byteCount)
        }
    }
}

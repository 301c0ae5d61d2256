import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel

/// The converter's input when a file is read: valid frames of linear PCM and G.711 as stored, of
/// other encodings decoded to float.
///
/// One thread at a time.
final class ClientFrameSource {
    /// The format of the frames it gives.
    let format: StreamFormat
    /// The next valid frame.
    private(set) var frame: Int64 = 0
    /// The error that ended the input; `nil` at the end of the file.
    private(set) var failure: FormatError?

    private let file: AudioFileReader
    private let frameCount: Int64
    private let primingFrames: Int64
    /// `nil` when packets are passed on undecoded.
    private let decoding: FrameReader?
    private let window: UnsafeMutableRawBufferPointer

    private static let windowByteCount = 1 << 16

    /// - Parameter table: The priming, valid and remainder frames to use.
    /// - Throws: `unsupportedCoding`.
    init(_ file: AudioFileReader, table: PacketTable) throws(FormatError) {
        self.file = file
        frameCount = table.validFrames
        primingFrames = table.primingFrames
        if file.format.isGivenAsItIs {
            decoding = nil
            format = file.format
        } else {
            decoding = try FrameReader(
                file, primingFrames: table.primingFrames, frameCount: table.validFrames)
            format = .float(
                sampleRate: file.format.sampleRate, channelCount: file.format.channelCount)
        }
        window = .allocate(byteCount: Self.windowByteCount, alignment: 16)
    }

    deinit {
        window.deallocate()
    }

    /// - Parameter frame: A valid frame.
    func seek(toFrame frame: Int64) {
        self.frame = frame
        failure = nil
    }

    /// Gives the next frames; they stay valid until the next call.
    ///
    /// - Parameter countMax: Most frames to give.
    func next(_ countMax: Int) -> ConversionInput {
        let bytesPerFrame = max(Int(format.bytesPerFrame), 1)
        let wanted = min(
            Int64(max(countMax, 1)), Int64(window.count / bytesPerFrame), frameCount - frame)
        guard wanted > 0 else { return .end }
        do throws(FormatError) {
            let count = try read(Int(wanted), bytesPerFrame)
            frame += Int64(count)
            // A file can hold fewer packets than its header says.
            guard count > 0 else { return .end }
            return .packets(
                PacketBatch(
                    packetCount: count,
                    buffers: [
                        UnsafeRawBufferPointer(rebasing: window[..<(count * bytesPerFrame)])
                    ]))
        } catch {
            failure = error
            return .failed(status: -1)
        }
    }

    private func read(_ count: Int, _ bytesPerFrame: Int) throws(FormatError) -> Int {
        if let decoding {
            guard let start = window.baseAddress else { return 0 }
            decoding.seek(toFrame: frame)
            return try decoding.read(
                into: start.assumingMemoryBound(to: Float.self), frameCount: count)
        }
        let room = UnsafeMutableRawBufferPointer(rebasing: window[..<(count * bytesPerFrame)])
        return try file.readPackets(into: room, at: primingFrames + frame)
    }
}

extension StreamFormat {
    /// Whether every packet is one uncompressed or G.711 frame.
    var isGivenAsItIs: Bool {
        guard framesPerPacket == 1, bytesPerPacket > 0, bytesPerPacket == bytesPerFrame else {
            return false
        }
        return id == .linearPCM || id == .uLaw || id == .aLaw
    }

    /// Interleaved 32-bit float in the machine's byte order.
    static func float(sampleRate: Double, channelCount: UInt32) -> StreamFormat {
        var flags: FormatFlags = [.float, .packed]
        if Int(1).bigEndian == 1 { flags.insert(.bigEndian) }
        return StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: flags,
            bytesPerPacket: 4 * channelCount, framesPerPacket: 1, bytesPerFrame: 4 * channelCount,
            channelCount: channelCount, bitsPerChannel: 32)
    }
}

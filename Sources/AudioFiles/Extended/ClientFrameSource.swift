import AudioConversion
import AudioFormats
import AudioModel

/// The frames of a file that are to be heard, on their way into a converter: linear PCM and the laws
/// as they stand in the file, so that nothing is lost, and other codings decoded to float.
///
/// One thread at a time.
final class ClientFrameSource {
    /// Of what it gives.
    let format: StreamFormat
    /// Of the frames to be heard: the next one.
    private(set) var frame: Int64 = 0
    /// Why it gave no more, other than the end.
    private(set) var failure: FormatError?

    private let file: AudioFileReader
    private let frameCount: Int64
    private let primingFrames: Int64
    /// nil when the file's packets are given as they are.
    private let decoding: FrameReader?
    private let window: UnsafeMutableRawBufferPointer

    private static let windowByteCount = 1 << 16

    /// - Parameter table: Says otherwise than the file which frames are to be heard.
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

    /// - Parameter frame: Of those to be heard; within them.
    func seek(toFrame frame: Int64) {
        self.frame = frame
        failure = nil
    }

    /// Gives the next frames; they stay in place until the next call.
    ///
    /// - Parameter countMax: Frames wanted.
    func next(_ countMax: Int) -> ConversionInput {
        let bytesPerFrame = max(Int(format.bytesPerFrame), 1)
        let wanted = min(
            Int64(max(countMax, 1)), Int64(window.count / bytesPerFrame), frameCount - frame)
        guard wanted > 0 else { return .end }
        do throws(FormatError) {
            let count = try read(Int(wanted), bytesPerFrame)
            frame += Int64(count)
            // A stream can hold fewer packets than it says.
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
    /// Whether each frame stands by itself and is a packet.
    var isGivenAsItIs: Bool {
        guard framesPerPacket == 1, bytesPerPacket > 0, bytesPerPacket == bytesPerFrame else {
            return false
        }
        return id == .linearPCM || id == .uLaw || id == .aLaw
    }

    /// Interleaved, in the machine's byte order.
    static func float(sampleRate: Double, channelCount: UInt32) -> StreamFormat {
        var flags: FormatFlags = [.float, .packed]
        if Int(1).bigEndian == 1 { flags.insert(.bigEndian) }
        return StreamFormat(
            sampleRate: sampleRate, id: .linearPCM, flags: flags,
            bytesPerPacket: 4 * channelCount, framesPerPacket: 1, bytesPerFrame: 4 * channelCount,
            channelCount: channelCount, bitsPerChannel: 32)
    }
}

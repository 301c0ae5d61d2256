import AudioToolbox
import TestSupport

/// What an app's function hands in, piece by piece, with the memory it is in.
final class ConverterInput {
    private let bytes: UnsafeMutableRawBufferPointer
    private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>
    private var packets: [Range<Int>]
    /// Frames in each packet, where packets differ.
    var frames: [Int64] = []
    private var next = 0
    /// Packets given at a time, at most.
    var pieceMax = Int.max
    /// What to do instead of handing in, before the packet with an index.
    var interruption: (packet: Int, act: () -> OSStatus)?
    private(set) var requests: [UInt32] = []

    init(_ bytes: [UInt8], packets: [Range<Int>]) {
        self.bytes = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
        self.bytes.copyBytes(from: bytes)
        self.packets = packets
        descriptions = .allocate(capacity: max(packets.count, 1))
    }

    convenience init(_ bytes: [UInt8], bytesPerPacket: Int) {
        let count = bytes.count / bytesPerPacket
        self.init(
            bytes, packets: (0..<count).map { $0 * bytesPerPacket..<($0 + 1) * bytesPerPacket })
    }

    convenience init(_ samples: [Float], channels: Int = 1) {
        self.init(samples.bytes, bytesPerPacket: 4 * channels)
    }

    deinit {
        bytes.deallocate()
        descriptions.deallocate()
    }

    var clientData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func handIn(
        _ count: inout UInt32, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?
    ) -> OSStatus {
        requests.append(count)
        if let interruption, next >= interruption.packet {
            self.interruption = nil
            return interruption.act()
        }
        let given = min(Int(count), pieceMax, packets.count - next)
        count = UInt32(given)
        guard given > 0 else { return noErr }
        let start = packets[next].lowerBound
        let end = packets[next + given - 1].upperBound
        list.pointee.mBuffers.mData = bytes.baseAddress.map { $0 + start }
        list.pointee.mBuffers.mDataByteSize = UInt32(end - start)
        for index in 0..<given {
            (descriptions + index).initialize(
                to: AudioStreamPacketDescription(
                    mStartOffset: Int64(packets[next + index].lowerBound - start),
                    mVariableFramesInPacket: frames.isEmpty ? 0 : UInt32(frames[next + index]),
                    mDataByteSize: UInt32(packets[next + index].count)))
        }
        out?.pointee = descriptions
        next += given
        return noErr
    }
}

/// An app's function, as a global one.
func handIn(
    _ converter: AudioConverterRef, _ count: UnsafeMutablePointer<UInt32>,
    _ list: UnsafeMutablePointer<AudioBufferList>,
    _ descriptions: UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard let clientData else { return kAudio_ParamError }
    return Unmanaged<ConverterInput>.fromOpaque(clientData).takeUnretainedValue()
        .handIn(&count.pointee, list, descriptions)
}

/// A converter that is disposed of in the end, and what can be asked of it.
final class MadeConverter {
    let reference: AudioConverterRef?
    let status: OSStatus

    init(_ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription) {
        var (input, output) = (input, output)
        var made: AudioConverterRef?
        status = AudioConverterNew(&input, &output, &made)
        reference = made
    }

    deinit {
        AudioConverterDispose(reference)
    }

    struct Filled: Equatable {
        var status: OSStatus
        var packetCount: UInt32
        var bytes: [UInt8]
        var sizes: [UInt32] = []
    }

    func fill(_ packetCount: UInt32, byteCount: Int, _ input: ConverterInput) -> Filled {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        var count = packetCount
        var descriptions = [AudioStreamPacketDescription](
            repeating: .init(), count: Int(packetCount))
        let (status, size) = withBufferList(of: &bytes) { list in
            let status = AudioConverterFillComplexBuffer(
                reference, handIn, input.clientData, &count, &list, &descriptions)
            return (status, list.mBuffers.mDataByteSize)
        }
        return Filled(
            status: status, packetCount: count, bytes: Array(bytes.prefix(Int(size))),
            sizes: descriptions.prefix(Int(count)).map(\.mDataByteSize))
    }

    func property<Value: BitwiseCopyable>(
        _ id: AudioConverterPropertyID, _ value: Value
    ) -> (status: OSStatus, value: Value) {
        var value = value
        var size = UInt32(MemoryLayout<Value>.size)
        let status = AudioConverterGetProperty(reference, id, &size, &value)
        return (status, value)
    }

    func list<Value: BitwiseCopyable>(
        _ id: AudioConverterPropertyID, of value: Value
    ) -> [Value]? {
        var size: UInt32 = 0
        guard AudioConverterGetPropertyInfo(reference, id, &size, nil) == noErr else { return nil }
        var values = Array(repeating: value, count: Int(size) / MemoryLayout<Value>.stride)
        guard AudioConverterGetProperty(reference, id, &size, &values) == noErr else { return nil }
        return values
    }

    func set<Value: BitwiseCopyable>(_ id: AudioConverterPropertyID, _ value: Value) -> OSStatus {
        set(id, list: [value])
    }

    func set<Value: BitwiseCopyable>(
        _ id: AudioConverterPropertyID, list: [Value]
    ) -> OSStatus {
        AudioConverterSetProperty(
            reference, id, UInt32(list.count * MemoryLayout<Value>.size), list)
    }
}

import AudioModel
import AudioToolbox
public import CoreAudioTypes
public import Foundation

/// Packets of a compressed format in memory.
///
/// One thread at a time.
open class AVAudioCompressedBuffer: AVAudioBuffer {
    /// The number of packets that the buffer has room for.
    public let packetCapacity: AVAudioPacketCount
    /// The size in bytes of the largest packet that the buffer has room for.
    public let maximumPacketSize: Int
    /// The packets, one after the other.
    public let data: UnsafeMutableRawPointer
    /// The position of each packet in `data`, with room for `packetCapacity` of them; `nil` for
    /// packets of one size and number of frames.
    public let packetDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    /// The size of `data` in bytes.
    public let byteCapacity: UInt32
    private var packets: AVAudioPacketCount = 0
    private var length: UInt32 = 0

    /// Makes an empty buffer of zeroed memory.
    ///
    /// Ends the program for a format of linear PCM, for more than 4 GiB, and when there is not
    /// enough memory.
    ///
    /// - Parameters:
    ///   - packetCapacity: The number of packets to make room for.
    ///   - maximumPacketSize: The size of the largest packet, in bytes.
    public init(
        format: AVAudioFormat, packetCapacity: AVAudioPacketCount, maximumPacketSize: Int
    ) {
        // The initialiser has reported the failure; a program that goes on has a capacity of 0.
        let memory =
            Memory(format, packetCapacity, maximumPacketSize)
            ?? Memory(capacity: 0, packetSize: max(maximumPacketSize, 0), hasDescriptions: false)!
        self.packetCapacity = AVAudioPacketCount(memory.capacity)
        self.maximumPacketSize = memory.packetSize
        byteCapacity = UInt32(memory.capacity * memory.packetSize)
        data = memory.data
        packetDescriptions = memory.descriptions
        super.init(
            format,
            [
                AudioBuffer(
                    mNumberChannels: format.channelCount, mDataByteSize: byteCapacity,
                    mData: memory.data)
            ])
        setFilledByteCount(0)
    }

    /// Makes an empty buffer for packets of one size, which the format gives.
    ///
    /// Ends the program for a format with packets of various sizes and for linear PCM.
    ///
    /// - Parameter packetCapacity: The number of packets to make room for.
    public convenience init(format: AVAudioFormat, packetCapacity: AVAudioPacketCount) {
        let packetSize = format.streamFormat.bytesPerPacket
        if packetSize == 0 {
            programmerError(
                "AVAudioCompressedBuffer.init(format:packetCapacity:)",
                "format.streamDescription->mBytesPerPacket != 0")
        }
        self.init(
            format: format, packetCapacity: packetSize == 0 ? 0 : packetCapacity,
            maximumPacketSize: Int(packetSize))
    }

    deinit {
        free(data)
        free(packetDescriptions)
    }

    /// The memory of a buffer, from C's allocator.
    private struct Memory {
        let capacity: Int
        let packetSize: Int
        let data: UnsafeMutableRawPointer
        let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

        /// Checks an app's arguments and allocates memory for them.
        init?(_ format: AVAudioFormat, _ capacity: AVAudioPacketCount, _ packetSize: Int) {
            let call = "AVAudioCompressedBuffer.init(format:packetCapacity:maximumPacketSize:)"
            let (size, overflow) = Int(capacity).multipliedReportingOverflow(by: packetSize)
            guard format.streamFormat.id != .linearPCM else {
                programmerError(call, "!isPCMFormat")
                return nil
            }
            guard !overflow, packetSize >= 0, size <= Int(UInt32.max) else {
                programmerError(call, "packetCapacity * maximumPacketSize <= UINT32_MAX")
                return nil
            }
            let hasDescriptions =
                format.streamFormat.bytesPerPacket == 0 || format.streamFormat.framesPerPacket == 0
            let memory = Memory(
                capacity: Int(capacity), packetSize: packetSize, hasDescriptions: hasDescriptions)
            guard let memory else {
                programmerError(call, "memory != nullptr")
                return nil
            }
            self = memory
        }

        /// Allocates memory; `nil` when there is not enough.
        init?(capacity: Int, packetSize: Int, hasDescriptions: Bool) {
            guard let bytes = calloc(max(capacity * packetSize, 1), 1) else { return nil }
            self.capacity = capacity
            self.packetSize = packetSize
            data = bytes
            guard hasDescriptions else {
                descriptions = nil
                return
            }
            let stride = MemoryLayout<AudioStreamPacketDescription>.stride
            guard let positions = calloc(max(capacity, 1), stride) else {
                free(bytes)
                return nil
            }
            descriptions = positions.bindMemory(
                to: AudioStreamPacketDescription.self, capacity: capacity)
        }
    }

    // MARK: Length

    /// The number of packets in the buffer.
    ///
    /// Setting more than the capacity ends the program.
    open var packetCount: AVAudioPacketCount {
        get { packets }
        set {
            guard newValue <= packetCapacity else {
                return programmerError(
                    "AVAudioCompressedBuffer.packetCount", "packetCount <= _imp->_packetCapacity")
            }
            packets = newValue
        }
    }

    /// The size of the packets in the buffer, in bytes.
    ///
    /// Setting more than the capacity ends the program.
    open var byteLength: UInt32 {
        get { length }
        set {
            guard newValue <= byteCapacity else {
                return programmerError(
                    "AVAudioCompressedBuffer.byteLength", "length <= _imp->_byteCapacity")
            }
            length = newValue
            setFilledByteCount(newValue)
        }
    }

    /// The buffer, with the size in bytes of its memory, which each access restores. After writing
    /// to it, set the packet count and the byte length.
    open override var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        restoreWholeList(byteCapacity)
        return super.mutableAudioBufferList
    }

    /// Copies the buffer with its packets; the copy has memory of its own and the same capacity.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVAudioCompressedBuffer(
            format: format, packetCapacity: packetCapacity, maximumPacketSize: maximumPacketSize)
        // A program that goes on after the failed allocation gets a copy with a capacity of 0.
        guard copy.byteCapacity >= length, copy.packetCapacity >= packets else { return copy }
        copy.data.copyMemory(from: data, byteCount: Int(length))
        if let source = packetDescriptions, let target = copy.packetDescriptions {
            target.update(from: source, count: Int(packets))
        }
        copy.byteLength = length
        copy.packetCount = packets
        return copy
    }
}

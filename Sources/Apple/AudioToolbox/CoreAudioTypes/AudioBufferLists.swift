public import CoreAudioTypes

/// A collection view of an `AudioBufferList`: C stores its buffers beyond the one declared
/// element.
public struct UnsafeMutableAudioBufferListPointer {
    /// The wrapped list.
    public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Wraps a list.
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = p
    }

    /// Wraps a list; `nil` for a null pointer.
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        unsafeMutablePointer = p
    }

    /// The wrapped list, read-only.
    public var unsafePointer: UnsafePointer<AudioBufferList> {
        UnsafePointer(unsafeMutablePointer)
    }

    /// The list's number of buffers; setting it does not allocate.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set {
            unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue)
        }
    }

    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = AudioBufferList.buffersOffset
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset)
            .assumingMemoryBound(to: AudioBuffer.self)
    }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    public typealias Index = Int
    public typealias Element = AudioBuffer

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of buffers.
    public var endIndex: Int { count }

    /// The buffer at an index, which must be within the list.
    public subscript(index: Int) -> AudioBuffer {
        get {
            precondition(index >= 0 && index < count, "an index within the list")
            return buffers[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "an index within the list")
            buffers[index] = newValue
        }
    }
}

extension AudioBufferList {
    static let buffersOffset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8

    /// Size in bytes of a list with room for `maximumBuffers` buffers, at least one.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "at least one buffer")
        return buffersOffset + maximumBuffers * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list of empty buffers; free its `unsafeMutablePointer` with `free`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let size = sizeInBytes(maximumBuffers: maximumBuffers)
        let memory = AudioBufferListMemory.allocate(byteCount: size)
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        let pointer = UnsafeMutableAudioBufferListPointer(list)
        pointer.count = maximumBuffers
        return pointer
    }
}

extension AudioBuffer {
    /// Wraps the memory of a typed buffer, which must outlive the audio buffer.
    public init<Element>(
        _ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int
    ) {
        self.init(
            mNumberChannels: UInt32(clamping: numberOfChannels),
            mDataByteSize: UInt32(clamping: typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension UnsafeBufferPointer {
    /// Views the memory of an audio buffer as whole elements.
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}

extension UnsafeMutableBufferPointer {
    /// Views the memory of an audio buffer as whole elements.
    public init(_ audioBuffer: AudioBuffer) {
        let byteCount = audioBuffer.mData == nil ? 0 : Int(audioBuffer.mDataByteSize)
        self.init(
            start: audioBuffer.mData?.assumingMemoryBound(to: Element.self),
            count: byteCount / MemoryLayout<Element>.stride)
    }
}

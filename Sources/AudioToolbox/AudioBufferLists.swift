import CoreAudioTypes

/// A list of buffers as a collection, which C's structure of one buffer and more behind it is not.
public struct UnsafeMutableAudioBufferListPointer {
    public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = p
    }

    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        unsafeMutablePointer = p
    }

    public var unsafePointer: UnsafePointer<AudioBufferList> {
        UnsafePointer(unsafeMutablePointer)
    }

    /// Buffers that the list says it has.
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

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }

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

    /// Bytes of a list with room for so many buffers, at least one.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        precondition(maximumBuffers >= 1, "at least one buffer")
        return buffersOffset + maximumBuffers * MemoryLayout<AudioBuffer>.stride
    }

    /// A list of empty buffers, to be freed with `free`.
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
    /// Memory of an array, for as long as that is lent out.
    public init<Element>(
        _ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int
    ) {
        self.init(
            mNumberChannels: UInt32(clamping: numberOfChannels),
            mDataByteSize: UInt32(
                clamping: typedBuffer.count * MemoryLayout<Element>.stride),
            mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
    }
}

extension UnsafeBufferPointer {
    /// Shows the memory of an audio buffer as elements: as many as there are whole ones.
    public init(_ audioBuffer: AudioBuffer) {
        self.init(UnsafeMutableBufferPointer(audioBuffer))
    }
}

extension UnsafeMutableBufferPointer {
    /// Shows the memory of an audio buffer as elements: as many as there are whole ones.
    public init(_ audioBuffer: AudioBuffer) {
        let byteCount = audioBuffer.mData == nil ? 0 : Int(audioBuffer.mDataByteSize)
        self.init(
            start: audioBuffer.mData?.assumingMemoryBound(to: Element.self),
            count: byteCount / MemoryLayout<Element>.stride)
    }
}

package import CoreAudioTypes

/// The buffers of an `AudioBufferList`, which has room for them behind its first.
package struct UnitBufferList {
    package let pointer: UnsafeMutablePointer<AudioBufferList>

    package init(_ pointer: UnsafeMutablePointer<AudioBufferList>) { self.pointer = pointer }

    /// Allocates a list, which the caller deallocates.
    package static func allocate(count: Int) -> UnitBufferList {
        let size =
            MemoryLayout<AudioBufferList>.size + max(count - 1, 0)
            * MemoryLayout<AudioBuffer>.stride
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let list = UnitBufferList(memory.assumingMemoryBound(to: AudioBufferList.self))
        list.setCount(count)
        return list
    }

    package func deallocate() { UnsafeMutableRawPointer(pointer).deallocate() }

    package var count: Int { Int(pointer.pointee.mNumberBuffers) }

    package func setCount(_ count: Int) { pointer.pointee.mNumberBuffers = UInt32(count) }

    package subscript(index: Int) -> AudioBuffer {
        get { buffers[index] }
        nonmutating set { buffers[index] = newValue }
    }

    /// The first buffer, and those behind it.
    private var buffers: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 0
        return (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}

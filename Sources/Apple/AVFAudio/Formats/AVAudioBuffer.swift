package import AudioToolbox
public import CoreAudioTypes
public import Foundation

/// Audio data in memory with its format; the base class of PCM and compressed buffers.
///
/// One thread at a time.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    /// The format of the data.
    public let format: AVAudioFormat
    /// The list of the memory that contains audio.
    package let filledList: UnsafeMutableAudioBufferListPointer
    /// The list of all the memory.
    package let wholeList: UnsafeMutableAudioBufferListPointer

    /// - Parameter buffers: The memory, with all its bytes.
    init(_ format: AVAudioFormat, _ buffers: [AudioBuffer]) {
        self.format = format
        filledList = Self.list(of: buffers)
        wholeList = Self.list(of: buffers)
    }

    deinit {
        filledList.unsafeMutablePointer.deallocate()
        wholeList.unsafeMutablePointer.deallocate()
    }

    /// Allocates a list, to be deallocated.
    static func list(of buffers: [AudioBuffer]) -> UnsafeMutableAudioBufferListPointer {
        let size = AudioBufferList.sizeInBytes(maximumBuffers: max(buffers.count, 1))
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let list = UnsafeMutableAudioBufferListPointer(
            memory.assumingMemoryBound(to: AudioBufferList.self))
        list.count = buffers.count
        for (index, buffer) in buffers.enumerated() { list[index] = buffer }
        return list
    }

    /// The buffers, with the sizes in bytes of the audio in them.
    open var audioBufferList: UnsafePointer<AudioBufferList> { filledList.unsafePointer }

    /// The buffers, with the sizes in bytes of their memory, which each access restores.
    open var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        wholeList.unsafeMutablePointer
    }

    /// Sets the sizes of the audio in the buffers.
    func setFilledByteCount(_ byteCount: UInt32) {
        for index in filledList.indices { filledList[index].mDataByteSize = byteCount }
    }

    /// Restores the list of all the memory.
    ///
    /// - Parameter byteCount: The size of each buffer.
    func restoreWholeList(_ byteCount: UInt32) {
        for index in wholeList.indices { wholeList[index].mDataByteSize = byteCount }
    }

    /// Copies the buffer with its audio; the copy has memory of its own.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Copies the buffer with its audio; the copy has memory of its own.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }
}

public import AudioToolbox
public import CoreMedia
import Foundation

extension CMSampleBuffer {
    /// Calls `body` with a list of pointers to the samples, and what keeps them alive; both are valid
    /// during the call.
    ///
    /// - Parameter flags: Whether buffers begin at a multiple of 16 bytes.
    /// - Throws: As `CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer` fails, and what `body`
    ///   throws.
    public func withAudioBufferList<Result>(
        blockBufferAllocator: CFAllocator? = nil, blockBufferMemoryAllocator: CFAllocator? = nil,
        flags: Flags = [],
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Result
    ) throws -> Result {
        var size = 0
        var status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            self, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0,
            blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: flags.rawValue,
            blockBufferOut: nil)
        guard status == noErr else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(status))
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        defer { memory.deallocate() }
        let list = memory.bindMemory(to: AudioBufferList.self, capacity: 1)
        var block: CMBlockBuffer?
        status = CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            self, bufferListSizeNeededOut: nil, bufferListOut: list, bufferListSize: size,
            blockBufferAllocator: blockBufferAllocator,
            blockBufferMemoryAllocator: blockBufferMemoryAllocator, flags: flags.rawValue,
            blockBufferOut: &block)
        guard let block else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        return try body(UnsafeMutableAudioBufferListPointer(list), block)
    }
}

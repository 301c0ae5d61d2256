import AudioConversion
import AudioFiles
import AudioModel
import CoreAudioTypes

/// An app's buffer list; its contents are checked before use.
struct BufferList {
    private let buffers: UnsafeMutableAudioBufferListPointer

    init(_ list: UnsafeMutablePointer<AudioBufferList>) {
        buffers = UnsafeMutableAudioBufferListPointer(list)
    }

    /// The memory of each buffer.
    ///
    /// - Throws: `wrongArgument` for a wrong number of buffers, or a buffer without memory.
    func rooms(_ format: StreamFormat) throws(ExtendedFileError)
        -> [UnsafeMutableRawBufferPointer]
    {
        guard buffers.count == format.planeCount else { throw .wrongArgument }
        var rooms: [UnsafeMutableRawBufferPointer] = []
        for buffer in buffers {
            guard let data = buffer.mData else { throw .wrongArgument }
            rooms.append(.init(start: data, count: Int(buffer.mDataByteSize)))
        }
        return rooms
    }

    func setByteCounts(_ count: Int) {
        AudioToolbox.setByteCounts(of: buffers, to: count)
    }

    /// Passes the contents of the buffers to `body`, without allocating.
    ///
    /// - Throws: `wrongArgument` for a wrong number of buffers, or fewer than `frameCount` frames
    ///   in one.
    func withContents(
        of frameCount: Int, _ format: StreamFormat,
        _ body: (UnsafeBufferPointer<UnsafeRawBufferPointer>) throws(ExtendedFileError) -> Void
    ) throws(ExtendedFileError) {
        guard buffers.count == format.planeCount, buffers.count <= Self.buffersMax else {
            throw .wrongArgument
        }
        let byteCount = frameCount * Int(format.bytesPerFrame)
        for buffer in buffers {
            guard buffer.mData != nil, Int(buffer.mDataByteSize) >= byteCount else {
                throw .wrongArgument
            }
        }
        var failure: ExtendedFileError?
        withUnsafeTemporaryAllocation(
            of: UnsafeRawBufferPointer.self, capacity: buffers.count
        ) { contents in
            for (index, buffer) in buffers.enumerated() {
                contents.initializeElement(
                    at: index, to: UnsafeRawBufferPointer(start: buffer.mData, count: byteCount))
            }
            do throws(ExtendedFileError) {
                try body(UnsafeBufferPointer(contents))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    /// Most channels of a format.
    private static let buffersMax = 64
}

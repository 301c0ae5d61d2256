import AudioConversion
import AudioFiles
import AudioModel
import CoreAudioTypes

/// The buffers of an app, which are what it says they are only as far as that can be checked.
struct BufferList {
    private let buffers: UnsafeMutableAudioBufferListPointer

    init(_ list: UnsafeMutablePointer<AudioBufferList>) {
        buffers = UnsafeMutableAudioBufferListPointer(list)
    }

    /// What there is room for, a buffer each.
    ///
    /// - Throws: `wrongArgument` for more or fewer buffers than the format wants, or none in one.
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

    /// Shows what the buffers hold, without asking for memory.
    ///
    /// - Throws: `wrongArgument` as for `rooms`, and for buffers that hold fewer frames.
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

    /// As many as a format has channels at most.
    private static let buffersMax = 64
}

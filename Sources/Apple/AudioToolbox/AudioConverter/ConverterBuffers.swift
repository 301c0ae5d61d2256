import AudioConversion
import AudioModel
import CoreAudioTypes

/// The memory of each buffer of a list.
///
/// - Parameter error: Thrown for a wrong number of buffers.
func buffers(
    of list: UnsafeMutableAudioBufferListPointer, _ format: StreamFormat,
    or error: ConversionError
) throws(AudioConverterError) -> [UnsafeMutableRawBufferPointer] {
    guard list.count == format.planeCount else { throw .conversion(error) }
    var buffers: [UnsafeMutableRawBufferPointer] = []
    for buffer in list {
        guard let data = buffer.mData else { throw .missingArgument }
        buffers.append(UnsafeMutableRawBufferPointer(start: data, count: Int(buffer.mDataByteSize)))
    }
    return buffers
}

func setByteCounts(of list: UnsafeMutableAudioBufferListPointer, to byteCount: Int) {
    for index in list.indices { list[index].mDataByteSize = UInt32(clamping: byteCount) }
}

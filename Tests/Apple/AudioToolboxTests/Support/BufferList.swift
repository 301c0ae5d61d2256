import AudioToolbox

/// Calls `body` with a list of one buffer, the memory of `bytes`.
func withBufferList<Result>(
    of bytes: inout [UInt8], channels: UInt32 = 1, _ body: (inout AudioBufferList) -> Result
) -> Result {
    bytes.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: channels, mDataByteSize: UInt32(bytes.count),
                mData: bytes.baseAddress))
        return body(&list)
    }
}

import AudioToolbox
import Testing

@Suite("The structures that apps see")
struct LayoutTests {
    @Test("a stream's description has the true layout")
    func streamDescription() {
        typealias Description = AudioStreamBasicDescription
        #expect(MemoryLayout<Description>.size == 40)
        #expect(MemoryLayout<Description>.stride == 40)
        #expect(
            [
                MemoryLayout<Description>.offset(of: \.mSampleRate),
                MemoryLayout<Description>.offset(of: \.mFormatID),
                MemoryLayout<Description>.offset(of: \.mFormatFlags),
                MemoryLayout<Description>.offset(of: \.mBytesPerPacket),
                MemoryLayout<Description>.offset(of: \.mFramesPerPacket),
                MemoryLayout<Description>.offset(of: \.mBytesPerFrame),
                MemoryLayout<Description>.offset(of: \.mChannelsPerFrame),
                MemoryLayout<Description>.offset(of: \.mBitsPerChannel),
                MemoryLayout<Description>.offset(of: \.mReserved),
            ] == [0, 8, 12, 16, 20, 24, 28, 32, 36])
    }

    @Test("a packet's description has the true layout")
    func packetDescription() {
        typealias Description = AudioStreamPacketDescription
        #expect(MemoryLayout<Description>.size == 16)
        #expect(
            [
                MemoryLayout<Description>.offset(of: \.mStartOffset),
                MemoryLayout<Description>.offset(of: \.mVariableFramesInPacket),
                MemoryLayout<Description>.offset(of: \.mDataByteSize),
            ] == [0, 8, 12])
    }

    @Test("identifiers and truth values have C's size")
    func scalars() {
        #expect(MemoryLayout<SystemSoundID>.size == 4)
        #expect(MemoryLayout<AudioServicesPropertyID>.size == 4)
        #expect(MemoryLayout<OSStatus>.size == 4)
        #expect(MemoryLayout<DarwinBoolean>.size == 1)
    }
}

import AudioFormats
import AudioModel
import Testing

@Suite("Packets of Microsoft's ADPCM")
struct MicrosoftADPCMTests {
    @Test("are decoded alike from the start and after a jump", arguments: [2, 0x11] as [UInt16])
    func jump(tag: UInt16) throws {
        let file = try open(smallADPCMWAV(tag: tag))
        let whole = try decodeFrames(file)
        #expect(try whole.count == Int(file.frameCount()) * 2)
        #expect(whole.contains { $0 != 0 })
        let reader = try FrameReader(file)
        for frame in [40, 1, 25, 19] {
            reader.seek(toFrame: Int64(frame))
            let rest = try decodeFrames(from: reader, pieceFrameCount: 7)
            #expect(rest == Array(whole[(frame * 2)...]))
        }
    }

    @Test("that say they hold more than fits hold what fits")
    func overstated() throws {
        var bytes = smallADPCMWAV(tag: 0x11)
        let offset = 12 + 8 + 16 + 2
        bytes[offset] = 0xFF
        bytes[offset + 1] = 0xFF
        #expect(try open(bytes).format.framesPerPacket == 25)
    }

    @Test("with a predictor that does not exist are silent")
    func broken() throws {
        var bytes = smallADPCMWAV(tag: 2, blockCount: 1)
        bytes[bytes.count - 32] = 7
        #expect(try decodeFrames(bytes).allSatisfy { $0 == 0 })
    }
}

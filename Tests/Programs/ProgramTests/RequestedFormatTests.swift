import AudioFormats
import AudioModel
import SoundCommands
import Testing

@Suite("sori convert --format")
struct RequestedFormatTests {
    @Test("understands formats as afconvert writes them")
    func words() {
        #expect(
            RequestedFormat("LEI16@44100")
                == RequestedFormat(
                    .linearPCM(.signed(bits: 16), isBigEndian: false), sampleRate: 44_100))
        #expect(
            RequestedFormat("aac@48000") == RequestedFormat(.coded(.mpeg4AAC), sampleRate: 48_000))
        #expect(
            RequestedFormat("UI8")
                == RequestedFormat(.linearPCM(.unsigned(bits: 8), isBigEndian: nil)))
        #expect(
            RequestedFormat("BEF32")
                == RequestedFormat(.linearPCM(.float(bits: 32), isBigEndian: true)))
        for word in ["", "I", "F16", "UI16", "i12", "aac@", "aac@x", "aac@1@2", "BE", "wav"] {
            #expect(RequestedFormat(word) == nil, "\(word)")
        }
    }
}

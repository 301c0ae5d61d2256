import AudioFormats
import Testing
import sori

@Suite("sori convert --format")
struct WantedFormatTests {
    @Test("understands formats as afconvert writes them")
    func words() {
        #expect(
            WantedFormat("LEI16@44100")
                == WantedFormat(
                    .linearPCM(.signed(bits: 16), isBigEndian: false), sampleRate: 44_100))
        #expect(WantedFormat("aac@48000") == WantedFormat(.coded(.mpeg4AAC), sampleRate: 48_000))
        #expect(
            WantedFormat("UI8") == WantedFormat(.linearPCM(.unsigned(bits: 8), isBigEndian: nil)))
        #expect(
            WantedFormat("BEF32")
                == WantedFormat(.linearPCM(.float(bits: 32), isBigEndian: true)))
        for word in ["", "I", "F16", "UI16", "i12", "aac@", "aac@x", "aac@1@2", "BE", "wav"] {
            #expect(WantedFormat(word) == nil, "\(word)")
        }
    }
}

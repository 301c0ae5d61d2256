import AudioToolbox
import TestSupport
import Testing

@Suite("Audio Format Services for ID3 tags")
struct AudioFormatTagTests {
    @Test("is read from an ID3 tag, which may be damaged")
    func tags() throws {
        func frame(_ id: String, _ content: [UInt8]) -> [UInt8] {
            ascii(id) + [0, 0, 0, UInt8(content.count), 0, 0] + content
        }
        let frames =
            frame("TIT2", [3] + ascii("A name"))
            + frame("TPE1", [1, 0xFF, 0xFE, 0x41, 0x00, 0xE9, 0x00])
            + frame("TALB", [0, 0xE9])
            + frame("COMM", [0] + ascii("eng") + [0] + ascii("words"))
        let tag = ascii("ID3") + [4, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        #expect(
            ask(kAudioFormatProperty_ID3TagSize, Array(tag.prefix(10))).list(UInt32.self)
                == [UInt32(tag.count)])
        let answer = ask(kAudioFormatProperty_ID3TagToDictionary, tag)
        let address = try #require(answer.list(UInt.self).first)
        let pointer = try #require(UnsafeRawPointer(bitPattern: address))
        let dictionary = Unmanaged<NSDictionary>.fromOpaque(pointer).takeRetainedValue()
        #expect(
            dictionary as? [String: String]
                == ["TIT2": "A name", "TPE1": "Aé", "TALB": "é", "COMM": "words"])
        #expect(
            ask(kAudioFormatProperty_ID3TagSize, Array(tag.prefix(9))).status
                == kAudioFormatBadSpecifierSizeError)
        #expect(
            ask(kAudioFormatProperty_ID3TagSize, Array(repeating: 0, count: 10)).status
                == kAudioFormatUnspecifiedError)
        // Cut anywhere, or with any byte changed, it is an error or texts.
        for index in tag.indices {
            _ = ask(kAudioFormatProperty_ID3TagToDictionary, Array(tag[..<index])).text
            for byte in [0, 0x7F, 0xFF] as [UInt8] {
                var damaged = tag
                damaged[index] = byte
                let answer = ask(kAudioFormatProperty_ID3TagToDictionary, damaged)
                guard let address = answer.list(UInt.self).first,
                    let pointer = UnsafeRawPointer(bitPattern: address)
                else { continue }
                Unmanaged<NSDictionary>.fromOpaque(pointer).release()
            }
        }
    }
}

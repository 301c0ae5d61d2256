import AudioModel
import Testing

@Suite("The memory of sounds")
struct SoundMemoryTests {
    @Test("begins at different cache lines of a page where sounds are long")
    func places() {
        // Given sounds of a second.
        let sounds = (0..<32).map { _ in
            SoundBuffer(frameCount: 44_100, channelCount: 2, sampleRate: 44_100) { _ in }
        }
        // When it is asked where in a page they begin.
        let offsets = sounds.map { Int(bitPattern: $0.samples) % 4096 }
        // Then it is at the beginning of a cache line, and no line has more than eight of them.
        #expect(offsets.allSatisfy { $0.isMultiple(of: 64) })
        for offset in offsets { #expect(offsets.count { $0 == offset } <= 8) }
    }

    @Test("is zeroed, and all of it can be written", arguments: [0, 1, 16_383, 16_384, 100_000])
    func contents(frameCount: Int) {
        let floats = SoundBuffer(frameCount: frameCount, channelCount: 1, sampleRate: 8_000) {
            #expect($0.count == frameCount && $0.allSatisfy { $0 == 0 })
            for index in $0.indices { $0[index] = Float(index) / 1e6 }
        }
        let integers = IntegerSoundBuffer(
            frameCount: frameCount, channelCount: 2, sampleRate: 8_000
        ) {
            #expect($0.count == 2 * frameCount && $0.allSatisfy { $0 == 0 })
            for index in $0.indices { $0[index] = Int16(truncatingIfNeeded: index) }
        }
        #expect((0..<frameCount).allSatisfy { floats.samples[$0] == Float($0) / 1e6 })
        #expect(
            (0..<2 * frameCount).allSatisfy {
                integers.samples[$0] == Int16(truncatingIfNeeded: $0)
            })
    }
}

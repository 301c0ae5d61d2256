internal import AudioCodecs
internal import AudioFormats
internal import AudioModel

/// A 64-bit hash of bytes: eight at a time, each multiplied in, and mixed at the end.
struct ContentHash {
    private var state: UInt64
    private var byteCount: UInt64 = 0

    init(seed: UInt64 = 0x9E37_79B9_7F4A_7C15) {
        state = seed
    }

    /// Adds bytes; the same bytes in pieces give the same value if all pieces but the last are
    /// multiples of eight.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index + 8 <= bytes.count {
            mix(
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            index += 8
        }
        if index < bytes.count {
            var last: UInt64 = 0
            for (shift, byte) in bytes[index...].enumerated() {
                last |= UInt64(byte) << (8 * shift)
            }
            mix(last)
        }
        byteCount &+= UInt64(bytes.count)
    }

    mutating func add(_ number: UInt64) { mix(number) }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        state = product.high ^ product.low ^ 0xE703_7ED1_A0B4_28DB
    }

    /// The hash of what was added; never zero.
    var value: UInt64 {
        var last = self
        last.mix(byteCount)
        last.mix(0x8EBC_6AF0_9C88_C6E3)
        return last.state == 0 ? 1 : last.state
    }
}

extension ContentHash {
    /// Identifies a file's sound, whatever its name and its tags: the coding, the size of the audio
    /// data and three samples of them.
    static func sound(of file: AudioFileReader) throws(FormatError) -> UInt64 {
        let sampleByteCount: Int64 = 4096
        var hash = ContentHash()
        hash.add(UInt64(file.format.id.rawValue.rawValue))
        hash.add(file.format.sampleRate.bitPattern)
        let byteCount = file.spannedByteCount
        hash.add(UInt64(bitPattern: byteCount))
        var sample = [UInt8](repeating: 0, count: Int(sampleByteCount))
        var starts: [Int64] = [0]
        if byteCount > sampleByteCount {
            starts += [(byteCount - sampleByteCount) / 2, byteCount - sampleByteCount]
        }
        for start in starts {
            var count = 0
            var failure: FormatError?
            sample.withUnsafeMutableBytes { buffer in
                do throws(FormatError) {
                    count = try file.readBytes(into: buffer, at: start)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            sample.withUnsafeBytes { hash.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        return hash.value
    }
}
